import { useLocation } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { useSignedIn } from '../account.js';
import { createShownState } from '../shown-state.js';
import { noteVisit } from './recent-records.js';

const loadPalette = () => import('./palette.js');
const Palette = lazy(async () => ({ default: (await loadPalette()).Palette }));

const { show, useIsShown } = createShownState();

/** Keys that act on a page or its focused element, beside characters. */
const ACTING_KEYS = ['Enter', 'Tab', 'Delete', 'ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight'];

/** The palette over the page, opened by Ctrl K anywhere. */
export function PaletteKey() {
  const isOpen = useIsShown();
  const { user } = useSignedIn();
  const path = useLocation({ select: ({ pathname }) => pathname });
  useEffect(() => noteVisit(user.id, path), [user.id, path]);
  useEffect(loadWhenIdle, []);
  const takeTyped = usePaletteKeys(isOpen);
  if (!isOpen) return null;
  return (
    <Suspense>
      <Palette takeTyped={takeTyped} onClose={() => show(false)} />
    </Suspense>
  );
}

/** Opens the palette. */
export function PaletteButton({ className, children }: { readonly className: string; readonly children: ReactNode }) {
  return (
    <button type="button" onClick={() => show(true)} className={className}>
      {children}
    </button>
  );
}

function loadWhenIdle(): void {
  // Safari has no idle callbacks.
  const whenIdle = 'requestIdleCallback' in globalThis ? requestIdleCallback : setTimeout;
  // The palette asks again when it opens.
  whenIdle(() => void Promise.all([loadPalette(), import('../../ui/dialogs/dialog-popup.js')]).catch(() => undefined));
}

/**
 * Opens the palette by Ctrl K, and keeps keys from the page until the palette has the focus. Returns the function that ends this and takes the text
 * typed meanwhile.
 */
function usePaletteKeys(isOpen: boolean): () => string {
  const typed = useRef<string>(undefined);
  useLayoutEffect(() => {
    typed.current = isOpen ? '' : undefined;
  }, [isOpen]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const { key, ctrlKey, metaKey, altKey } = event;
      const opens = key === 'k' && (ctrlKey || metaKey);
      if (opens) show(true);
      else if (typed.current === undefined || ctrlKey || metaKey || altKey) return;
      else if (key === 'Escape') show(false);
      else if (key === 'Backspace') typed.current = typed.current.slice(0, -1);
      else if (key.length === 1) typed.current += key;
      else if (!ACTING_KEYS.includes(key)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    // A child's effects run first, so this precedes the keys of the frame.
    addEventListener('keydown', onKey, { capture: true });
    return () => removeEventListener('keydown', onKey, { capture: true });
  }, []);
  return useCallback(() => {
    const text = typed.current ?? '';
    typed.current = undefined;
    return text;
  }, []);
}

import { useLocation } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { useSignedIn } from '../account.js';
import { createShownState } from '../shown-state.js';
import { noteVisit } from './recent-records.js';

const Palette = lazy(async () => ({ default: (await import('./palette.js')).Palette }));

const { show, useIsShown } = createShownState();

/** The palette over the page, opened by Ctrl K anywhere. */
export function PaletteKey() {
  const isOpen = useIsShown();
  const { user } = useSignedIn();
  const path = useLocation({ select: ({ pathname }) => pathname });
  useEffect(() => noteVisit(user.id, path), [user.id, path]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      show(true);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  if (!isOpen) return null;
  return (
    <Suspense>
      <Palette onClose={() => show(false)} />
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

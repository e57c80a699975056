import { createAtom, useSelector } from '@tanstack/react-store';
import { lazy, Suspense } from 'react';
import type { ToastOptions } from './toast-area.js';

const ToastArea = lazy(async () => ({ default: (await import('./toast-area.js')).ToastArea }));

/** Set with the first toast, whose code loads only then. */
const isWanted = createAtom(false);

/** Shows a message for a while, without taking the focus. */
export function showToast(text: string, options?: ToastOptions): void {
  isWanted.set(true);
  void import('./toast-area.js').then(({ addToast }) => addToast(text, options));
}

/** Shows why something failed, until the user dismisses it. */
export function showError(text: string): void {
  showToast(text, { shownMs: 0 });
}

/** The area of toasts. It comes after the page in the document. */
export function Toasts() {
  const isShown = useSelector(isWanted);
  if (!isShown) return null;
  return (
    <Suspense>
      <ToastArea />
    </Suspense>
  );
}

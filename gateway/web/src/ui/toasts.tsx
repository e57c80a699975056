import { lazy, Suspense, useSyncExternalStore } from 'react';

const ToastArea = lazy(async () => ({ default: (await import('./toast-area.js')).ToastArea }));

export interface ToastOptions {
  /** What can be done about it while it shows, such as taking it back. */
  readonly action?: { readonly label: string; readonly run: () => void };
  readonly shownMs?: number;
  /** Takes it away before, as when nothing can be done about it any more. */
  readonly until?: AbortSignal;
}

/** Set with the first toast: before that a page does without what they are made of. */
let isWanted = false;
const listeners = new Set<() => void>();

/** Says what has happened, for a while, without taking the focus. */
export function showToast(text: string, options?: ToastOptions): void {
  isWanted = true;
  for (const listener of listeners) listener();
  void import('./toast-area.js').then(({ addToast }) => addToast(text, options));
}

/** Where toasts show. It comes after the page that they are about. */
export function Toasts() {
  const isShown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isWanted,
  );
  if (!isShown) return null;
  return (
    <Suspense>
      <ToastArea />
    </Suspense>
  );
}

import { lazy, Suspense } from 'react';

const ToastArea = lazy(async () => ({ default: (await import('./toast-area.js')).ToastArea }));

export interface ToastOptions {
  /** What can be done about it while it shows, such as taking it back. */
  readonly action?: { readonly label: string; readonly run: () => void };
  readonly shownMs?: number;
}

/** Says what has happened, for a while, without taking the focus. */
export function showToast(text: string, options?: ToastOptions): void {
  void import('./toast-area.js').then(({ addToast }) => addToast(text, options));
}

/** Where toasts show. It comes after the page that they are about. */
export function Toasts() {
  return (
    <Suspense>
      <ToastArea />
    </Suspense>
  );
}

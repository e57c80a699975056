import { lazy, Suspense } from 'react';
import type { DialogProps } from './dialog-popup.js';

const DialogPopup = lazy(async () => ({ default: (await import('./dialog-popup.js')).DialogPopup }));

/** An overlay of the page, which waits meanwhile; Esc closes it. Its code loads with the first dialog. */
export function Dialog(props: DialogProps) {
  return (
    <Suspense>
      <DialogPopup {...props} />
    </Suspense>
  );
}

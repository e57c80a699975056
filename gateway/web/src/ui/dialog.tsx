import { lazy, type ReactNode, Suspense } from 'react';

const DialogPopup = lazy(async () => ({ default: (await import('./dialog-popup.js')).DialogPopup }));

export interface DialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  /** Absent for one that must be answered. */
  readonly onClose?: () => void;
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

/** An overlay of the page, which waits meanwhile; Esc closes it. Its code loads with the first dialog. */
export function Dialog(props: DialogProps) {
  return (
    <Suspense>
      <DialogPopup {...props} />
    </Suspense>
  );
}

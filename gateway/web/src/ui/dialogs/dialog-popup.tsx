import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type ReactNode, useCallback, useMemo, useRef } from 'react';
import { classNames } from '../class-names.js';
import { DialogGuard, type LeaveGuard } from './leave-guard.js';

export interface DialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  /** Absent for one that must be answered. */
  readonly onClose?: () => void;
  readonly isWide?: boolean;
  /** On large screens, even wider: what belongs to a form is beside it. */
  readonly isInColumns?: boolean;
  /** At the bottom of a phone, within reach of the thumb. */
  readonly isSheet?: boolean;
  readonly children: ReactNode;
}

/** An overlay of the page, which waits meanwhile; Esc closes it, unless its form must ask first. */
export function DialogPopup({ title, isOpen, onClose, isWide, isInColumns, isSheet, children }: DialogProps) {
  const opener = useOpener(isOpen);
  const guard = useRef<LeaveGuard>(undefined);
  const setGuard = useCallback((asked: LeaveGuard) => {
    guard.current = asked;
    return () => {
      guard.current = undefined;
    };
  }, []);
  const close = (): void => {
    if (onClose && guard.current) guard.current(onClose);
    else onClose?.();
  };
  return (
    <BaseDialog.Root
      open={isOpen}
      disablePointerDismissal={onClose === undefined}
      onOpenChange={(open) => {
        if (!open) close();
      }}
    >
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className="fixed inset-0 z-50 bg-[rgb(0_0_0/45%)]" />
        <BaseDialog.Popup
          finalFocus={() => (opener?.isConnected ? opener : true)}
          className={classNames(
            'fixed top-[8vh] left-1/2 z-50 flex max-h-[84vh] w-[calc(100vw-2rem)] -translate-x-1/2 flex-col scroll-pb-16 overflow-y-auto rounded-md border border-line bg-raised p-5 shadow-pop',
            isWide ? 'max-w-3xl' : 'max-w-md',
            isInColumns && 'lg:max-w-5xl',
            isSheet && 'max-sm:top-auto max-sm:bottom-0 max-sm:w-full max-sm:max-w-none max-sm:rounded-b-none',
          )}
        >
          <div className="mb-4 flex items-start justify-between gap-4">
            <BaseDialog.Title className="min-w-0 text-lg font-semibold [overflow-wrap:anywhere]">
              {title}
            </BaseDialog.Title>
            {onClose && (
              <BaseDialog.Close
                aria-label="Close"
                className="-mt-1 -mr-1 rounded p-1.5 text-soft hover:bg-sunken pointer-coarse:p-3"
              >
                <X size={18} aria-hidden />
              </BaseDialog.Close>
            )}
          </div>
          <DialogGuard value={setGuard}>{children}</DialogGuard>
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}

/** The element focused before the dialog: a field in it may take the focus before the dialog itself looks. */
function useOpener(isOpen: boolean): HTMLElement | undefined {
  return useMemo(() => {
    const focused = isOpen ? document.activeElement : null;
    return focused instanceof HTMLElement && focused !== document.body ? focused : undefined;
  }, [isOpen]);
}

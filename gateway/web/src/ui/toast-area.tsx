import { Toast } from '@base-ui/react/toast';
import { X } from 'lucide-react';
import { useEffect } from 'react';
import { Button } from './button.js';
import { useIsNarrow } from './media.js';

const manager = Toast.createToastManager();
const SHOWN_MS = 5_000;
/** On a page with a side bar; a phone has room for one. */
const SHOWN_MAX = 3;

export interface ToastOptions {
  /** Its action while it shows, such as undo. */
  readonly action?: { readonly label: string; readonly run: () => void };
  /** Zero until it is dismissed. */
  readonly shownMs?: number;
  /** Removes it early, as when its action has become impossible. */
  readonly until?: AbortSignal;
}

/** Toasts waiting for their area to load; undefined once it has. */
let waiting: (() => void)[] | undefined = [];

/** Adds a toast to the visible ones. */
export function addToast(text: string, options: ToastOptions = {}): void {
  const add = (): void => addNow(text, options);
  if (waiting) waiting.push(add);
  else add();
}

function addNow(text: string, { action, shownMs = SHOWN_MS, until }: ToastOptions): void {
  if (until?.aborted) return;
  // The same error again replaces the one that still shows.
  if (shownMs === 0) manager.close(text);
  const id = manager.add({
    description: text,
    timeout: shownMs,
    ...(shownMs === 0 && { id: text }),
    ...(action && {
      actionProps: {
        children: action.label,
        onClick: () => {
          manager.close(id);
          action.run();
        },
      },
    }),
  });
  until?.addEventListener('abort', () => manager.close(id));
}

/** Renders the toasts. */
export function ToastArea() {
  const isNarrow = useIsNarrow();
  useEffect(() => {
    for (const add of waiting ?? []) add();
    waiting = undefined;
  }, []);
  return (
    <Toast.Provider toastManager={manager} limit={isNarrow ? 1 : SHOWN_MAX}>
      <Toast.Portal>
        <Toast.Viewport className="fixed right-4 bottom-20 z-50 flex w-[calc(100vw-2rem)] max-w-sm flex-col gap-2 md:bottom-4">
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function ToastList() {
  const { toasts } = Toast.useToastManager();
  return toasts.map((toast) => (
    <Toast.Root
      key={toast.id}
      toast={toast}
      className="flex items-center gap-3 rounded-md border data-limited:hidden border-line bg-raised px-4 py-2.5 shadow-pop"
    >
      <Toast.Description className="min-w-0 grow [overflow-wrap:anywhere]" />
      <Toast.Action render={<Button />} />
      <Toast.Close aria-label="Dismiss" className="rounded p-1 text-soft hover:bg-sunken pointer-coarse:p-3">
        <X size={16} aria-hidden />
      </Toast.Close>
    </Toast.Root>
  ));
}

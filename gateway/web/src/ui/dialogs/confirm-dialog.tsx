import { type ReactNode, useState } from 'react';
import { describeError } from '../../api/api-error.js';
import { Button } from '../button.js';
import { Notice } from '../notice.js';
import { Dialog } from './dialog.js';

interface ConfirmDialogProps {
  readonly title: string;
  /** The consequences, such as what is deleted with it. */
  readonly children: ReactNode;
  /** The action, such as "Delete the deal". */
  readonly action: string;
  /** The label for not doing it, where "Cancel" would read as the action. */
  readonly keep?: string;
  readonly run: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks before an action that affects more than is visible. */
export function ConfirmDialog({ title, children, action, keep = 'Cancel', run, onClose }: ConfirmDialogProps) {
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const confirm = async (): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    try {
      await run();
      onClose();
    } catch (error) {
      setProblem(describeError(error));
      setBusy(false);
    }
  };
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <div className="flex flex-col gap-4">
        <div>{children}</div>
        {problem !== undefined && <Notice tone="bad">{problem}</Notice>}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{keep}</Button>
          <Button kind="danger" disabled={isBusy} onClick={() => void confirm()}>
            {action}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

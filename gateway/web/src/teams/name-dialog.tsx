import { useState } from 'react';
import { describeError, isApiError } from '../api/api-error.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { TextField } from '../ui/field.js';
import { textOf } from '../ui/form-text.js';
import { Notice } from '../ui/notice.js';

interface NameDialogProps {
  readonly title: string;
  readonly action: string;
  readonly name?: string;
  readonly save: (name: string) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks for the name of a team. */
export function NameDialog({ title, action, name, save, onClose }: NameDialogProps) {
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const submit = async (form: FormData): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      await save(textOf(form, 'name').trim());
      onClose();
    } catch (refusal) {
      setError(refusal);
      setBusy(false);
    }
  };
  const atName = isApiError(error) ? error.messageAt('name') : undefined;
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void submit(new FormData(event.currentTarget));
        }}
      >
        {error !== undefined && atName === undefined && <Notice tone="bad">{describeError(error)}</Notice>}
        <TextField
          label="Name"
          name="name"
          required
          autoFocus
          maxLength={200}
          autoComplete="off"
          defaultValue={name}
          error={atName}
        />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" disabled={isBusy}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

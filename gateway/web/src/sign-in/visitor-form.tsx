import { type ReactNode, useState } from 'react';
import { describeError, isApiError } from '../api/api-error.js';
import { Button } from '../ui/button.js';
import type { ErrorAt } from '../ui/fields/record-form.js';
import { Notice } from '../ui/notice.js';

interface VisitorFormProps {
  /** The button's label. */
  readonly action: string;
  /** Its label while the form is sent. */
  readonly busyAction: string;
  /** Sends the input; its error is shown, at its field if it names one of `fields`. */
  readonly submit: (form: FormData) => Promise<void>;
  readonly fields: readonly string[];
  readonly children: (errorAt: ErrorAt) => ReactNode;
}

/** A form for people who are not signed in. After a success it stays busy, because the browser then leaves the page. */
export function VisitorForm({ action, busyAction, submit, fields, children }: VisitorFormProps) {
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const send = async (form: FormData): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      await submit(form);
    } catch (refusal) {
      setError(refusal);
      setBusy(false);
    }
  };
  const errorAt: ErrorAt = (path) => (isApiError(error) ? error.messageAt(path) : undefined);
  const isAtField = fields.some((field) => errorAt(field) !== undefined);
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void send(new FormData(event.currentTarget));
      }}
    >
      {error !== undefined && !isAtField && <Notice tone="bad">{describeError(error)}</Notice>}
      {children(errorAt)}
      <Button kind="primary" type="submit" disabled={isBusy}>
        {isBusy ? busyAction : action}
      </Button>
    </form>
  );
}

import { type InputHTMLAttributes, useState } from 'react';
import { describeError } from '../../api/api-error.js';
import { Button } from '../button.js';
import { leaveWithEscape } from '../leave-with-escape.js';
import { FIELD_CLASS } from './field.js';

interface AddLineProps extends Pick<InputHTMLAttributes<HTMLInputElement>, 'maxLength' | 'inputMode' | 'placeholder'> {
  /** Label of the field and its button, such as "Add task". */
  readonly label: string;
  /** Its error is shown below, and the typed text stays. */
  readonly add: (text: string) => Promise<unknown>;
}

/** A single-line field: Enter adds its text and clears it. */
export function AddLine({ label, add, ...field }: AddLineProps) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const submit = async (): Promise<void> => {
    const typed = text.trim();
    if (typed === '' || isBusy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      await add(typed);
      setText('');
    } catch (error) {
      setProblem(describeError(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      className="mt-2"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <div className="flex gap-2">
        <input
          {...field}
          aria-label={label}
          aria-invalid={problem !== undefined || undefined}
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={leaveWithEscape}
          className={FIELD_CLASS}
        />
        <Button type="submit" disabled={isBusy}>
          Add
        </Button>
      </div>
      {problem !== undefined && (
        <p role="alert" className="mt-1 text-bad">
          {problem}
        </p>
      )}
    </form>
  );
}

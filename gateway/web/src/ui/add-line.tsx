import { useState, type InputHTMLAttributes } from 'react';
import { describeError } from '../api/api-error.js';
import { Button } from './button.js';
import { FIELD_CLASS } from './field.js';
import { leaveWithEscape } from './leave-with-escape.js';

interface AddLineProps extends Pick<InputHTMLAttributes<HTMLInputElement>, 'maxLength' | 'inputMode' | 'placeholder'> {
  /** What the field and its button say, such as "Add task". */
  readonly label: string;
  /** What it throws is shown below, and what was typed stays. */
  readonly add: (text: string) => Promise<unknown>;
}

/** A field of one line: Enter adds what it says, and it is ready for the next. */
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

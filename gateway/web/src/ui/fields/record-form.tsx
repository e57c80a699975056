import { type ReactNode, type RefObject, use, useEffect, useRef, useState } from 'react';
import { type ApiError, describeError, isApiError, withoutPath } from '../../api/api-error.js';
import { Button } from '../button.js';
import { classNames } from '../class-names.js';
import { DialogGuard } from '../dialogs/leave-guard.js';
import { Notice } from '../notice.js';

export type ErrorAt = (path: string) => string | undefined;

export interface RecordFormProps {
  /** The button's label, such as "Save". */
  readonly action: string;
  readonly isDangerous?: boolean;
  /** Sends the input; its error is shown, at its field if it names one of `fields`. */
  readonly submit: (form: FormData) => Promise<unknown>;
  /** Input paths with a field here, each including everything below it. */
  readonly fields: readonly string[];
  /** The field of an error that names none, by its code. */
  readonly fieldOfCode?: Readonly<Record<string, string>>;
  readonly onCancel?: () => void;
  /** Beside the buttons, on the left. */
  readonly aside?: ReactNode;
  /** Above the fields; nothing is sent while `isBlocked`. */
  readonly above?: ReactNode;
  readonly isBlocked?: boolean;
  readonly ref?: RefObject<HTMLFormElement | null>;
  readonly children: (errorAt: ErrorAt) => ReactNode;
}

const isBelow = (path: string, field: string): boolean => path === field || path.startsWith(`${field}.`);

/** A form for a record. The API's errors appear at their field, which then gets the focus, else above the form. */
export function RecordForm({ action, submit, fields, fieldOfCode = {}, onCancel, aside, ...rest }: RecordFormProps) {
  const { above, isBlocked = false, isDangerous = false, ref, children } = rest;
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const own = useRef<HTMLFormElement>(null);
  const form = ref ?? own;
  const isInDialog = use(DialogGuard) !== undefined;
  const leftField = useRef<Element>(null);
  useEffect(() => {
    if (isBusy || !leftField.current) return;
    const invalid = error === undefined ? null : form.current?.querySelector<HTMLElement>('[aria-invalid=true]');
    // Inert fields have lost the focus, unless the user has moved it elsewhere meanwhile.
    const isFree = document.activeElement?.contains(form.current) === true;
    if (invalid) invalid.focus();
    else if (isFree && leftField.current instanceof HTMLElement) leftField.current.focus();
    leftField.current = null;
  }, [isBusy, error, form]);

  const send = async (typed: FormData): Promise<void> => {
    leftField.current = document.activeElement;
    setBusy(true);
    setError(undefined);
    try {
      await submit(typed);
    } catch (refusal) {
      setError(refusal);
    } finally {
      setBusy(false);
    }
  };
  const refusal = isApiError(error) ? error : undefined;
  const errorAt: ErrorAt = (field) => {
    if (refusal && fieldOfCode[refusal.code] === field) return refusal.message;
    const message = refusal?.body.details?.find(({ path }) => isBelow(path, field))?.message;
    return message === undefined ? undefined : withoutPath(message);
  };
  const isAtField = refusal !== undefined && refusal.code in fieldOfCode;
  const problem = error === undefined || isAtField ? undefined : problemOf(error, refusal, fields);
  return (
    <form
      ref={form}
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void send(new FormData(event.currentTarget));
      }}
    >
      {above}
      {/* What is typed during a save would be lost with the form. */}
      <div inert={isBusy} className="contents">
        {children(errorAt)}
      </div>
      {problem !== undefined && <Notice tone="bad">{problem}</Notice>}
      <div
        className={classNames(
          'flex flex-wrap items-center gap-2',
          // Stays in view while a long form scrolls.
          isInDialog && 'sticky -bottom-5 z-10 -mb-3 border-t border-line bg-raised py-3',
        )}
      >
        <div className="mr-auto">{aside}</div>
        {onCancel && <Button onClick={onCancel}>Cancel</Button>}
        <Button kind={isDangerous ? 'danger' : 'primary'} type="submit" disabled={isBusy || isBlocked}>
          {action}
        </Button>
      </div>
    </form>
  );
}

/** Errors without a field. */
function problemOf(error: unknown, refusal: ApiError | undefined, fields: readonly string[]): string | undefined {
  if (refusal?.code === 'VERSION_CONFLICT') {
    return 'This was changed elsewhere. What you typed is still here: check it, then save again.';
  }
  const details = refusal?.body.details ?? [];
  if (details.length === 0) return describeError(error);
  return details.find(({ path }) => !fields.some((field) => isBelow(path, field)))?.message;
}

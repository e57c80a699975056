import { type FormEventHandler, useState } from 'react';

type Control = HTMLInputElement | HTMLTextAreaElement;

interface Listeners<Element extends Control> {
  readonly onInvalid: FormEventHandler<Element> | undefined;
  readonly onInput: FormEventHandler<Element> | undefined;
}

interface Options<Element extends Control> extends Listeners<Element> {
  /** What to enter, for a value that the field's pattern refuses. */
  readonly mismatch?: string | undefined;
}

/** Shows browsers' validation messages below the field, in the product's words; typing clears it, as does `forget`. */
export function useOwnValidation<Element extends Control>({ onInvalid, onInput, mismatch }: Options<Element>) {
  const [problem, setProblem] = useState<string>();
  const listeners: Listeners<Element> = {
    onInvalid: (event) => {
      const control = event.currentTarget;
      event.preventDefault();
      setProblem(describeValidity(control, mismatch));
      // Without the bubble, browsers do not move the focus either.
      if (control.form?.querySelector('input:invalid, textarea:invalid, select:invalid') === control) {
        control.focus();
        control.parentElement?.scrollIntoView({ block: 'nearest' });
      }
      onInvalid?.(event);
    },
    onInput: (event) => {
      setProblem(undefined);
      onInput?.(event);
    },
  };
  return { problem, listeners, forget: () => setProblem(undefined) };
}

function describeValidity(
  { validity, type, minLength, validationMessage }: Control,
  mismatch: string | undefined,
): string {
  if (validity.valueMissing) return 'This field is required.';
  if (validity.typeMismatch && type === 'email') return 'Enter an email address, like name@example.com.';
  if (validity.typeMismatch && type === 'url') return 'Enter a URL, like https://example.com.';
  if (validity.tooShort) return `Use at least ${minLength} characters.`;
  if (validity.patternMismatch && mismatch !== undefined) return mismatch;
  return validationMessage;
}

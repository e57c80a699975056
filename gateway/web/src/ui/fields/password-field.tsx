import { useEffect, useRef, useState } from 'react';
import { TextField, type TextFieldProps } from './field.js';

/** A password, which the user can show while typing. It is hidden again as its form is sent, so that browsers do not keep it as a text. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'atEnd' | 'ref'>) {
  const [isShown, setShown] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const form = field.current?.form;
    const hide = (): void => setShown(false);
    form?.addEventListener('submit', hide);
    return () => form?.removeEventListener('submit', hide);
  }, []);
  return (
    <TextField
      maxLength={200}
      required
      {...props}
      ref={field}
      type={isShown ? 'text' : 'password'}
      atEnd={
        <button
          type="button"
          aria-pressed={isShown}
          // The focus stays in the field.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => setShown(!isShown)}
          className="absolute inset-y-0 right-0 rounded-md px-2.5 text-[13px] text-soft hover:text-ink aria-pressed:text-accent-strong"
        >
          Show<span className="sr-only"> password</span>
        </button>
      }
    />
  );
}

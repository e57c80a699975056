import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { describeError } from '../api/api-error.js';
import { call } from '../api/call.js';
import { Button } from '../ui/button.js';
import { TextField } from '../ui/field.js';
import { textOf } from '../ui/form-text.js';
import { Notice } from '../ui/notice.js';
import { TEXT_LINK } from '../ui/text-link.js';
import { SignInFrame } from './sign-in-frame.js';

export function ForgotPasswordPage() {
  const [isSent, setSent] = useState(false);
  const [problem, setProblem] = useState<string>();

  const request = async (form: FormData): Promise<void> => {
    setProblem(undefined);
    try {
      await call('auth.request_password_reset', { email: textOf(form, 'email') });
      setSent(true);
    } catch (error) {
      setProblem(describeError(error));
    }
  };

  return (
    <SignInFrame title="Forgotten password">
      {isSent ? (
        <Notice tone="good">
          If there is an account with this address, a link is on its way to it. It is good for an hour.
        </Notice>
      ) : (
        <form
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            void request(new FormData(event.currentTarget));
          }}
        >
          {problem !== undefined && <Notice tone="bad">{problem}</Notice>}
          <TextField
            label="E-mail"
            name="email"
            type="email"
            autoComplete="username"
            required
            maxLength={254}
            autoFocus
            hint="We send a link with which you set a new password."
          />
          <Button kind="primary" type="submit">
            Send the link
          </Button>
        </form>
      )}
      <p>
        <Link to="/login" className={TEXT_LINK}>
          Back to sign-in
        </Link>
      </p>
    </SignInFrame>
  );
}

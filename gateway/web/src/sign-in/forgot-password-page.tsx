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
import { usePublicConfig } from './use-public-config.js';

export function ForgotPasswordPage() {
  const config = usePublicConfig();
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
    <SignInFrame title="Forgot password">
      {config?.features.mail === false ? (
        <Notice>This installation doesn't send email. Ask your administrator for a password link.</Notice>
      ) : isSent ? (
        <Notice tone="good">If an account exists for this address, we've sent it a link. It works for 1 hour.</Notice>
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
            label="Email"
            name="email"
            type="email"
            autoComplete="username"
            required
            maxLength={254}
            autoFocus
            hint="We'll email you a link to set a new password."
          />
          <Button kind="primary" type="submit">
            Send link
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

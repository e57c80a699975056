import { useState } from 'react';
import { describeError } from '../api/api-error.js';
import { call } from '../api/call.js';
import { Button } from '../ui/button.js';
import { TextField } from '../ui/field.js';
import { textOf } from '../ui/form-text.js';
import { Notice } from '../ui/notice.js';

interface SignInFormProps {
  readonly onSignedIn: (userId: string) => void;
  /** Of the expected user; undefined for any. */
  readonly email?: string | undefined;
}

/** E-mail and password; the response's cookie is the session. */
export function SignInForm({ onSignedIn, email }: SignInFormProps) {
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  const signIn = async (form: FormData): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    try {
      const { user } = await call('auth.sign_in', {
        email: textOf(form, 'email'),
        password: textOf(form, 'password'),
      });
      onSignedIn(user.id);
    } catch (error) {
      setProblem(describeError(error));
      setBusy(false);
    }
  };

  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void signIn(new FormData(event.currentTarget));
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
        {...(email !== undefined && { defaultValue: email })}
        autoFocus={email === undefined}
      />
      <TextField
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        required
        maxLength={200}
        autoFocus={email !== undefined}
      />
      <Button kind="primary" type="submit" disabled={isBusy}>
        {isBusy ? 'Signing in…' : 'Sign in'}
      </Button>
    </form>
  );
}

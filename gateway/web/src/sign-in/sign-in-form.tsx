import { call } from '../api/call.js';
import { TextField } from '../ui/fields/field.js';
import { PasswordField } from '../ui/fields/password-field.js';
import { textOf } from '../ui/parsing/form-text.js';
import { VisitorForm } from './visitor-form.js';

interface SignInFormProps {
  readonly onSignedIn: (userId: string) => void;
  /** The expected user's email; undefined for any user. */
  readonly email?: string | undefined;
  readonly onEmail?: (typed: string) => void;
}

/** Email and password; the response's cookie is the session. */
export function SignInForm({ onSignedIn, email, onEmail }: SignInFormProps) {
  const signIn = async (form: FormData): Promise<void> => {
    const input = { email: textOf(form, 'email'), password: textOf(form, 'password') };
    onSignedIn((await call('auth.sign_in', input)).user.id);
  };
  return (
    <VisitorForm action="Sign in" busyAction="Signing in…" fields={['email', 'password']} submit={signIn}>
      {(errorAt) => (
        <>
          <TextField
            label="Email"
            name="email"
            type="email"
            autoComplete="username"
            required
            maxLength={254}
            {...(email !== undefined && { defaultValue: email })}
            autoFocus={email === undefined}
            {...(onEmail && { onInput: ({ currentTarget }) => onEmail(currentTarget.value) })}
            error={errorAt('email')}
          />
          <PasswordField
            label="Password"
            name="password"
            autoComplete="current-password"
            autoFocus={email !== undefined}
            error={errorAt('password')}
          />
        </>
      )}
    </VisitorForm>
  );
}

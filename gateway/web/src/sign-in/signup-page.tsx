import { safeNext } from '@svc/web/shared/paths';
import { usableTimeZone } from '@svc/web/shared/usable-time-zone';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { isApiError, refusedField } from '../api/api-error.js';
import { call } from '../api/call.js';
import { forgetKeptAccount } from '../shell/kept-account-key.js';
import { TextField } from '../ui/fields/field.js';
import { PasswordField } from '../ui/fields/password-field.js';
import { Notice } from '../ui/notice.js';
import { textOf } from '../ui/parsing/form-text.js';
import { TEXT_LINK } from '../ui/text-link.js';
import { SignInFrame } from './sign-in-frame.js';
import { usePublicConfig } from './use-public-config.js';
import { VisitorForm } from './visitor-form.js';

export function SignupPage() {
  const { next } = useSearch({ from: '/signup' });
  const config = usePublicConfig();
  const isClosed = config?.signupOpen === false;
  return (
    <SignInFrame title="Create an account">
      {isClosed ? (
        <Notice>Sign-up is closed. Ask your administrator for an account.</Notice>
      ) : (
        <SignupForm next={next} onSignedUp={() => location.assign(safeNext(next))} />
      )}
      <p>
        Already have an account?{' '}
        <Link to="/login" search={next === undefined ? {} : { next }} className={TEXT_LINK}>
          Sign in
        </Link>
      </p>
    </SignInFrame>
  );
}

/** A language tag in words: `en-US` is "English (United States)". */
function regionNameOf(locale: string): string {
  return new Intl.DisplayNames('en', { type: 'language', languageDisplay: 'standard' }).of(locale) ?? locale;
}

interface SignupFormProps {
  /** The page to open afterwards. */
  readonly next: string | undefined;
  readonly onSignedUp: () => void;
}

function SignupForm({ next, onSignedUp }: SignupFormProps) {
  // The email of the last try, if it has an account.
  const [taken, setTaken] = useState<string>();
  const { timeZone: ofSystem, locale } = new Intl.DateTimeFormat().resolvedOptions();
  const timeZone = usableTimeZone(ofSystem);
  const signUp = async (form: FormData): Promise<void> => {
    const email = textOf(form, 'email');
    setTaken(undefined);
    try {
      await call('auth.sign_up', { name: textOf(form, 'name'), email, password: textOf(form, 'password') });
    } catch (error) {
      if (!isApiError(error) || error.code !== 'EMAIL_TAKEN') throw error;
      setTaken(email);
      throw refusedField('email', error.message);
    }
    // The format of days and numbers depends on these. The account exists even if this fails.
    await call('settings.update', { timeZone, locale }).catch(() => undefined);
    forgetKeptAccount();
    onSignedUp();
  };
  return (
    <VisitorForm action="Create account" busyAction="Creating…" fields={['name', 'email', 'password']} submit={signUp}>
      {(errorAt) => (
        <>
          <TextField
            label="Name"
            name="name"
            autoComplete="name"
            required
            maxLength={200}
            autoFocus
            error={errorAt('name')}
          />
          <TextField
            label="Email"
            name="email"
            type="email"
            autoComplete="username"
            required
            maxLength={254}
            error={taken === undefined ? errorAt('email') : <TakenEmail email={taken} next={next} />}
          />
          <PasswordField
            label="Password"
            name="password"
            autoComplete="new-password"
            minLength={8}
            hint="At least 8 characters."
            error={errorAt('password')}
          />
          <p className="text-soft">
            Time zone: {timeZone.split('/').at(-1)?.replaceAll('_', ' ')} · Format: {regionNameOf(locale)}. Change both
            later in Settings.
          </p>
        </>
      )}
    </VisitorForm>
  );
}

function TakenEmail({ email, next }: { readonly email: string; readonly next: string | undefined }) {
  return (
    <>
      An account with this email address already exists.{' '}
      <Link to="/login" search={next === undefined ? {} : { next }} state={{ email }} className={TEXT_LINK}>
        Sign in
      </Link>{' '}
      instead.
    </>
  );
}

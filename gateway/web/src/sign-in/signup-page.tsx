import { safeNext } from '@svc/web/shared/paths';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { type ApiError, describeError, isApiError } from '../api/api-error.js';
import { call } from '../api/call.js';
import { Button } from '../ui/button.js';
import { TextField } from '../ui/field.js';
import { textOf } from '../ui/form-text.js';
import { Notice } from '../ui/notice.js';
import { TEXT_LINK } from '../ui/text-link.js';
import { SignInFrame } from './sign-in-frame.js';
import { usePublicConfig } from './use-public-config.js';

export function SignupPage() {
  const { next } = useSearch({ from: '/signup' });
  const config = usePublicConfig();
  const isClosed = config?.signupOpen === false;
  return (
    <SignInFrame title="Create an account">
      {isClosed ? (
        <Notice>Sign-up is closed. Ask your administrator for an account.</Notice>
      ) : (
        <SignupForm onSignedUp={() => location.assign(safeNext(next))} />
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

function SignupForm({ onSignedUp }: { readonly onSignedUp: () => void }) {
  const [error, setError] = useState<ApiError>();
  const [isBusy, setBusy] = useState(false);
  const { timeZone, locale } = new Intl.DateTimeFormat().resolvedOptions();

  const signUp = async (form: FormData): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      await call('auth.sign_up', {
        name: textOf(form, 'name'),
        email: textOf(form, 'email'),
        password: textOf(form, 'password'),
      });
      // The format of days and numbers depends on these. The account exists even if this fails.
      await call('settings.update', { timeZone, locale }).catch(() => undefined);
      onSignedUp();
    } catch (refusal) {
      if (!isApiError(refusal)) throw refusal;
      setError(refusal);
      setBusy(false);
    }
  };

  const emailError = error?.code === 'EMAIL_TAKEN' ? error.message : error?.messageAt('email');
  const fieldErrors = { name: error?.messageAt('name'), email: emailError, password: error?.messageAt('password') };
  const isAtField = Object.values(fieldErrors).some((message) => message !== undefined);
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void signUp(new FormData(event.currentTarget));
      }}
    >
      {error && !isAtField && <Notice tone="bad">{describeError(error)}</Notice>}
      <TextField
        label="Name"
        name="name"
        autoComplete="name"
        required
        maxLength={200}
        autoFocus
        error={fieldErrors.name}
      />
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        required
        maxLength={254}
        error={fieldErrors.email}
      />
      <TextField
        label="Password"
        name="password"
        type="password"
        autoComplete="new-password"
        required
        minLength={8}
        maxLength={200}
        hint="At least 8 characters."
        error={fieldErrors.password}
      />
      <p className="text-soft">
        Time zone: {timeZone.split('/').at(-1)?.replaceAll('_', ' ')} · Format: {regionNameOf(locale)}. Change both
        later in Settings.
      </p>
      <Button kind="primary" type="submit" disabled={isBusy}>
        {isBusy ? 'Creating…' : 'Create account'}
      </Button>
    </form>
  );
}

import { safeNext } from '@svc/web/shared/paths';
import { usableTimeZone } from '@svc/web/shared/usable-time-zone';
import { Link, useSearch } from '@tanstack/react-router';
import { isApiError, refusedField } from '../api/api-error.js';
import { call } from '../api/call.js';
import { TextField } from '../ui/fields/field.js';
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
  const { timeZone: ofSystem, locale } = new Intl.DateTimeFormat().resolvedOptions();
  const timeZone = usableTimeZone(ofSystem);
  const signUp = async (form: FormData): Promise<void> => {
    try {
      await call('auth.sign_up', {
        name: textOf(form, 'name'),
        email: textOf(form, 'email'),
        password: textOf(form, 'password'),
      });
    } catch (error) {
      throw isApiError(error) && error.code === 'EMAIL_TAKEN' ? refusedField('email', error.message) : error;
    }
    // The format of days and numbers depends on these. The account exists even if this fails.
    await call('settings.update', { timeZone, locale }).catch(() => undefined);
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
            error={errorAt('email')}
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

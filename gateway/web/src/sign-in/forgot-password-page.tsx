import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../api/call.js';
import { TextField } from '../ui/fields/field.js';
import { Notice } from '../ui/notice.js';
import { textOf } from '../ui/parsing/form-text.js';
import { TEXT_LINK } from '../ui/text-link.js';
import { useCarriedEmail } from './carried-email.js';
import { SignInFrame } from './sign-in-frame.js';
import { usePublicConfig } from './use-public-config.js';
import { VisitorForm } from './visitor-form.js';

export function ForgotPasswordPage() {
  const { next } = useSearch({ from: '/forgot-password' });
  const config = usePublicConfig();
  const carried = useCarriedEmail();
  const [isSent, setSent] = useState(false);
  const request = async (form: FormData): Promise<void> => {
    await call('auth.request_password_reset', { email: textOf(form, 'email') });
    keepNext(next);
    setSent(true);
  };

  return (
    <SignInFrame title="Forgot password">
      {config?.features.mail === false ? (
        <Notice>This installation doesn't send email. Ask your administrator for a password link.</Notice>
      ) : isSent ? (
        <Notice tone="good">If an account exists for this address, we've sent it a link. It works for 1 hour.</Notice>
      ) : (
        <VisitorForm action="Send link" busyAction="Sending…" fields={['email']} submit={request}>
          {(errorAt) => (
            <TextField
              label="Email"
              name="email"
              type="email"
              autoComplete="username"
              required
              maxLength={254}
              defaultValue={carried}
              autoFocus
              hint="We'll email you a link to set a new password."
              error={errorAt('email')}
            />
          )}
        </VisitorForm>
      )}
      <p>
        <Link to="/login" search={next === undefined ? {} : { next }} state={{ email: carried }} className={TEXT_LINK}>
          Back to sign-in
        </Link>
      </p>
    </SignInFrame>
  );
}

/** Keeps the page to open after the reset for the pages behind the mailed link, which the server makes, for as long as the link is valid. */
function keepNext(next: string | undefined): void {
  const seconds = next === undefined ? 0 : 3_600;
  document.cookie = `svc_next=${encodeURIComponent(next ?? '')}; Path=/reset-password; Max-Age=${seconds}; SameSite=Lax`;
}

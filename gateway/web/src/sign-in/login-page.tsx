import { safeNext } from '@svc/web/shared/paths';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { forgetKeptAccount } from '../shell/kept-account-key.js';
import { TEXT_LINK } from '../ui/text-link.js';
import { useCarriedEmail } from './carried-email.js';
import { SignInForm } from './sign-in-form.js';
import { SignInFrame } from './sign-in-frame.js';
import { usePublicConfig } from './use-public-config.js';

export function LoginPage() {
  const { next } = useSearch({ from: '/login' });
  const config = usePublicConfig();
  const carried = useCarriedEmail();
  const [email, setEmail] = useState(carried);
  const search = next === undefined ? {} : { next };
  return (
    <SignInFrame title={`Sign in${config ? ` to ${config.appName}` : ''}`}>
      {next?.startsWith('/approvals') === true && (
        <p className="text-soft">An agent is asking for your approval. Sign in to see the request.</p>
      )}
      <SignInForm
        onSignedIn={() => {
          forgetKeptAccount();
          location.assign(safeNext(next));
        }}
        email={carried === '' ? undefined : carried}
        onEmail={setEmail}
      />
      <ul className="flex flex-col gap-2">
        <li>
          <Link to="/forgot-password" search={search} state={{ email }} className={TEXT_LINK}>
            Forgot password?
          </Link>
        </li>
        {config?.signupOpen === true && (
          <li>
            New here?{' '}
            <Link to="/signup" search={search} className={TEXT_LINK}>
              Create an account
            </Link>
          </li>
        )}
      </ul>
    </SignInFrame>
  );
}

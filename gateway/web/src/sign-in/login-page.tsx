import { safeNext } from '@svc/web/shared/paths';
import { Link, useSearch } from '@tanstack/react-router';
import { useOperation } from '../api/queries.js';
import { SignInForm } from './sign-in-form.js';
import { SignInFrame, TEXT_LINK } from './sign-in-frame.js';

export function LoginPage() {
  const { next } = useSearch({ from: '/login' });
  const config = useOperation('public.get_config', {});
  return (
    <SignInFrame title={`Sign in${config.data ? ` to ${config.data.appName}` : ''}`}>
      <SignInForm onSignedIn={() => location.assign(safeNext(next))} />
      <ul className="flex flex-col gap-2">
        <li>
          <Link to="/forgot-password" className={TEXT_LINK}>
            I have forgotten my password
          </Link>
        </li>
        {config.data?.signupOpen === true && (
          <li>
            New here?{' '}
            <Link to="/signup" search={next === undefined ? {} : { next }} className={TEXT_LINK}>
              Create an account
            </Link>
          </li>
        )}
      </ul>
    </SignInFrame>
  );
}

import { AppError } from '@svc/chassis/errors/app-error';
import type { StubHandlers, TestGateway } from './test-gateway.js';

/** A user with an account, as identity describes them. */
export const DANA = {
  id: '01900000-0000-7000-8000-000000000002',
  email: 'dana@example.com',
  name: 'Dana <b>',
  role: 'user',
  createdAt: new Date(),
  updatedAt: new Date(),
  version: 1,
  emailConfirmed: false,
};

/** Lets Dana sign in with the password `right`, and gives her the session from `newSession`. */
export function signInOfDana(newSession: () => string): NonNullable<StubHandlers['accounts']>['signIn'] {
  return async ({ password }) => {
    if (password === 'right') return { session: { user: DANA, token: newSession(), expiresAt: new Date() } };
    throw AppError.restore({ kind: 'unauthenticated', code: 'INVALID_CREDENTIALS', message: 'Wrong.' });
  };
}

/** Opens pages and submits forms as the browser of a signed-in user, or with other headers. */
export function visitPages(gateway: () => TestGateway) {
  const cookie = () => ({ cookie: `svc_session=${gateway().signIn().token}` });
  return {
    cookie,
    open: (path: string, headers: Record<string, string> = cookie()) => gateway().fetch(path, { headers }),
    submit: (path: string, fields: Record<string, string>, headers: Record<string, string> = cookie()) =>
      gateway().fetch(path, {
        method: 'POST',
        headers: { origin: gateway().url, ...headers },
        body: new URLSearchParams(fields),
      }),
  };
}

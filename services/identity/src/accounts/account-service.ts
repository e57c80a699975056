import { notFound } from '@svc/chassis/errors/app-error';
import { pageOf } from '@svc/chassis/grpc/paging';
import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import type { Outbox } from '@svc/chassis/outbox/outbox';
import type { Pool } from '@svc/chassis/postgres/pool';
import type { AccountServiceService } from '@svc/proto/identity/v1/account_service';
import { requestPasswordReset, type SendResetLink } from '../password-resets/request-password-reset.js';
import { resetPassword } from '../password-resets/reset-password.js';
import { deleteSession, deleteSessions, listSessions } from '../sessions/session-repo.js';
import { listActiveTeams } from '../teams/membership-repo.js';
import { changePassword } from './change-password.js';
import { deleteAccount } from './delete-account.js';
import type { SignInLimit } from './sign-in-limit.js';
import { signIn } from './sign-in.js';
import { signUp } from './sign-up.js';
import { updateAccount } from './update-account.js';
import { findUser } from './user-repo.js';

export interface AccountDependencies {
  readonly pool: Pool;
  readonly outbox: Outbox;
  readonly signInLimit: SignInLimit;
  /** Undefined when mail is not configured. */
  readonly sendResetLink: SendResetLink | undefined;
  /** Returns when no gateway can still take the ended right for granted. */
  readonly untilForgotten: () => Promise<void>;
}

/** Accounts and sessions. What takes a right away answers only once nobody can still use it. */
export function accountService(dependencies: AccountDependencies): ServiceHandlers<typeof AccountServiceService> {
  const { pool, outbox, signInLimit, sendResetLink, untilForgotten } = dependencies;
  return {
    signUp: async (request) => ({ session: await signUp(pool, request) }),
    signIn: async (request) => ({ session: await signIn(pool, signInLimit, request) }),
    signOut: async (_request, { signedIn }) => {
      await deleteSession(pool, signedIn.userId, signedIn.sessionId);
      await untilForgotten();
      return {};
    },
    signOutEverywhere: async (_request, { user }) => {
      await deleteSessions(pool, user.userId, null);
      await untilForgotten();
      return {};
    },
    getAccount: async (_request, { user: { userId } }) => {
      const [user, teams] = await Promise.all([findUser(pool, userId), listActiveTeams(pool, userId)]);
      if (!user) throw notFound('account');
      return { user, teams };
    },
    updateAccount: async (request, call) => {
      const user = await updateAccount(pool, call.user, request);
      const teams = await listActiveTeams(pool, user.id);
      // The name travels with the caller: the next request has to see its own change.
      await untilForgotten();
      return { user, teams };
    },
    changePassword: async (request, { signedIn }) => {
      await changePassword(pool, signedIn, request);
      await untilForgotten();
      return {};
    },
    requestPasswordReset: async (request) => {
      await requestPasswordReset(pool, signInLimit, sendResetLink, request);
      return {};
    },
    resetPassword: async (request) => {
      await resetPassword(pool, request);
      await untilForgotten();
      return {};
    },
    listSessions: async (request, { signedIn }) => {
      const { limit, offset } = pageOf(request);
      const { sessions, total } = await listSessions(pool, signedIn.userId, limit, offset);
      return {
        sessions: sessions.map((session) => ({ ...session, current: session.id === signedIn.sessionId })),
        totalSize: total,
      };
    },
    revokeSession: async ({ sessionId }, { user }) => {
      if (!(await deleteSession(pool, user.userId, sessionId))) throw notFound('session');
      await untilForgotten();
      return {};
    },
    deleteAccount: async ({ password }, { user }) => {
      await deleteAccount(pool, outbox, user, password);
      await untilForgotten();
      return {};
    },
  };
}

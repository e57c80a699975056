import { noSuch } from '@svc/chassis/errors/app-error';
import { pageOf } from '@svc/chassis/grpc/paging';
import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import type { Write } from '@svc/chassis/grpc/write';
import type { Outbox } from '@svc/chassis/outbox/outbox';
import type { Pool } from '@svc/chassis/postgres/pool';
import { AccountService as methods } from '@svc/proto/identity/v1/account_service';
import { requestPasswordReset } from '../password-resets/request-password-reset.js';
import { preparePasswordReset, resetPassword } from '../password-resets/reset-password.js';
import type { ReminderLimits } from '../reminders/reminder-limits.js';
import { deleteSession, deleteSessions, findSession, listSessions } from '../sessions/session-repo.js';
import { listActiveTeams } from '../teams/membership-repo.js';
import { changeEmail, prepareEmailChange } from './change-email.js';
import { changePassword, preparePasswordChange } from './change-password.js';
import { checkPassword } from './check-password.js';
import { deleteAccount } from './delete-account.js';
import { signIn } from './sign-in.js';
import type { SignInLimit } from './sign-in-limit.js';
import { prepareSignUp, signUp } from './sign-up.js';
import { updateAccount } from './update-account.js';
import { findUser } from './user-repo.js';

export interface AccountDependencies {
  readonly pool: Pool;
  readonly write: Write;
  readonly outbox: Outbox;
  readonly signInLimit: SignInLimit;
  readonly reminderLimits: Pick<ReminderLimits, 'countConfirmationMail'>;
  /** Undefined when mail is not configured. */
  readonly sendsMail: boolean;
  /** Resolves when no gateway still caches the revoked permission. */
  readonly untilForgotten: () => Promise<void>;
}

/** Accounts and sessions. A method that revokes a permission returns only when it can no longer be used. */
export function accountHandlers(dependencies: AccountDependencies): ServiceHandlers<typeof methods> {
  const { pool, write, outbox, signInLimit, reminderLimits, sendsMail, untilForgotten } = dependencies;
  return {
    signUp: write(methods.signUp, {
      before: (request) => prepareSignUp(pool, signInLimit, request),
      work: async (tx, request, _call, passwordHash) => ({ session: await signUp(tx, request, passwordHash) }),
    }),
    signIn: async (request) => ({ session: await signIn(pool, signInLimit, request) }),
    signOut: write(methods.signOut, {
      work: async (tx, _request, { signedIn }) => {
        await deleteSession(tx, signedIn.userId, signedIn.sessionId);
      },
      after: untilForgotten,
    }),
    signOutEverywhere: write(methods.signOutEverywhere, {
      work: (tx, _request, { user }) => deleteSessions(tx, user.userId, null),
      after: untilForgotten,
    }),
    getAccount: async (_request, { signedIn: { userId, sessionId } }) => {
      const [user, teams, session] = await Promise.all([
        findUser(pool, userId),
        listActiveTeams(pool, userId),
        findSession(pool, userId, sessionId),
      ]);
      if (!user) throw noSuch('account');
      return { user, teams, session };
    },
    getSenderName: async ({ userId }) => {
      const user = await findUser(pool, userId);
      if (!user) throw noSuch('account');
      return { name: user.name };
    },
    updateAccount: write(methods.updateAccount, async (tx, request, call) => {
      const user = await updateAccount(tx, call.user, request);
      return { user, teams: await listActiveTeams(tx, user.id) };
    }),
    changePassword: write(methods.changePassword, {
      before: (request, { signedIn }) => preparePasswordChange(pool, signInLimit, signedIn, request),
      work: (tx, _request, { signedIn }, change) => changePassword(tx, signedIn, change),
      after: untilForgotten,
    }),
    changeEmail: write(methods.changeEmail, {
      before: (request, { signedIn }) =>
        prepareEmailChange(pool, { signIns: signInLimit, mails: reminderLimits }, signedIn, request),
      work: (tx, request, { signedIn }, proven) => changeEmail(tx, { outbox, sendsMail }, signedIn, request, proven),
    }),
    requestPasswordReset: (request) => requestPasswordReset({ pool, outbox, sendsMail }, signInLimit, request),
    resetPassword: write(methods.resetPassword, {
      before: (request) => preparePasswordReset(pool, request),
      inTurn: async (_request, _call, transact, { email }) => {
        const answer = await transact();
        await signInLimit.forget(email);
        return answer;
      },
      work: (tx, { token }, _call, { passwordHash }) => resetPassword(tx, token, passwordHash),
      after: untilForgotten,
    }),
    listSessions: async (request, { signedIn }) => {
      const { rows: sessions, total } = await listSessions(pool, signedIn.userId, pageOf(request));
      return {
        sessions: sessions.map((session) => ({ ...session, current: session.id === signedIn.sessionId })),
        totalSize: total,
      };
    },
    revokeSession: write(methods.revokeSession, {
      work: async (tx, { sessionId }, { user }) => {
        if (!(await deleteSession(tx, user.userId, sessionId))) throw noSuch('session');
      },
      after: untilForgotten,
    }),
    deleteAccount: write(methods.deleteAccount, {
      before: ({ password }, { signedIn }) => checkPassword(pool, signInLimit, signedIn, password),
      work: (tx, _request, { signedIn }, proven) => deleteAccount(tx, outbox, signedIn, proven),
      after: untilForgotten,
    }),
  };
}

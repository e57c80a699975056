import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { inTransaction } from '@svc/chassis/postgres/transaction';
import { eventually } from '@svc/chassis/testing/eventually';
import { AccountService } from '@svc/proto/identity/v1/account_service';
import { v7 as newId } from 'uuid';
import { createResetLink } from '../password-resets/reset-link.js';
import { deleteSessions } from '../sessions/session-repo.js';
import { AUTH_REUSE_MS, CLIENT, type IdentityService, PASSWORD, startIdentity } from '../testing/identity-service.js';
import { updatePassword } from './user-repo.js';

let identity: IdentityService;

beforeAll(async () => {
  identity = await startIdentity();
});

afterAll(() => identity.stop());

const outcome = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'done',
    (error: { code?: string }) => error.code ?? 'failed',
  );

/** Returns the statements that are waiting for a lock. */
const waiting = async () =>
  (
    await identity.pool.query(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
  ).rows;

const signIn = (email: string, password: string, address = CLIENT.address) =>
  identity.accounts.signIn({ email, password, client: { ...CLIENT, address } });

test('signing up opens a session of the new user', async () => {
  const { session, email, principal } = await identity.signUp('Dana');

  expect(session.user).toMatchObject({ email, name: 'Dana', role: 'user', version: 1 });
  expect(session.token).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(principal).toMatchObject({ userId: session.user?.id, kind: 'user', role: 'user', teams: [] });
});

test('visitors of a shared link see only the name of the user who sent it', async () => {
  const { principal } = await identity.signUp();
  const anyone = identity.as(undefined, AccountService);

  expect(await anyone.getSenderName({ userId: principal.userId })).toEqual({ name: expect.any(String) });
  await expect(anyone.getSenderName({ userId: newId() })).rejects.toMatchObject({ kind: 'not_found' });
});

test('the account names the calling session, and none once it has ended', async () => {
  const first = await identity.signUp();
  const { session: second } = await signIn(first.email, PASSWORD);
  const accounts = identity.as(first.principal, AccountService);

  const { session } = await accounts.getAccount({});

  expect(session).toEqual({
    id: first.principal.sessionId,
    signedInAt: expect.any(Date),
    expiresAt: first.session.expiresAt,
  });
  const inSecond = await identity.principalOf(second?.token ?? '');
  if (!inSecond) throw new Error('The second session opens nothing.');
  expect((await identity.as(inSecond, AccountService).getAccount({})).session?.id).toBe(inSecond.sessionId);
  await identity.as(inSecond, AccountService).revokeSession({ sessionId: first.principal.sessionId });
  expect(await accounts.getAccount({})).toMatchObject({ user: { email: first.email }, session: null });
});

test('an email address is accepted in any case', async () => {
  const { email } = await identity.signUp();

  const again = identity.accounts.signUp({ email: email.toUpperCase(), password: PASSWORD, name: 'X', client: CLIENT });

  await expect(again).rejects.toMatchObject({ kind: 'conflict', code: 'EMAIL_TAKEN' });
});

test('neither password nor session token is stored', async () => {
  const { session } = await identity.signUp();

  const { rows } = await identity.pool.query<{ row: string }>(
    `select u::text || s::text as row
       from identity.users u join identity.sessions s on s.user_id = u.id
      where u.id = $1`,
    [session.user?.id],
  );

  expect(rows[0]?.row).toContain('$argon2id$v=19$m=19456,t=2,p=1$');
  expect(rows[0]?.row).not.toContain(PASSWORD);
  expect(rows[0]?.row).not.toContain(session.token);
});

test('a wrong password and an unknown address get the same response', async () => {
  const { email } = await identity.signUp();

  const wrong = await signIn(email, 'not the password').catch((error: unknown) => error);
  const unknown = await signIn('nobody@example.com', 'not the password').catch((error: unknown) => error);

  expect(wrong).toMatchObject({ kind: 'unauthenticated', code: 'INVALID_CREDENTIALS' });
  expect(unknown).toEqual(wrong);
});

test('after ten failed attempts from one address even the right password is refused, but not from another address', async () => {
  const { email } = await identity.signUp();
  const address = '198.51.100.1';
  // Sequential, because a busy process refuses to check some concurrent attempts, and counts only those it has checked.
  for (let i = 0; i < 10; i += 1) await signIn(email, 'wrong', address).catch(() => undefined);

  await expect(signIn(email, PASSWORD, address)).rejects.toMatchObject({
    kind: 'rate_limited',
    retryAfterSeconds: expect.any(Number),
  });
  await expect(signIn(email, PASSWORD, '198.51.100.2')).resolves.toMatchObject({ session: { user: { email } } });
});

test('a successful sign-in resets the earlier attempts', async () => {
  const { email } = await identity.signUp();
  const address = '198.51.100.3';

  for (let round = 0; round < 3; round += 1) {
    for (let i = 0; i < 6; i += 1) await signIn(email, 'wrong', address).catch(() => undefined);
    await expect(signIn(email, PASSWORD, address)).resolves.toBeDefined();
  }
});

test('signing out ends the session, and returns only when no gateway caches it any longer', async () => {
  const { session, principal } = await identity.signUp();
  const startedAt = performance.now();

  await identity.as(principal, AccountService).signOut({});

  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(AUTH_REUSE_MS - 1);
  expect(await identity.principalOf(session.token)).toBeUndefined();
});

test('signing out everywhere ends every session of the user and none of others', async () => {
  const mine = await identity.signUp();
  const other = await identity.signUp();
  const second = await signIn(mine.email, PASSWORD);

  await identity.as(mine.principal, AccountService).signOutEverywhere({});

  expect(await identity.principalOf(mine.session.token)).toBeUndefined();
  expect(await identity.principalOf(second.session?.token ?? '')).toBeUndefined();
  expect(await identity.principalOf(other.session.token)).toBeDefined();
});

test('changing the password ends the other sessions, and only the new one works', async () => {
  const { session, email, principal } = await identity.signUp();
  const second = await signIn(email, PASSWORD);
  const newPassword = 'another good password';

  await identity.as(principal, AccountService).changePassword({ currentPassword: PASSWORD, newPassword });

  expect(await identity.principalOf(session.token)).toBeDefined();
  expect(await identity.principalOf(second.session?.token ?? '')).toBeUndefined();
  await expect(signIn(email, PASSWORD)).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' });
  await expect(signIn(email, newPassword)).resolves.toBeDefined();
});

test('a password is not changed without the current password', async () => {
  const { principal } = await identity.signUp();

  const change = identity
    .as(principal, AccountService)
    .changePassword({ currentPassword: 'guessed', newPassword: 'another good password' });

  await expect(change).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' });
});

test('a password that changes while it is being checked grants nothing', async () => {
  const { email, principal } = await identity.signUp();

  const late = await inTransaction(identity.pool, async (tx) => {
    await updatePassword(tx, principal.userId, 'another hash');
    await deleteSessions(tx, principal.userId, null);
    const signingIn = outcome(signIn(email, PASSWORD));
    await eventually(async () => expect(await waiting()).toHaveLength(1));
    return { signingIn };
  });

  expect(await late.signingIn).toBe('INVALID_CREDENTIALS');
  const { rows } = await identity.pool.query(`select 1 from identity.sessions where user_id = $1`, [principal.userId]);
  expect(rows).toEqual([]);
});

test.each([
  ['its session ends with a reset', true, 'UNAUTHENTICATED'],
  ['another change of the same session comes first', false, 'INVALID_CREDENTIALS'],
])('a checked password neither changes nor deletes anything once %s', async (_what, ends, code) => {
  const { principal } = await identity.signUp();
  const mine = identity.as(principal, AccountService);

  const { changing, deleting } = await inTransaction(identity.pool, async (tx) => {
    await updatePassword(tx, principal.userId, 'another hash');
    if (ends) await deleteSessions(tx, principal.userId, null);
    const late = {
      changing: outcome(mine.changePassword({ currentPassword: PASSWORD, newPassword: 'another good password' })),
      deleting: outcome(mine.deleteAccount({ password: PASSWORD })),
    };
    await eventually(async () => expect(await waiting()).toHaveLength(2));
    return late;
  });

  expect([await changing, await deleting]).toEqual([code, code]);
  const { rows } = await identity.pool.query(`select password_hash as hash from identity.users where id = $1`, [
    principal.userId,
  ]);
  expect(rows).toEqual([{ hash: 'another hash' }]);
});

test('password attempts are limited by session, and other sessions of the account are not affected', async () => {
  const { email, principal } = await identity.signUp();
  const other = await identity.principalOf((await signIn(email, PASSWORD)).session?.token ?? '');
  const change = (who: typeof principal, currentPassword: string) =>
    outcome(identity.as(who, AccountService).changePassword({ currentPassword, newPassword: PASSWORD }));
  const remove = (who: typeof principal, password: string) =>
    outcome(identity.as(who, AccountService).deleteAccount({ password }));

  for (let tries = 0; tries < 5; tries += 1) {
    expect(await change(principal, 'guessed')).toBe('INVALID_CREDENTIALS');
    expect(await remove(principal, 'guessed')).toBe('INVALID_CREDENTIALS');
  }

  expect([await change(principal, PASSWORD), await remove(principal, PASSWORD)]).toEqual([
    'RATE_LIMITED',
    'RATE_LIMITED',
  ]);
  expect(await change(other!, PASSWORD)).toBe('done');
});

test('sign-ups and failed sign-ins are limited by network, for any addresses', async () => {
  const inNetwork = (index: number): string => `2001:db8:77::${(index + 1).toString(16)}`;
  const { email } = await identity.signUp();
  // In small batches, because an attempt that finds a full queue is not checked and does not count.
  for (let batch = 0; batch < 20; batch += 1) {
    const failing = Array.from({ length: 3 }, (_, index) =>
      outcome(signIn(`${newId()}@example.com`, 'guessed', inNetwork(3 * batch + index))),
    );
    expect(new Set(await Promise.all(failing))).toEqual(new Set(['INVALID_CREDENTIALS']));
  }

  expect(await outcome(signIn(email, PASSWORD, inNetwork(99)))).toBe('RATE_LIMITED');
  expect(await outcome(signIn(email, PASSWORD, '2001:db8:78::1'))).toBe('done');
});

test('changing the password ends pending reset links', async () => {
  const { principal } = await identity.signUp();
  const token = new URL(await createResetLink(identity.pool, principal.userId, 'by hand', 'https://app.example'))
    .searchParams;

  await identity
    .as(principal, AccountService)
    .changePassword({ currentPassword: PASSWORD, newPassword: 'another good password' });

  const reset = identity.accounts.resetPassword({ token: token.get('token') ?? '', newPassword: PASSWORD });
  expect(await outcome(reset)).toBe('INVALID_CREDENTIALS');
});

test('a changed email is the one to sign in with, and ends links that were mailed to the previous one', async () => {
  const { principal, email } = await identity.signUp();
  const mailed = await createResetLink(identity.pool, principal.userId, 'mailed', 'https://app.example');
  await identity.pool.query(`update identity.users set email_confirmed_at = now() where id = $1`, [principal.userId]);
  const accounts = identity.as(principal, AccountService);
  const changeTo = (address: string) => accounts.changeEmail({ password: PASSWORD, email: address });
  const isConfirmed = async () => (await accounts.getAccount({})).user?.emailConfirmed;
  const links = async () =>
    (await identity.pool.query(`select from identity.password_resets where user_id = $1`, [principal.userId])).rows;

  await changeTo(email.toUpperCase());
  expect([await isConfirmed(), (await links()).length]).toEqual([true, 1]);
  const newEmail = `new-${email}`;
  await changeTo(newEmail);

  expect(await isConfirmed()).toBe(false);
  await expect(signIn(email, PASSWORD)).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' });
  expect((await signIn(newEmail, PASSWORD)).session?.user?.id).toBe(principal.userId);
  const token = new URL(mailed).searchParams.get('token') ?? '';
  expect(await outcome(identity.accounts.resetPassword({ token, newPassword: PASSWORD }))).toBe('INVALID_CREDENTIALS');
});

test('an email is changed only with the password, to an address that no other account has, and a few times an hour', async () => {
  const { principal, email } = await identity.signUp();
  const other = await identity.signUp();
  const change = (address: string, password = PASSWORD) =>
    outcome(identity.as(principal, AccountService).changeEmail({ password, email: address }));

  expect(await change(`new-${email}`, 'guessed')).toBe('INVALID_CREDENTIALS');
  expect(await change(other.email.toUpperCase())).toBe('EMAIL_TAKEN');
  const more = await Promise.all(Array.from({ length: 6 }, (_each, index) => change(`${index}-${email}`)));
  expect(more).toContain('done');
  expect(more).toContain('RATE_LIMITED');
});

test('sessions are listed with their device, and only their owner can end one', async () => {
  const { email, principal } = await identity.signUp();
  const stranger = await identity.signUp();
  const second = await signIn(email, PASSWORD);
  const mine = identity.as(principal, AccountService);

  const { sessions, totalSize } = await mine.listSessions({ pageSize: 0, skip: 0 });
  const other = sessions.find((session) => !session.current);

  expect(totalSize).toBe(2);
  expect(sessions.map((session) => session.device)).toEqual(['Firefox on Linux', 'Firefox on Linux']);
  await expect(
    identity.as(stranger.principal, AccountService).revokeSession({ sessionId: other?.id ?? '' }),
  ).rejects.toMatchObject({ kind: 'not_found' });
  await mine.revokeSession({ sessionId: other?.id ?? '' });
  expect(await identity.principalOf(second.session?.token ?? '')).toBeUndefined();
});

test('a name is changed only once per version that the user saw', async () => {
  const { principal } = await identity.signUp();
  const mine = identity.as(principal, AccountService);

  const { user } = await mine.updateAccount({ name: 'Dana B.', expectedVersion: 1 });

  expect(user).toMatchObject({ name: 'Dana B.', version: 2 });
  await expect(mine.updateAccount({ name: 'Dana C.', expectedVersion: 1 })).rejects.toMatchObject({
    kind: 'stale',
    code: 'VERSION_CONFLICT',
  });
});

test('requesting a reset link returns the same with and without an account, and mails only an existing account', async () => {
  const { email, session } = await identity.signUp();

  const known = await identity.accounts.requestPasswordReset({ email, client: CLIENT });
  const unknown = await identity.accounts.requestPasswordReset({ email: 'nobody@example.com', client: CLIENT });

  expect(known).toEqual(unknown);
  const reset = () => identity.mails.filter(({ subject }) => subject.startsWith('Reset'));
  await eventually(() => expect(reset().map(({ to }) => to.address)).toEqual([session.user?.email]));
});

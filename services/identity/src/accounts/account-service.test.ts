import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { AccountServiceService } from '@svc/proto/identity/v1/account_service';
import { AUTH_REUSE_MS, CLIENT, PASSWORD, startIdentity, type IdentityService } from '../testing/identity-service.js';

let identity: IdentityService;

beforeAll(async () => {
  identity = await startIdentity();
});

afterAll(() => identity.stop());

const signIn = (email: string, password: string, address = CLIENT.address) =>
  identity.accounts.signIn({ email, password, client: { ...CLIENT, address } });

test('signing up opens a session that belongs to the new user', async () => {
  const { session, email, principal } = await identity.signUp('Dana');

  expect(session.user).toMatchObject({ email, name: 'Dana', role: 'user', version: 1 });
  expect(session.token).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(principal).toMatchObject({ userId: session.user?.id, kind: 'user', role: 'user', teams: [] });
});

test('an address is taken in whatever case it comes', async () => {
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

test('a wrong password and an unknown address get the same answer', async () => {
  const { email } = await identity.signUp();

  const wrong = await signIn(email, 'not the password').catch((error: unknown) => error);
  const unknown = await signIn('nobody@example.com', 'not the password').catch((error: unknown) => error);

  expect(wrong).toMatchObject({ kind: 'unauthenticated', code: 'INVALID_CREDENTIALS' });
  expect(unknown).toEqual(wrong);
});

test('after ten wrong tries from one address even the right password waits, from another address it does not', async () => {
  const { email } = await identity.signUp();
  const address = '198.51.100.1';
  const tries = Array.from({ length: 10 }, () => signIn(email, 'wrong', address).catch((error: unknown) => error));
  await Promise.all(tries);

  await expect(signIn(email, PASSWORD, address)).rejects.toMatchObject({
    kind: 'rate_limited',
    retryAfterSeconds: expect.any(Number),
  });
  await expect(signIn(email, PASSWORD, '198.51.100.2')).resolves.toMatchObject({ session: { user: { email } } });
});

test('a successful sign-in forgets the tries before it', async () => {
  const { email } = await identity.signUp();
  const address = '198.51.100.3';

  for (let round = 0; round < 3; round += 1) {
    for (let i = 0; i < 6; i += 1) await signIn(email, 'wrong', address).catch(() => undefined);
    await expect(signIn(email, PASSWORD, address)).resolves.toBeDefined();
  }
});

test('signing out ends the session, and answers only when no gateway can take it for granted any more', async () => {
  const { session, principal } = await identity.signUp();
  const startedAt = performance.now();

  await identity.as(principal, AccountServiceService).signOut({});

  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(AUTH_REUSE_MS - 1);
  expect(await identity.principalOf(session.token)).toBeUndefined();
});

test('signing out everywhere ends every session of the user and of nobody else', async () => {
  const mine = await identity.signUp();
  const other = await identity.signUp();
  const second = await signIn(mine.email, PASSWORD);

  await identity.as(mine.principal, AccountServiceService).signOutEverywhere({});

  expect(await identity.principalOf(mine.session.token)).toBeUndefined();
  expect(await identity.principalOf(second.session?.token ?? '')).toBeUndefined();
  expect(await identity.principalOf(other.session.token)).toBeDefined();
});

test('a changed password ends the other sessions and is the one that works', async () => {
  const { session, email, principal } = await identity.signUp();
  const second = await signIn(email, PASSWORD);
  const newPassword = 'another good password';

  await identity.as(principal, AccountServiceService).changePassword({ currentPassword: PASSWORD, newPassword });

  expect(await identity.principalOf(session.token)).toBeDefined();
  expect(await identity.principalOf(second.session?.token ?? '')).toBeUndefined();
  await expect(signIn(email, PASSWORD)).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' });
  await expect(signIn(email, newPassword)).resolves.toBeDefined();
});

test('a password is not changed without the current one', async () => {
  const { principal } = await identity.signUp();

  const change = identity
    .as(principal, AccountServiceService)
    .changePassword({ currentPassword: 'guessed', newPassword: 'another good password' });

  await expect(change).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' });
});

test('sessions are listed with their device, and one can be ended by its owner alone', async () => {
  const { email, principal } = await identity.signUp();
  const stranger = await identity.signUp();
  const second = await signIn(email, PASSWORD);
  const mine = identity.as(principal, AccountServiceService);

  const { sessions, totalSize } = await mine.listSessions({ pageSize: 0, skip: 0 });
  const other = sessions.find((session) => !session.current);

  expect(totalSize).toBe(2);
  expect(sessions.map((session) => session.device)).toEqual(['Firefox on Linux', 'Firefox on Linux']);
  await expect(
    identity.as(stranger.principal, AccountServiceService).revokeSession({ sessionId: other?.id ?? '' }),
  ).rejects.toMatchObject({ kind: 'not_found' });
  await mine.revokeSession({ sessionId: other?.id ?? '' });
  expect(await identity.principalOf(second.session?.token ?? '')).toBeUndefined();
});

test('a name is changed once for each version that was seen', async () => {
  const { principal } = await identity.signUp();
  const mine = identity.as(principal, AccountServiceService);

  const { user } = await mine.updateAccount({ name: 'Dana B.', expectedVersion: 1 });

  expect(user).toMatchObject({ name: 'Dana B.', version: 2 });
  await expect(mine.updateAccount({ name: 'Dana C.', expectedVersion: 1 })).rejects.toMatchObject({
    kind: 'stale',
    code: 'VERSION_CONFLICT',
  });
});

test('asking for a reset link answers the same with and without an account, and mails only the account', async () => {
  const { email, session } = await identity.signUp();

  const known = await identity.accounts.requestPasswordReset({ email, client: CLIENT });
  const unknown = await identity.accounts.requestPasswordReset({ email: 'nobody@example.com', client: CLIENT });

  expect(known).toEqual(unknown);
  expect(identity.mailed.map((user) => user.id)).toEqual([session.user?.id]);
});

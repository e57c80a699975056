import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import { findUser } from '../accounts/user-repo.js';
import { newAddress } from '../testing/addresses.js';
import { agentPrincipalOf, connectAgent } from '../testing/agent-sign-in.js';
import { CLIENT, type IdentityService, PASSWORD, startIdentity } from '../testing/identity-service.js';
import { deleteExpiredResets } from './password-reset-repo.js';
import { createResetLink } from './reset-link.js';

let identity: IdentityService;

beforeAll(async () => {
  identity = await startIdentity();
});

afterAll(() => identity.stop());

const tokenOf = (link: string): string => new URL(link).searchParams.get('token') ?? '';

test('a link sets a new password once and ends all sessions', async () => {
  const { session, email, principal } = await identity.signUp();
  const token = tokenOf(await createResetLink(identity.pool, principal.userId, 'by hand', 'https://app.example'));
  const reset = () => identity.accounts.resetPassword({ token, newPassword: 'a quite new password' });

  await reset();

  expect(await identity.principalOf(session.token)).toBeUndefined();
  await expect(
    identity.accounts.signIn({ email, password: 'a quite new password', client: CLIENT }),
  ).resolves.toBeDefined();
  await expect(reset()).rejects.toMatchObject({ kind: 'unauthenticated', code: 'INVALID_CREDENTIALS' });
});

test.each([
  ['mailed', true],
  ['by hand', false],
] as const)('a link sent %s shows whether the address is its owner’s: %s', async (passing, isConfirmed) => {
  const { principal } = await identity.signUp();
  const token = tokenOf(await createResetLink(identity.pool, principal.userId, passing, 'https://app.example'));

  await identity.accounts.resetPassword({ token, newPassword: 'a quite new password' });

  expect((await findUser(identity.pool, principal.userId))?.emailConfirmed).toBe(isConfirmed);
});

test('setting a new password with a link ends the agent connections', async () => {
  const { principal } = await identity.signUp();
  const agent = await connectAgent(identity, principal);
  const token = tokenOf(await createResetLink(identity.pool, principal.userId, 'by hand', 'https://app.example'));
  expect(await agentPrincipalOf(identity, agent.token)).toBeDefined();

  await identity.accounts.resetPassword({ token, newPassword: 'a quite new password' });

  expect(await agentPrincipalOf(identity, agent.token)).toBeUndefined();
});

test('after too many wrong passwords, a reset lets its user sign in with the new one', async () => {
  const { email, principal } = await identity.signUp();
  const client = { ...CLIENT, address: newAddress() };
  const signIn = (password: string) => identity.accounts.signIn({ email, password, client });
  for (let tried = 0; tried < 10; tried += 1) {
    await expect(signIn('wrong')).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' });
  }
  await expect(signIn(PASSWORD)).rejects.toMatchObject({
    code: 'RATE_LIMITED',
    message: expect.stringMatching(/^Too many sign-in attempts\. Try again in 1\d minutes\.$/),
  });
  const token = tokenOf(await createResetLink(identity.pool, principal.userId, 'mailed', 'https://app.example'));

  await identity.accounts.resetPassword({ token, newPassword: 'a quite new password' });

  await expect(signIn('a quite new password')).resolves.toBeDefined();
});

test('an account gets at most five links an hour, regardless of the number of requesting addresses', async () => {
  const { email } = await identity.signUp();
  const logError = jest.spyOn(identity.pool.log, 'error');
  const mailed = () => identity.mails.filter(({ to }) => to.address === email);

  for (let asked = 0; asked < 8; asked += 1) {
    await identity.accounts.requestPasswordReset({ email, client: { ...CLIENT, address: newAddress() } });
    // Concurrent requests would be mailed once, so wait until each is sent.
    await eventually(async () => {
      const { rows } = await identity.pool.query(`select 1 from identity.outbox_messages`);
      expect(rows).toEqual([]);
    });
  }

  expect(mailed()).toHaveLength(5);
  expect(logError).not.toHaveBeenCalled();
  logError.mockRestore();
});

test('a newer link invalidates an older one, and an expired one is refused', async () => {
  const { principal } = await identity.signUp();
  const older = tokenOf(await createResetLink(identity.pool, principal.userId, 'by hand', 'https://app.example'));
  const newer = tokenOf(await createResetLink(identity.pool, principal.userId, 'by hand', 'https://app.example'));
  await identity.pool.query(`update identity.password_resets set expires_at = now() where user_id = $1`, [
    principal.userId,
  ]);

  for (const token of [older, newer]) {
    await expect(identity.accounts.resetPassword({ token, newPassword: PASSWORD })).rejects.toMatchObject({
      code: 'INVALID_CREDENTIALS',
    });
  }
  await deleteExpiredResets(identity.pool);
  const { rows } = await identity.pool.query(`select 1 from identity.password_resets where user_id = $1`, [
    principal.userId,
  ]);
  expect(rows).toEqual([]);
});

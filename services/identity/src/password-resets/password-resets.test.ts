import { createServer, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import { newAddress } from '../testing/addresses.js';
import { agentPrincipalOf, connectAgent } from '../testing/agent-sign-in.js';
import { CLIENT, PASSWORD, startIdentity, type IdentityService } from '../testing/identity-service.js';
import { createResetMailer } from './mail-reset-link.js';
import { createResetLink } from './reset-link.js';

let identity: IdentityService;

beforeAll(async () => {
  identity = await startIdentity();
});

afterAll(() => identity.stop());

const tokenOf = (link: string): string => new URL(link).searchParams.get('token') ?? '';

test('a link sets a new password once and ends all sessions', async () => {
  const { session, email, principal } = await identity.signUp();
  const token = tokenOf(await createResetLink(identity.pool, principal.userId, 'https://app.example'));
  const reset = () => identity.accounts.resetPassword({ token, newPassword: 'a quite new password' });

  await reset();

  expect(await identity.principalOf(session.token)).toBeUndefined();
  await expect(
    identity.accounts.signIn({ email, password: 'a quite new password', client: CLIENT }),
  ).resolves.toBeDefined();
  await expect(reset()).rejects.toMatchObject({ kind: 'unauthenticated', code: 'INVALID_CREDENTIALS' });
});

test('a link that sets a new password ends the agents that were let in', async () => {
  const { principal } = await identity.signUp();
  const agent = await connectAgent(identity, principal);
  const token = tokenOf(await createResetLink(identity.pool, principal.userId, 'https://app.example'));
  expect(await agentPrincipalOf(identity, agent.token)).toBeDefined();

  await identity.accounts.resetPassword({ token, newPassword: 'a quite new password' });

  expect(await agentPrincipalOf(identity, agent.token)).toBeUndefined();
});

test('an account gets at most five links an hour, however many addresses ask for them', async () => {
  const { email, principal } = await identity.signUp();
  const logError = jest.spyOn(identity.pool.log, 'error');

  for (let asked = 0; asked < 8; asked += 1) {
    await identity.accounts.requestPasswordReset({ email, client: { ...CLIENT, address: newAddress() } });
  }

  const mailed = () => identity.mailed.filter(({ id }) => id === principal.userId);
  await eventually(() => expect(mailed()).toHaveLength(5));
  expect(logError).not.toHaveBeenCalled();
  logError.mockRestore();
});

test('a newer link takes the place of an older one, and an expired one does not work', async () => {
  const { principal } = await identity.signUp();
  const older = tokenOf(await createResetLink(identity.pool, principal.userId, 'https://app.example'));
  const newer = tokenOf(await createResetLink(identity.pool, principal.userId, 'https://app.example'));
  await identity.pool.query(`update identity.password_resets set expires_at = now() where user_id = $1`, [
    principal.userId,
  ]);

  for (const token of [older, newer]) {
    await expect(identity.accounts.resetPassword({ token, newPassword: PASSWORD })).rejects.toMatchObject({
      code: 'INVALID_CREDENTIALS',
    });
  }
});

test('the link goes out by mail in plain text to the address of the account', async () => {
  const { session } = await identity.signUp('Dana');
  const mailServer = await startMailServer();
  const user = session.user!;
  const send = createResetMailer(identity.pool, {
    mail: { smtpUrl: mailServer.url, from: 'Dealbridge <no-reply@app.example>' },
    appName: 'Dealbridge',
    appOrigin: 'https://app.example',
  });

  await send?.({ ...user, disabledAt: null, createdAt: user.createdAt!, updatedAt: user.updatedAt! });

  const mail = mailServer.received().replaceAll('=\r\n', '').replaceAll('=3D', '=');
  expect(mail).toContain(`RCPT TO:<${user.email}>`);
  expect(mail).toMatch(/https:\/\/app\.example\/reset-password\?token=[A-Za-z0-9_-]{43}/);
  mailServer.close();
});

/** Speaks as much SMTP (RFC 5321) as it takes to receive one mail. */
async function startMailServer() {
  let received = '';
  const server = createServer((socket) => {
    let isBody = false;
    socket.write('220 test\r\n');
    socket.on('data', (bytes) => {
      received += bytes.toString();
      if (isBody) {
        if (!received.endsWith('\r\n.\r\n')) return;
        isBody = false;
        socket.write('250 OK\r\n');
        return;
      }
      const command = bytes.toString().slice(0, 4).toUpperCase();
      isBody = command === 'DATA';
      socket.write(isBody ? '354 go on\r\n' : command === 'QUIT' ? '221 bye\r\n' : '250 OK\r\n');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: () => received,
    close: () => server.close(),
  };
}

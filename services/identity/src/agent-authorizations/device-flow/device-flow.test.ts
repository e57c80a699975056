import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { v7 as newId } from 'uuid';
import { newAddress } from '../../testing/addresses.js';
import { agentsOf, startAgent } from '../../testing/agent-sign-in.js';
import { AGENT_TOKEN_LIFETIME_SECONDS, type IdentityService, startIdentity } from '../../testing/identity-service.js';

const ALL_SHORTENER_SCOPES = 'shortener.links:read shortener.links:write shortener.photos:write shortener.stats:read';

let identity: IdentityService;

beforeAll(async () => {
  identity = await startIdentity();
});

afterAll(() => identity.stop());

const register = (fields: object = {}) =>
  agentsOf(identity).registerClient({
    family: 'shortener',
    clientName: 'Example CLI',
    clientAddress: newAddress(),
    ...fields,
  });

async function approve(requestId: string) {
  const { principal, email } = await identity.signUp();
  await agentsOf(identity, principal).approveAuthorizationRequest({ requestId, clientAddress: newAddress() });
  return { userId: principal.userId, account: { name: principal.name, email } };
}

/** Ages a request by moving its events into the past. */
async function age(requestId: string, seconds: number): Promise<void> {
  await identity.pool.query(
    `update identity.agent_auth_requests
        set last_polled_at = last_polled_at - make_interval(secs => $2), expires_at = expires_at - make_interval(secs => $2)
      where id = $1`,
    [requestId, seconds],
  );
}

const code = (code: string) => ({ kind: 'invalid_input', code });

test("a client that requests no scope gets its family's defaults", async () => {
  const shortener = await register();
  const bridge = await register({ family: 'bridge', scope: '' });

  expect(shortener.scope).toBe(ALL_SHORTENER_SCOPES);
  expect(bridge.scope).toBe('svc.read');
});

test('a client may request only its registered scopes; one registered without scopes may request any', async () => {
  const bound = await register({ family: 'bridge', scope: 'svc.read svc.memory' });
  const free = await register({ family: 'bridge', scope: '' });
  const start = ({ clientId }: { readonly clientId: string }, scope: string) =>
    agentsOf(identity).startDeviceAuthorization({ family: 'bridge', clientId, scope, clientAddress: newAddress() });

  for (const scope of ['mcp', 'svc.read svc.write.low_risk']) {
    await expect(start(bound, scope)).rejects.toMatchObject(code('invalid_scope'));
    await expect(start(free, scope)).resolves.toMatchObject({ userCode: expect.any(String) });
  }
  await expect(start(bound, 'svc.memory')).resolves.toMatchObject({ userCode: expect.any(String) });
});

test('a scope of the other family, or an unknown one, is refused at registration and at the start', async () => {
  const { clientId } = await register();
  const start = (scope: string) =>
    agentsOf(identity).startDeviceAuthorization({ family: 'shortener', clientId, scope, clientAddress: newAddress() });

  for (const scope of ['svc.read', 'mcp', 'shortener.links:read svc.read', 'shortener.links', 'SHORTENER.LINKS:READ']) {
    await expect(register({ scope })).rejects.toMatchObject(code('invalid_scope'));
    await expect(start(scope)).rejects.toMatchObject(code('invalid_scope'));
  }
  await expect(register({ family: 'bridge', scope: 'shortener.links:read' })).rejects.toMatchObject(
    code('invalid_scope'),
  );
});

test('names lose invisible characters and direction marks', async () => {
  const { clientName } = await register({ clientName: '  Exa\u202Emple\u0000\n\u200B  CLI\u2066 ' });

  expect(clientName).toBe('Example CLI');
});

test.each(['', '\u202E\u200B', 'x'.repeat(201)])('the name %j is refused', async (clientName) => {
  await expect(register({ clientName })).rejects.toMatchObject(code('invalid_client_metadata'));
});

test.each(['https://cli.example/start', 'http://localhost:8123/', 'http://127.0.0.1/', 'http://[::1]:9/'])(
  'the home page %s is accepted',
  async (clientUri) => {
    expect(await register({ clientUri })).toMatchObject({ clientUri });
  },
);

test.each([
  'http://cli.example',
  'javascript:alert(1)',
  'data:text/html,x',
  'https://app.example@evil.example/',
  'cli.example',
  `https://cli.example/${'x'.repeat(2_048)}`,
])('the home page %s is refused', async (clientUri) => {
  await expect(register({ clientUri })).rejects.toMatchObject(code('invalid_client_metadata'));
});

test('a device authorization returns codes that are valid for a quarter of an hour, and stores neither the device code nor the token', async () => {
  const agent = await startAgent(identity);
  await approve(agent.requestId);
  const { accessToken } = await agent.redeem();

  expect(agent).toMatchObject({ expiresInSeconds: 900, intervalSeconds: 5 });
  expect(agent.deviceCode).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(agent.userCode).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
  expect(accessToken).toMatch(/^svc_at_[A-Za-z0-9_-]{43}$/);
  const { rows } = await identity.pool.query<{ row: string }>(
    `select r::text as row from identity.agent_auth_requests r where id = $1`,
    [agent.requestId],
  );
  expect(rows[0]?.row).toContain(accessToken.slice(-4));
  expect(rows[0]?.row).not.toContain(accessToken.slice(10, 30));
  expect(rows[0]?.row).not.toContain(agent.deviceCode);
});

test('a client is known only in its own family, and a malformed id is unknown', async () => {
  const { clientId } = await register();
  const start = (family: string, clientId: string) =>
    agentsOf(identity).startDeviceAuthorization({ family, clientId, clientAddress: newAddress() });

  for (const [family, id] of [
    ['bridge', clientId],
    ['shortener', newId()],
    ['shortener', "' or true"],
  ] as const) {
    await expect(start(family, id)).rejects.toMatchObject(code('invalid_client'));
  }
});

test('polls return authorization_pending until the user decides, and then the token with the approved scopes', async () => {
  const agent = await startAgent(identity, { scope: 'shortener.stats:read shortener.links:read' });

  await expect(agent.redeem()).rejects.toMatchObject(code('authorization_pending'));
  const { account } = await approve(agent.requestId);

  expect(await agent.redeem()).toEqual({
    account,
    accessToken: expect.stringMatching(/^svc_at_/),
    expiresInSeconds: AGENT_TOKEN_LIFETIME_SECONDS,
    scope: 'shortener.stats:read shortener.links:read',
  });
});

test('a client that polls too fast must wait five seconds longer each time, and then succeeds', async () => {
  const agent = await startAgent(identity);
  await expect(agent.redeem()).rejects.toMatchObject(code('authorization_pending'));

  await expect(agent.redeem()).rejects.toMatchObject(code('slow_down'));
  await age(agent.requestId, 6);
  await expect(agent.redeem()).rejects.toMatchObject(code('slow_down'));
  await age(agent.requestId, 15);
  await expect(agent.redeem()).rejects.toMatchObject(code('authorization_pending'));
  await age(agent.requestId, 15);
  await expect(agent.redeem()).rejects.toMatchObject(code('authorization_pending'));
  await approve(agent.requestId);

  expect((await agent.redeem()).accessToken).toMatch(/^svc_at_/);
});

test('a client that keeps the interval never gets slow_down', async () => {
  const agent = await startAgent(identity);

  for (let polls = 0; polls < 4; polls += 1) {
    await expect(agent.redeem()).rejects.toMatchObject(code('authorization_pending'));
    await age(agent.requestId, 5);
  }
});

test('of fifty concurrent polls one gets the token, and the others get invalid_grant', async () => {
  const agent = await startAgent(identity);
  await approve(agent.requestId);

  const polls = await Promise.allSettled(Array.from({ length: 50 }, () => agent.redeem()));

  const refused = polls
    .filter((poll) => poll.status === 'rejected')
    .map(({ reason }) => (reason as { code: string }).code);
  expect(polls.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(refused).toEqual(Array.from({ length: 49 }, () => 'invalid_grant'));
});

test('a denied request returns access_denied, and one not decided in time expired_token', async () => {
  const [refused, forgotten, late] = await Promise.all([1, 2, 3].map(() => startAgent(identity)));
  const { principal } = await identity.signUp();
  await agentsOf(identity, principal).denyAuthorizationRequest({ requestId: refused!.requestId });
  await approve(late!.requestId);
  await age(forgotten!.requestId, 901);
  await age(late!.requestId, 901);

  await expect(refused!.redeem()).rejects.toMatchObject(code('access_denied'));
  await expect(forgotten!.redeem()).rejects.toMatchObject(code('expired_token'));
  await expect(late!.redeem()).rejects.toMatchObject(code('expired_token'));
});

test("an unknown code and another client's code reveal nothing", async () => {
  const agent = await startAgent(identity);
  const other = await startAgent(identity);
  await approve(agent.requestId);
  const redeem = (clientId: string, deviceCode: string) =>
    agentsOf(identity).redeemDeviceCode({ family: 'shortener', clientId, deviceCode, clientAddress: newAddress() });

  await expect(redeem(other.clientId, agent.deviceCode)).rejects.toMatchObject(code('invalid_grant'));
  await expect(redeem(agent.clientId, 'x'.repeat(43))).rejects.toMatchObject(code('invalid_grant'));
  await expect(redeem(newId(), agent.deviceCode)).rejects.toMatchObject(code('invalid_client'));
  expect((await agent.redeem()).accessToken).toMatch(/^svc_at_/);
});

test('the approval of a user who has since been disabled grants no access', async () => {
  const agent = await startAgent(identity);
  const { userId } = await approve(agent.requestId);

  await identity.pool.query(`update identity.users set disabled_at = now() where id = $1`, [userId]);

  await expect(agent.redeem()).rejects.toMatchObject(code('access_denied'));
});

test('addresses of one network share a limit, which honest clients never reach', async () => {
  const { clientId } = await register();
  const start = (clientAddress: string) =>
    agentsOf(identity).startDeviceAuthorization({ family: 'shortener', clientId, clientAddress });
  for (let i = 0; i < 120; i += 1) await start(`2001:db8:7:7::${i.toString(16)}`);

  await expect(start('2001:db8:7:7:ffff::1')).rejects.toMatchObject({
    kind: 'rate_limited',
    code: 'RATE_LIMITED',
    retryAfterSeconds: expect.any(Number),
  });
  await expect(start('2001:db8:7:8::1')).resolves.toBeDefined();
});

test('registrations of one address are limited', async () => {
  const clientAddress = newAddress();
  for (let i = 0; i < 60; i += 1) await register({ clientAddress });

  await expect(register({ clientAddress })).rejects.toMatchObject({ kind: 'rate_limited' });
});

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createAssertionVerifier } from '@svc/chassis/assertions/verify-assertion';
import { v7 as newId } from 'uuid';
import { ADAPTER_SECRET, type IdentityService, startIdentity } from '../testing/identity-service.js';

let identity: IdentityService;

beforeAll(async () => {
  identity = await startIdentity();
});

afterAll(() => identity?.stop());

async function principalOf(secret: string, actingUserId: string) {
  const credential = { $case: 'adapter' as const, value: { secret, actingUserId } };
  const { results } = await identity.authentication.authenticate({ audiences: [], credentials: [{ credential }] });
  const assertion = results[0]?.principal?.assertion;
  if (assertion === undefined) return undefined;
  const verify = createAssertionVerifier(
    'identity',
    async () => (await identity.authentication.getSigningKeys({})).publicJwks,
  );
  return verify(assertion);
}

test('an adapter acts for the user that it names, as an agent without a connection and with every scope of the bridge', async () => {
  const { principal } = await identity.signUp();

  const { sessionId: _sessionId, ...person } = principal;
  expect(await principalOf(ADAPTER_SECRET, principal.userId.toUpperCase())).toEqual({
    ...person,
    kind: 'agent',
    role: 'user',
    agent: {
      requestId: null,
      clientId: null,
      family: 'bridge',
      scopes: ['svc.read', 'svc.write.low_risk', 'svc.write.sensitive', 'svc.memory', 'mcp'],
      actorId: null,
      channel: null,
    },
  });
});

test.each<[string, (userId: string) => Promise<[secret: string, userId: string]>]>([
  ['another secret', async (userId) => [`${ADAPTER_SECRET}.`, userId]],
  ['no secret', async (userId) => ['', userId]],
  ['an unknown user', async () => [ADAPTER_SECRET, newId()]],
  ['what is no id', async () => [ADAPTER_SECRET, "' or true"]],
  [
    'a disabled account',
    async (userId) => {
      await identity.pool.query(`update identity.users set disabled_at = now() where id = $1`, [userId]);
      return [ADAPTER_SECRET, userId];
    },
  ],
])('%s is not accepted', async (_what, prepare) => {
  const { principal } = await identity.signUp();

  expect(await principalOf(...(await prepare(principal.userId)))).toBeUndefined();
});

test('a token from before scopes were recorded has the four legacy scopes', async () => {
  const { principal } = await identity.signUp();
  const token = `svc_at_${newId()}`;
  await identity.pool.query(
    `insert into identity.agent_auth_requests (id, family, client_name, scopes, token_lifetime_seconds, user_code, device_code_hash,
                                               token_hash, token_last_four, status, user_id, expires_at, approved_at, claimed_at, token_expires_at)
     values (gen_random_uuid(), 'bridge', 'Old', null, 3600, 'BCDFGHJK', sha256('d'), sha256($2), 'abcd', 'approved', $1,
             now(), now(), now(), now() + interval '1 hour')`,
    [principal.userId, token],
  );

  const credential = { $case: 'agentToken' as const, value: token };
  const { results } = await identity.authentication.authenticate({ audiences: [], credentials: [{ credential }] });

  expect(results[0]?.principal?.agent?.scopes).toEqual([
    'svc.read',
    'svc.write.low_risk',
    'svc.write.sensitive',
    'svc.memory',
  ]);
});

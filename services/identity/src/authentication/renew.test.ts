import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Grant, grantOf, isGrantEnded, renewGrants } from '@svc/chassis/assertions/renewal';
import { createAssertionVerifier } from '@svc/chassis/assertions/verify-assertion';
import { currentCall } from '@svc/chassis/calls/call-context';
import type { AgentPrincipal, Principal, UserPrincipal } from '@svc/chassis/calls/principal';
import { AccountService } from '@svc/proto/identity/v1/account_service';
import { AuthenticationService } from '@svc/proto/identity/v1/authentication_service';
import { v7 as newId } from 'uuid';
import { agentPrincipalOf, agentsOf, connectAgent } from '../testing/agent-sign-in.js';
import { type IdentityService, PASSWORD, startIdentity } from '../testing/identity-service.js';

const SCREENSHOT: Principal = { kind: 'service', service: 'screenshot' };
const READ_AND_WRITE = 'svc.read svc.write.low_risk';

let identity: IdentityService;

beforeAll(async () => {
  identity = await startIdentity();
});

afterAll(() => identity.stop());

const verify = (assertion: string): Promise<Principal> =>
  createAssertionVerifier(
    'identity',
    async () => (await identity.authentication.getSigningKeys({})).publicJwks,
  )(assertion);

/** The principal of a renewed assertion, with which the service would continue to work for the user. */
async function renewed(grant: Grant, service = SCREENSHOT): Promise<UserPrincipal> {
  const asGranted = renewGrants({
    asService: (work) => work(),
    source: identity.as(service, AuthenticationService),
    verify,
  });
  return asGranted(grant, async (principal) => principal);
}

async function signUp(): Promise<{ principal: UserPrincipal & { kind: 'user' }; token: string }> {
  const { principal, session } = await identity.signUp();
  return { principal, token: session.token };
}

async function connect(
  scope = READ_AND_WRITE,
): Promise<{ agent: AgentPrincipal; user: UserPrincipal & { kind: 'user' } }> {
  const { principal: user } = await signUp();
  const { token } = await connectAgent(identity, user, { family: 'bridge', scope });
  const agent = await agentPrincipalOf(identity, token);
  if (!agent) throw new Error('The new connection opens nothing.');
  return { agent, user };
}

describe('work continues for the same caller', () => {
  test('of a session', async () => {
    const { principal } = await signUp();

    expect(await renewed(grantOf(principal))).toEqual(principal);
  });

  test('of an agent', async () => {
    const { agent } = await connect();

    // The approval was for one call, not for the work after it.
    expect(await renewed(grantOf(agent))).toEqual({ ...agent, agent: { ...agent.agent, approval: null } });
  });

  test('with assertions that clients forward, during the running call', async () => {
    const { principal } = await signUp();
    const asGranted = renewGrants({
      asService: (work) => work(),
      source: identity.as(SCREENSHOT, AuthenticationService),
      verify,
    });
    const stop = new AbortController();

    const call = await asGranted(grantOf(principal), async () => currentCall(), { signal: stop.signal });

    expect(await verify(call?.assertion ?? '')).toEqual(principal);
    stop.abort();
    expect(call?.signal.aborted).toBe(true);
  });

  test('with the current memberships', async () => {
    const { principal } = await signUp();
    await identity.pool.query(
      `with team as (insert into identity.teams (id, name) values (gen_random_uuid(), 'T') returning id)
       insert into identity.memberships (team_id, user_id, role, status) select id, $1, 'admin', 'active' from team`,
      [principal.userId],
    );

    expect((await renewed(grantOf(principal))).teams).toEqual([{ id: expect.any(String), role: 'admin' }]);
  });
});

describe('the copilot works for users', () => {
  const COPILOT: Principal = { kind: 'service', service: 'copilot' };

  test('with their principal, marked as through the copilot', async () => {
    const { principal } = await signUp();

    expect(await renewed(grantOf(principal), COPILOT)).toEqual({ ...principal, through: 'copilot' });
  });

  test('but not for agents', async () => {
    const { agent } = await connect();

    await expect(renewed(grantOf(agent), COPILOT)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  });
});

describe('permissions are never extended', () => {
  test('beyond the scopes with which the work began', async () => {
    const { agent } = await connect();

    const later = await renewed({ ...grantOf(agent), scopes: ['svc.read', 'svc.write.sensitive', 'mcp'] });

    expect(later).toMatchObject({ agent: { scopes: ['svc.read'] } });
  });

  test('beyond the scopes of the grant, when no scopes are given', async () => {
    const { agent } = await connect('svc.read');

    expect(await renewed({ ...grantOf(agent), scopes: [] })).toMatchObject({ agent: { scopes: ['svc.read'] } });
  });

  test('to those of an administrator', async () => {
    const { principal } = await signUp();
    await identity.pool.query(`update identity.users set role = 'admin' where id = $1`, [principal.userId]);

    expect(await renewed(grantOf(principal))).toMatchObject({ role: 'user' });
  });
});

describe('an ended grant yields no assertion', () => {
  const refusal = async (grant: Grant): Promise<unknown> => renewed(grant).catch((error: unknown) => error);

  test.each<[string, (user: Awaited<ReturnType<typeof signUp>>) => Promise<unknown>]>([
    ['signed out', ({ principal }) => identity.as(principal, AccountService).signOut({})],
    [
      'session expired',
      ({ principal }) =>
        identity.pool.query(`update identity.sessions set expires_at = now() where id = $1`, [principal.sessionId]),
    ],
    [
      'password changed elsewhere',
      ({ principal }) => identity.pool.query(`delete from identity.sessions where id = $1`, [principal.sessionId]),
    ],
    [
      'account disabled',
      ({ principal }) =>
        identity.pool.query(`update identity.users set disabled_at = now() where id = $1`, [principal.userId]),
    ],
    [
      'account deleted',
      ({ principal }) => identity.as(principal, AccountService).deleteAccount({ password: PASSWORD }),
    ],
  ])('%s', async (_how, end) => {
    const user = await signUp();
    await end(user);

    const error = await refusal(grantOf(user.principal));

    expect(error).toMatchObject({ kind: 'unauthenticated', code: 'GRANT_ENDED' });
    expect(isGrantEnded(error)).toBe(true);
  });

  test.each<[string, (agent: AgentPrincipal, user: UserPrincipal & { kind: 'user' }) => Promise<unknown>]>([
    [
      'revoked',
      ({ agent }, user) =>
        agentsOf(identity, user).revokeAgentConnection({ family: 'bridge', requestId: agent.requestId ?? '' }),
    ],
    [
      'token expired',
      ({ agent }) =>
        identity.pool.query(`update identity.agent_auth_requests set token_expires_at = now() where id = $1`, [
          agent.requestId,
        ]),
    ],
    [
      'account disabled',
      ({ userId }) => identity.pool.query(`update identity.users set disabled_at = now() where id = $1`, [userId]),
    ],
    ['account deleted', (_agent, user) => identity.as(user, AccountService).deleteAccount({ password: PASSWORD })],
  ])('agent: %s', async (_how, end) => {
    const { agent, user } = await connect();
    await end(agent, user);

    expect(await refusal(grantOf(agent))).toMatchObject({ kind: 'unauthenticated', code: 'GRANT_ENDED' });
  });

  test.each(['session', 'agent'] as const)('for the %s of another user, or one that never existed', async (kind) => {
    const { agent } = await connect();
    const { principal } = await signUp();
    const grant = grantOf(kind === 'agent' ? agent : principal);

    expect(await refusal({ ...grant, userId: newId() })).toMatchObject({ code: 'GRANT_ENDED' });
    expect(await refusal({ ...grant, id: newId() })).toMatchObject({ code: 'GRANT_ENDED' });
  });

  test('for an agent without remaining scopes', async () => {
    const { agent } = await connect('svc.read');

    expect(await refusal({ ...grantOf(agent), scopes: ['mcp'] })).toMatchObject({ code: 'GRANT_ENDED' });
  });
});

describe('only the listed services may renew', () => {
  test.each<[string, () => Principal | Promise<Principal>]>([
    ['another service', () => ({ kind: 'service', service: 'viewcheck' })],
    ['the user', async () => (await signUp()).principal],
    ['an agent', async () => (await connect()).agent],
  ])('%s may not', async (_who, caller) => {
    const { principal } = await signUp();
    const client = identity.as(await caller(), AuthenticationService);

    const renewal = client.renew({
      userId: principal.userId,
      grant: { $case: 'sessionId', value: principal.sessionId },
      scopes: [],
    });

    await expect(renewal).rejects.toMatchObject({ kind: 'forbidden' });
  });

  test('an anonymous caller may not', async () => {
    await expect(identity.authentication.renew({ userId: newId(), grant: null, scopes: [] })).rejects.toMatchObject({
      kind: 'unauthenticated',
    });
  });
});

test('a request without a grant is refused', async () => {
  const client = identity.as(SCREENSHOT, AuthenticationService);

  const renewal = client.renew({ userId: newId(), grant: null, scopes: [] });

  await expect(renewal).rejects.toMatchObject({ kind: 'invalid_input' });
});

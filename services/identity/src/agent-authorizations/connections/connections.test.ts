import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { SignedInPrincipal } from '@svc/chassis/calls/principal';
import { eventually } from '@svc/chassis/testing/eventually';
import { AccountService } from '@svc/proto/identity/v1/account_service';
import { UserAdministrationService } from '@svc/proto/identity/v1/user_administration_service';
import { v7 as newId } from 'uuid';
import { newAddress } from '../../testing/addresses.js';
import { agentPrincipalOf, agentsOf, connectAgent, startAgent, startLink } from '../../testing/agent-sign-in.js';
import {
  AGENT_TOKEN_LIFETIME_SECONDS,
  AUTH_REUSE_MS,
  type IdentityService,
  PASSWORD,
  startIdentity,
} from '../../testing/identity-service.js';
import { deleteEndedAuthorizations } from '../delete-ended-authorizations.js';

let identity: IdentityService;

beforeAll(async () => {
  identity = await startIdentity();
});

afterAll(() => identity.stop());

async function signUp(): Promise<SignedInPrincipal> {
  return (await identity.signUp()).principal;
}

const list = (user: SignedInPrincipal, family = 'shortener', page = { pageSize: 50, skip: 0 }) =>
  agentsOf(identity, user).listAgentConnections({ family, ...page });

const revoke = (user: SignedInPrincipal, requestId: string, family = 'shortener') =>
  agentsOf(identity, user).revokeAgentConnection({ family, requestId });

const renew = (user: SignedInPrincipal, requestId: string, expiresInDays?: number) =>
  agentsOf(identity, user).renewAgentConnection({ requestId, expiresInDays });

const approve = (user: SignedInPrincipal, requestId: string) =>
  agentsOf(identity, user).approveAuthorizationRequest({ requestId, clientAddress: newAddress() });

async function countRows(table: 'agent_auth_requests' | 'oauth_clients', id: string): Promise<number> {
  const { rows } = await identity.pool.query(`select 1 from identity.${table} where id = $1`, [id]);
  return rows.length;
}

test('agents are looked up by their connections, including ended ones, only for their own user', async () => {
  const user = await signUp();
  const { requestId, token } = await connectAgent(identity, user, { family: 'bridge', scope: 'svc.memory' });
  const agent = await agentPrincipalOf(identity, token);
  if (!agent) throw new Error('The new token opens nothing.');
  const connectionIds = [requestId, newId(), 'none'];
  const namesFor = async (who: Parameters<typeof agentsOf>[1]) =>
    (await agentsOf(identity, who).nameAgentConnections({ connectionIds })).names;

  await revoke(user, requestId, 'bridge');

  expect(await namesFor(user)).toEqual({ [requestId]: 'Example CLI' });
  expect(await namesFor(agent)).toEqual({ [requestId]: 'Example CLI' });
  expect(await namesFor(await signUp())).toEqual({});
});

test('an agent acts for the user who approved it, with its scopes, and never as an administrator', async () => {
  const user = await signUp();
  await identity.pool.query(`update identity.users set role = 'admin' where id = $1`, [user.userId]);
  const agent = await connectAgent(identity, user, { scope: 'shortener.links:read' });

  const { sessionId: _sessionId, ...person } = user;
  expect(await agentPrincipalOf(identity, agent.token)).toEqual({
    ...person,
    kind: 'agent',
    role: 'user',
    agent: {
      requestId: agent.requestId,
      clientId: agent.clientId,
      family: 'shortener',
      scopes: ['shortener.links:read'],
      actorId: null,
      channel: null,
    },
  });
});

test('credentials of both kinds in one call get results in their order', async () => {
  const [{ session, principal }, other] = [await identity.signUp(), await signUp()];
  const agent = await connectAgent(identity, other);
  const credentials = [
    { $case: 'agentToken' as const, value: agent.token },
    { $case: 'sessionToken' as const, value: agent.token },
    { $case: 'sessionToken' as const, value: session.token },
    { $case: 'agentToken' as const, value: session.token },
  ].map((credential) => ({ credential }));

  const { results } = await identity.authentication.authenticate({ audiences: [], credentials });

  expect(results.map((result) => result.principal?.userId)).toEqual([
    other.userId,
    undefined,
    principal.userId,
    undefined,
  ]);
  expect(results[0]?.principal).toMatchObject({
    role: 'user',
    sessionId: '',
    signedInAt: null,
    agent: { requestId: agent.requestId, clientId: agent.clientId },
  });
});

test('the same client gets a new token for the user under the same client id', async () => {
  const user = await signUp();
  const first = await connectAgent(identity, user);
  const second = await connectAgent(identity, user, { clientId: first.clientId });

  const principals = await Promise.all([first, second].map(({ token }) => agentPrincipalOf(identity, token)));

  expect(principals.map((principal) => principal?.agent.clientId)).toEqual([first.clientId, first.clientId]);
  expect(principals[0]?.agent.requestId).not.toBe(principals[1]?.agent.requestId);
});

test('an expired token and one of a disabled account are not valid', async () => {
  const [user, disabled] = [await signUp(), await signUp()];
  const [expired, orphan] = [await connectAgent(identity, user), await connectAgent(identity, disabled)];
  await identity.pool.query(`update identity.agent_auth_requests set token_expires_at = now() where id = $1`, [
    expired.requestId,
  ]);
  await identity.pool.query(`update identity.users set disabled_at = now() where id = $1`, [disabled.userId]);

  expect(await agentPrincipalOf(identity, expired.token)).toBeUndefined();
  expect(await agentPrincipalOf(identity, orphan.token)).toBeUndefined();
  expect((await list(user)).totalSize).toBe(0);
});

test('a user sees their agents of one family, approved last first, without secrets', async () => {
  const user = await signUp();
  const claimed = await connectAgent(identity, user, { clientName: 'First', scope: 'shortener.links:read' });
  const unclaimed = await startAgent(identity, { clientName: 'Second' });
  await approve(user, unclaimed.requestId);
  await connectAgent(identity, user, { family: 'bridge' });
  await startAgent(identity);

  const { connections, totalSize } = await list(user);

  expect(totalSize).toBe(2);
  expect(connections).toEqual([
    expect.objectContaining({
      requestId: unclaimed.requestId,
      displayName: 'Second',
      tokenLastFour: null,
      claimedAt: null,
      lastUsedAt: null,
    }),
    {
      requestId: claimed.requestId,
      family: 'shortener',
      displayName: 'First',
      clientUri: null,
      scopes: ['shortener.links:read'],
      tokenLastFour: claimed.token.slice(-4),
      approvedAt: expect.any(Date),
      claimedAt: expect.any(Date),
      expiresAt: expect.any(Date),
      lastUsedAt: null,
      actorId: null,
      channel: null,
      lastActivityAt: null,
    },
  ]);
  const { claimedAt, expiresAt } = connections[1]!;
  expect(expiresAt!.getTime() - claimedAt!.getTime()).toBe(AGENT_TOKEN_LIFETIME_SECONDS * 1_000);
  expect((await list(user, 'shortener', { pageSize: 1, skip: 1 })).connections).toEqual([connections[1]]);
  expect((await list(user, 'bridge')).totalSize).toBe(1);
  expect((await list(await signUp())).totalSize).toBe(0);
});

test('without a family a user sees and ends agents of both families, with their claimed names', async () => {
  const user = await signUp();
  const agent = await connectAgent(identity, user);
  const link = await startLink(identity, { actorId: 'desk', channel: 'slack' });
  await approve(user, link.requestId);

  const { connections, totalSize } = await list(user, '');

  expect(connections).toMatchObject([
    { requestId: link.requestId, family: 'bridge', actorId: 'desk', channel: 'slack' },
    { requestId: agent.requestId, family: 'shortener', actorId: null, channel: null },
  ]);
  expect(totalSize).toBe(2);
  await revoke(user, agent.requestId, '');
  await revoke(user, link.requestId, '');
  expect((await list(user, '')).totalSize).toBe(0);
  await expect(list(user, 'other')).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
});

test('a connection from before scopes were recorded shows the four legacy scopes', async () => {
  const user = await signUp();
  const agent = await connectAgent(identity, user, { family: 'bridge' });
  await identity.pool.query(`update identity.agent_auth_requests set scopes = null where id = $1`, [agent.requestId]);

  const [connection] = (await list(user, 'bridge')).connections;

  const scopes = ['svc.read', 'svc.write.low_risk', 'svc.write.sensitive', 'svc.memory'];
  expect(connection?.scopes).toEqual(scopes);
  expect((await agentPrincipalOf(identity, agent.token))?.agent.scopes).toEqual(scopes);
});

test("renewing only extends a token's lifetime, and keeps the token", async () => {
  const user = await signUp();
  const agent = await connectAgent(identity, user);
  const daysLeft = async () => {
    const { rows } = await identity.pool.query<{ days: number }>(
      `select round(extract(epoch from token_expires_at - now()) / 86400)::int as days
         from identity.agent_auth_requests where id = $1`,
      [agent.requestId],
    );
    return rows[0]?.days;
  };
  await identity.pool.query(
    `update identity.agent_auth_requests set token_expires_at = now() + interval '1 day' where id = $1`,
    [agent.requestId],
  );

  const { connection } = await renew(user, agent.requestId);
  expect(connection).toMatchObject({ requestId: agent.requestId, tokenLastFour: agent.token.slice(-4) });
  expect(await daysLeft()).toBe(7);
  await renew(user, agent.requestId, 365);
  expect(await daysLeft()).toBe(365);
  await renew(user, agent.requestId, 2);
  expect(await daysLeft()).toBe(365);
  expect(await agentPrincipalOf(identity, agent.token)).toBeDefined();
});

test('only valid tokens of the user are renewed, for an allowed number of days', async () => {
  const [user, other] = [await signUp(), await signUp()];
  const [agent, ended, expired, waiting] = [
    await connectAgent(identity, user),
    await connectAgent(identity, user),
    await connectAgent(identity, user),
    await startAgent(identity),
  ];
  await approve(user, waiting.requestId);
  await revoke(user, ended.requestId);
  await identity.pool.query(`update identity.agent_auth_requests set token_expires_at = now() where id = $1`, [
    expired.requestId,
  ]);
  const unknown = { kind: 'not_found', code: 'NOT_FOUND' };

  await expect(renew(other, agent.requestId)).rejects.toMatchObject(unknown);
  await expect(renew(user, ended.requestId)).rejects.toMatchObject(unknown);
  await expect(renew(user, expired.requestId)).rejects.toMatchObject(unknown);
  await expect(renew(user, newId())).rejects.toMatchObject(unknown);
  await expect(renew(user, waiting.requestId)).rejects.toMatchObject({ code: 'INVALID_TRANSITION' });
  for (const days of [0, -1, 366]) {
    await expect(renew(user, agent.requestId, days)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  }
});

test('the use of a token is recorded, at most every five minutes, and counts as activity where calls are not recorded', async () => {
  const user = await signUp();
  const agent = await connectAgent(identity, user);
  const lastUse = async () => (await list(user)).connections[0]?.lastUsedAt;
  const moveUse = (minutes: number) =>
    identity.pool.query(
      `update identity.agent_auth_requests set last_used_at = now() - make_interval(mins => $2) where id = $1`,
      [agent.requestId, minutes],
    );

  await agentPrincipalOf(identity, agent.token);
  await eventually(async () => expect(await lastUse()).toEqual(expect.any(Date)));
  await moveUse(4);
  const noted = await lastUse();
  await agentPrincipalOf(identity, agent.token);
  expect(await lastUse()).toEqual(noted);
  await moveUse(6);
  await agentPrincipalOf(identity, agent.token);
  await eventually(async () => expect((await lastUse())!.getTime()).toBeGreaterThan(noted!.getTime()));
  const [connection] = (await list(user)).connections;
  expect(connection?.lastActivityAt).toEqual(connection?.lastUsedAt);
});

test('a revoked token is invalid and no longer stored, and revoking returns when no host accepts it', async () => {
  const user = await signUp();
  const agent = await connectAgent(identity, user);
  const startedAt = performance.now();

  await revoke(user, agent.requestId);

  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(AUTH_REUSE_MS - 1);
  expect(await agentPrincipalOf(identity, agent.token)).toBeUndefined();
  expect((await list(user)).totalSize).toBe(0);
  const { rows } = await identity.pool.query(
    `select status, token_hash as "tokenHash", token_last_four as "tokenLastFour"
       from identity.agent_auth_requests where id = $1`,
    [agent.requestId],
  );
  expect(rows).toEqual([{ status: 'denied', tokenHash: null, tokenLastFour: null }]);
  await expect(agent.redeem()).rejects.toMatchObject({ code: 'invalid_grant' });
});

test('a connection of another user or family, or an ended one, cannot be ended', async () => {
  const [user, other] = [await signUp(), await signUp()];
  const agent = await connectAgent(identity, user);
  const unknown = { kind: 'not_found', code: 'NOT_FOUND' };

  await expect(revoke(other, agent.requestId)).rejects.toMatchObject(unknown);
  await expect(revoke(user, agent.requestId, 'bridge')).rejects.toMatchObject(unknown);
  expect(await agentPrincipalOf(identity, agent.token)).toBeDefined();
  await revoke(user, agent.requestId);
  await expect(revoke(user, agent.requestId)).rejects.toMatchObject(unknown);
});

test('a connection that ends before its token was fetched never gets one', async () => {
  const user = await signUp();
  const agent = await startAgent(identity);
  await approve(user, agent.requestId);

  await revoke(user, agent.requestId);

  await expect(agent.redeem()).rejects.toMatchObject({ code: 'access_denied' });
});

test('agents of a deleted account are removed, and approved ones that have not fetched their token are denied', async () => {
  const user = await signUp();
  const [connected, waiting] = [await connectAgent(identity, user), await startAgent(identity)];
  await approve(user, waiting.requestId);

  await identity.as(user, AccountService).deleteAccount({ password: PASSWORD });

  expect(await agentPrincipalOf(identity, connected.token)).toBeUndefined();
  expect(await countRows('agent_auth_requests', connected.requestId)).toBe(0);
  await expect(waiting.redeem()).rejects.toMatchObject({ code: 'access_denied' });
});

test('disabling an account ends its agents permanently', async () => {
  const [user, admin] = [await signUp(), await signUp()];
  const agent = await connectAgent(identity, user);
  const administration = identity.as({ ...admin, role: 'admin' }, UserAdministrationService);

  await administration.updateUser({ userId: user.userId, disabled: true });
  await administration.updateUser({ userId: user.userId, disabled: false });

  expect(await agentPrincipalOf(identity, agent.token)).toBeUndefined();
});

test('ended connections and requests are deleted after thirty days, with clients that were never approved; others stay', async () => {
  const user = await signUp();
  const [dead, unused, connected] = [
    await startAgent(identity),
    await agentsOf(identity).registerClient({
      family: 'shortener',
      clientName: 'Unused',
      clientAddress: newAddress(),
    }),
    await connectAgent(identity, user),
  ];
  const once = await connectAgent(identity, user);
  await revoke(user, once.requestId);
  await identity.pool.query(`update identity.oauth_clients set created_at = created_at - interval '31 days'`);
  await identity.pool.query(
    `update identity.agent_auth_requests
        set expires_at = expires_at - interval '31 days', token_expires_at = case when status = 'denied' then token_expires_at - interval '31 days' else token_expires_at end`,
  );

  await deleteEndedAuthorizations(identity.pool);

  const requests = [dead.requestId, once.requestId, connected.requestId];
  const clients = [dead.clientId, unused.clientId, once.clientId, connected.clientId];
  expect(await Promise.all(requests.map((id) => countRows('agent_auth_requests', id)))).toEqual([0, 0, 1]);
  expect(await Promise.all(clients.map((id) => countRows('oauth_clients', id)))).toEqual([0, 0, 1, 1]);
  expect(await agentPrincipalOf(identity, connected.token)).toBeDefined();
});

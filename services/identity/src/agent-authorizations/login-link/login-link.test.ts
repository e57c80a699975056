import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { SignedInPrincipal } from '@svc/chassis/calls/principal';
import { DAY_MS } from '@svc/chassis/time/durations';
import { AccountService } from '@svc/proto/identity/v1/account_service';
import { v7 as newId } from 'uuid';
import { newAddress } from '../../testing/addresses.js';
import { agentPrincipalOf, agentsOf, startAgent, startLink } from '../../testing/agent-sign-in.js';
import {
  AGENT_TOKEN_LIFETIME_SECONDS,
  type IdentityService,
  PASSWORD,
  startIdentity,
} from '../../testing/identity-service.js';
import { pollLoginLink } from './poll-login-link.js';

const BRIDGE_SCOPES = ['svc.read', 'svc.write.low_risk', 'svc.write.sensitive', 'svc.memory', 'mcp'];

let identity: IdentityService;

beforeAll(async () => {
  identity = await startIdentity();
});

afterAll(() => identity.stop());

async function approve(requestId: string): Promise<SignedInPrincipal & { readonly email: string }> {
  const { principal, email } = await identity.signUp();
  await agentsOf(identity, principal).approveAuthorizationRequest({ requestId, clientAddress: newAddress() });
  return { ...principal, email };
}

/** Ages a request by moving its events into the past. */
async function age(requestId: string, seconds: number): Promise<void> {
  await identity.pool.query(
    `update identity.agent_auth_requests
        set last_polled_at = last_polled_at - make_interval(secs => $2), expires_at = expires_at - make_interval(secs => $2),
            token_expires_at = token_expires_at - make_interval(secs => $2)
      where id = $1`,
    [requestId, seconds],
  );
}

const wrong = (path: string) => ({ code: 'VALIDATION_ERROR', details: [{ path, message: expect.any(String) }] });
const unknown = { kind: 'not_found', code: 'NOT_FOUND' };
const standing = (status: string, connectionState: string) => ({ status, connectionState, scopes: [] });

test('an agent without a registered client starts a link, the user approves, and one poll returns the token with the approved scopes', async () => {
  const asked = { scopes: ['svc.read', 'mcp', 'svc.read'], actorId: 'desk-agent', channel: 'slack:deals' };
  const link = await startLink(identity, { ...asked, clientUri: 'https://agent.example' });
  const waiting = await link.poll();
  const user = await approve(link.requestId);

  const issued = await link.poll();

  expect(waiting).toMatchObject(standing('pending', 'waiting_for_approval'));
  expect(link).toMatchObject({
    deviceCode: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
    userCode: expect.stringMatching(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/),
    pollIntervalSeconds: 5,
  });
  expect(issued).toEqual({
    status: 'approved',
    connectionState: 'token_issued',
    accessToken: expect.stringMatching(/^svc_at_[A-Za-z0-9_-]{43}$/),
    expiresAt: expect.any(Date),
    scopes: ['svc.read', 'mcp'],
    account: { name: user.name, email: user.email },
  });
  expect(waiting.account ?? null).toBeNull();
  expect(await agentPrincipalOf(identity, issued.accessToken ?? '')).toMatchObject({
    userId: user.userId,
    agent: { requestId: link.requestId, scopes: ['svc.read', 'mcp'] },
  });
  expect(await link.poll()).toMatchObject(standing('approved', 'token_already_claimed'));
});

test('the page shows a login link like an OAuth client, and its claims are stored', async () => {
  const { principal } = await identity.signUp();
  const link = await startLink(identity, { clientName: ' My\u202E Agent ', scopes: BRIDGE_SCOPES, actorId: ' A ' });

  const { request } = await agentsOf(identity, principal).getAuthorizationRequest({
    request: { $case: 'requestId', value: link.requestId },
  });

  expect(request).toMatchObject({
    family: 'bridge',
    status: 'pending',
    clientName: 'My Agent',
    scopes: BRIDGE_SCOPES,
    userCode: link.userCode,
    expiresAt: link.expiresAt,
  });
  const { rows } = await identity.pool.query(
    `select client_id, actor_id, channel from identity.agent_auth_requests where id = $1`,
    [link.requestId],
  );
  expect(rows).toEqual([{ client_id: null, actor_id: 'A', channel: null }]);
});

test('an agent that requests no scope gets read access', async () => {
  const link = await startLink(identity);
  await approve(link.requestId);

  expect((await link.poll()).scopes).toEqual(['svc.read']);
});

test.each([
  { days: undefined, ms: AGENT_TOKEN_LIFETIME_SECONDS * 1_000 },
  { days: 1, ms: DAY_MS },
  { days: 365, ms: 365 * DAY_MS },
])('a token for $days days lives $ms ms, from when it is fetched', async ({ days, ms }) => {
  const link = await startLink(identity, { expiresInDays: days });
  await approve(link.requestId);

  const { expiresAt } = await link.poll();

  const { rows } = await identity.pool.query<{ claimedAt: Date }>(
    `select claimed_at as "claimedAt" from identity.agent_auth_requests where id = $1`,
    [link.requestId],
  );
  expect(expiresAt!.getTime() - rows[0]!.claimedAt.getTime()).toBe(ms);
});

test.each([
  { path: 'clientName', asked: { clientName: '\u200B' } },
  { path: 'clientName', asked: { clientName: 'x'.repeat(201) } },
  { path: 'clientUrl', asked: { clientUri: 'javascript:alert(1)' } },
  { path: 'clientUrl', asked: { clientUri: 'https://app.example@evil.example/' } },
  { path: 'scopes', asked: { scopes: ['shortener.links:read'] } },
  { path: 'scopes', asked: { scopes: ['svc.read', 'SVC.READ'] } },
  { path: 'scopes', asked: { scopes: ['svc.read mcp'] } },
  { path: 'actorId', asked: { actorId: '' } },
  { path: 'actorId', asked: { actorId: 'x'.repeat(101) } },
  { path: 'actorId', asked: { actorId: 'a\nb' } },
  { path: 'channel', asked: { channel: '<b>' } },
  { path: 'expiresInDays', asked: { expiresInDays: 0 } },
  { path: 'expiresInDays', asked: { expiresInDays: -1 } },
  { path: 'expiresInDays', asked: { expiresInDays: 366 } },
])('a start with $asked is refused with the path $path', async ({ path, asked }) => {
  await expect(startLink(identity, asked)).rejects.toMatchObject(wrong(path));
});

test("a poll with a wrong code, or for another's request, reveals nothing", async () => {
  const [link, other] = [await startLink(identity), await startLink(identity)];
  await approve(link.requestId);
  const poll = (requestId: string, deviceCode: string) =>
    agentsOf(identity).pollLoginLink({ requestId, deviceCode, clientAddress: newAddress() });

  await expect(poll(link.requestId, 'x'.repeat(43))).rejects.toMatchObject(unknown);
  await expect(poll(link.requestId, '')).rejects.toMatchObject(unknown);
  await expect(poll(other.requestId, link.deviceCode)).rejects.toMatchObject(unknown);
  await expect(poll(newId(), link.deviceCode)).rejects.toMatchObject(unknown);
  await expect(poll("' or true", link.deviceCode)).rejects.toMatchObject(unknown);
  expect((await poll(link.requestId.toUpperCase(), link.deviceCode)).connectionState).toBe('token_issued');
});

test('a device code of one flow is unknown in the other', async () => {
  const [link, agent] = [await startLink(identity), await startAgent(identity, { family: 'bridge' })];
  await Promise.all([approve(link.requestId), approve(agent.requestId)]);
  const { clientId, requestId, deviceCode } = agent;
  const clientAddress = newAddress();

  await expect(agentsOf(identity).pollLoginLink({ requestId, deviceCode, clientAddress })).rejects.toMatchObject(
    unknown,
  );
  await expect(
    agentsOf(identity).redeemDeviceCode({ family: 'bridge', clientId, deviceCode: link.deviceCode, clientAddress }),
  ).rejects.toMatchObject({ kind: 'invalid_input', code: 'invalid_grant' });
  expect((await link.poll()).connectionState).toBe('token_issued');
  expect((await agent.redeem()).accessToken).toMatch(/^svc_at_/);
});

test('of fifty concurrent polls one gets the token, and the others get the state claimed', async () => {
  const link = await startLink(identity);
  await approve(link.requestId);

  const answers = await Promise.all(Array.from({ length: 50 }, () => link.poll()));

  const states = answers.map(({ connectionState }) => connectionState).toSorted();
  expect(states).toEqual([...Array.from({ length: 49 }, () => 'token_already_claimed'), 'token_issued']);
  expect(answers.filter(({ accessToken }) => typeof accessToken === 'string')).toHaveLength(1);
});

test('a token whose response was lost after its commit is not issued again, and the user can start over', async () => {
  const link = await startLink(identity);
  const user = await approve(link.requestId);
  // A process that dies between commit and response has committed and sends nothing.
  await pollLoginLink(identity.pool, link);

  expect(await link.poll()).toMatchObject(standing('approved', 'token_already_claimed'));
  const afresh = await startLink(identity);
  await agentsOf(identity, user).approveAuthorizationRequest({
    requestId: afresh.requestId,
    clientAddress: newAddress(),
  });
  expect((await afresh.poll()).connectionState).toBe('token_issued');
});

test('an agent that polls too fast gets the interval to wait, and then succeeds', async () => {
  const link = await startLink(identity);
  const tooSoon = (retryAfterSeconds: number) => ({ kind: 'rate_limited', code: 'RATE_LIMITED', retryAfterSeconds });
  await link.poll();

  await expect(link.poll()).rejects.toMatchObject(tooSoon(10));
  await age(link.requestId, 6);
  await expect(link.poll()).rejects.toMatchObject(tooSoon(15));
  await age(link.requestId, 15);
  expect((await link.poll()).connectionState).toBe('waiting_for_approval');
  await approve(link.requestId);
  expect((await link.poll()).connectionState).toBe('token_issued');
});

test('a denied, expired, revoked or used login link is reported as such', async () => {
  const [refused, forgotten, late, revoked, outlived] = await Promise.all(
    [1, 2, 3, 4, 5].map(() => startLink(identity)),
  );
  const { principal } = await identity.signUp();
  await agentsOf(identity, principal).denyAuthorizationRequest({ requestId: refused!.requestId });
  await approve(late!.requestId);
  const user = await approve(revoked!.requestId);
  await approve(outlived!.requestId);
  await Promise.all([revoked!.poll(), outlived!.poll()]);
  await agentsOf(identity, user).revokeAgentConnection({ family: 'bridge', requestId: revoked!.requestId });
  await Promise.all([forgotten!, late!].map(({ requestId }) => age(requestId, 901)));
  await age(outlived!.requestId, AGENT_TOKEN_LIFETIME_SECONDS + 1);

  expect(await refused!.poll()).toMatchObject(standing('denied', 'denied'));
  expect(await forgotten!.poll()).toMatchObject(standing('expired', 'expired'));
  expect(await late!.poll()).toMatchObject(standing('expired', 'expired'));
  expect(await revoked!.poll()).toMatchObject(standing('denied', 'denied'));
  expect(await outlived!.poll()).toMatchObject(standing('expired', 'expired'));
});

test('the approval of a user who has since been disabled or deleted grants no access', async () => {
  const [disabled, deleted] = [await startLink(identity), await startLink(identity)];
  const { userId } = await approve(disabled.requestId);
  const user = await approve(deleted.requestId);

  await identity.pool.query(`update identity.users set disabled_at = now() where id = $1`, [userId]);
  await identity.as(user, AccountService).deleteAccount({ password: PASSWORD });

  expect(await disabled.poll()).toMatchObject(standing('denied', 'denied'));
  expect(await deleted.poll()).toMatchObject(standing('denied', 'denied'));
});

test('starts and polls of one network are limited', async () => {
  const clientAddress = newAddress();
  const start = () => agentsOf(identity).startLoginLink({ clientName: 'Flood', scopes: [], clientAddress });
  for (let i = 0; i < 120; i += 1) await start();

  await expect(start()).rejects.toMatchObject({ kind: 'rate_limited', retryAfterSeconds: expect.any(Number) });
});

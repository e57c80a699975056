import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { SignedInPrincipal } from '@svc/chassis/calls/principal';
import { testAgent } from '@svc/chassis/testing/test-service';
import { v7 as newId } from 'uuid';
import { newAddress } from '../../testing/addresses.js';
import { agentsOf, connectAgent, startAgent } from '../../testing/agent-sign-in.js';
import {
  AGENT_TOKEN_LIFETIME_SECONDS,
  type IdentityService,
  PASSWORD,
  startIdentity,
} from '../../testing/identity-service.js';

let identity: IdentityService;

beforeAll(async () => {
  identity = await startIdentity();
});

afterAll(() => identity.stop());

const approve = (user: SignedInPrincipal, requestId: string, password?: string) =>
  agentsOf(identity, user).approveAuthorizationRequest({ requestId, password, clientAddress: newAddress() });

const deny = (user: SignedInPrincipal, requestId: string) =>
  agentsOf(identity, user).denyAuthorizationRequest({ requestId });

const get = (user: SignedInPrincipal, requestId: string) =>
  agentsOf(identity, user).getAuthorizationRequest({ request: { $case: 'requestId', value: requestId } });

const find = (user: SignedInPrincipal, userCode: string) =>
  agentsOf(identity, user).getAuthorizationRequest({ request: { $case: 'userCode', value: userCode } });

async function signUp(): Promise<SignedInPrincipal> {
  return (await identity.signUp()).principal;
}

/** Signs up a user whose last sign-in is so old that approving needs the password. */
async function signUpLongAgo(): Promise<SignedInPrincipal> {
  const user = await signUp();
  await identity.pool.query(
    `update identity.sessions set created_at = now() - interval '15 minutes 1 second' where id = $1`,
    [user.sessionId],
  );
  return user;
}

async function expire(requestId: string): Promise<void> {
  await identity.pool.query(`update identity.agent_auth_requests set expires_at = now() where id = $1`, [requestId]);
}

test('a signed-in user sees an undecided request, by id or by code in any form', async () => {
  const { principal } = await identity.signUp();
  const agent = await startAgent(identity, { clientName: 'My CLI', scope: 'shortener.links:read' });

  const { request, passwordRequired } = await get(principal, agent.requestId);

  expect(request).toEqual({
    id: agent.requestId,
    family: 'shortener',
    status: 'pending',
    userCode: agent.userCode,
    clientName: 'My CLI',
    clientUri: null,
    scopes: ['shortener.links:read'],
    expiresAt: expect.any(Date),
    tokenLifetimeSeconds: AGENT_TOKEN_LIFETIME_SECONDS,
    tokenExpiresAt: null,
  });
  expect(passwordRequired).toBe(false);
  expect((await find(principal, agent.userCode)).request).toEqual(request);
  expect((await find(principal, agent.userCode.replace('-', '').toLowerCase())).request).toEqual(request);
});

test('a request that one user decided is hidden from others, who cannot decide it again', async () => {
  const [user, other] = [await signUp(), await signUp()];
  const agent = await startAgent(identity);
  await approve(user, agent.requestId);

  await expect(get(other, agent.requestId)).rejects.toMatchObject({ kind: 'not_found' });
  await expect(find(other, agent.userCode)).rejects.toMatchObject({ kind: 'not_found' });
  await expect(approve(other, agent.requestId)).rejects.toMatchObject({ kind: 'wrong_state' });
  await expect(deny(other, agent.requestId)).rejects.toMatchObject({ kind: 'wrong_state' });
  expect((await get(user, agent.requestId)).request).toMatchObject({ status: 'approved' });
});

test('a decided or expired request cannot be decided', async () => {
  const user = await signUp();
  const [approved, denied, expired] = await Promise.all([1, 2, 3].map(() => startAgent(identity)));
  await approve(user, approved!.requestId);
  await deny(user, denied!.requestId);
  await expire(expired!.requestId);

  for (const [agent, status] of [
    [approved!, 'approved'],
    [denied!, 'denied'],
    [expired!, 'expired'],
  ] as const) {
    const refused = { kind: 'wrong_state', code: 'INVALID_TRANSITION' };
    await expect(approve(user, agent.requestId)).rejects.toMatchObject(refused);
    await expect(deny(user, agent.requestId)).rejects.toMatchObject(refused);
    expect((await get(user, agent.requestId)).request?.status).toBe(status);
  }
});

test('of two users who approve at the same moment only one gets the agent', async () => {
  const users = [await signUp(), await signUp()];
  const agent = await startAgent(identity);

  const outcomes = await Promise.allSettled(users.map((user) => approve(user, agent.requestId)));

  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test('an unknown request cannot be decided', async () => {
  const user = await signUp();

  await expect(approve(user, newId())).rejects.toMatchObject({ kind: 'not_found' });
  await expect(deny(user, newId())).rejects.toMatchObject({ kind: 'not_found' });
  await expect(find(user, 'BCDF-GHJK')).rejects.toMatchObject({ kind: 'not_found' });
  await expect(find(user, 'no code')).rejects.toMatchObject({ kind: 'not_found' });
});

test('attempts to guess codes are limited', async () => {
  const user = await signUp();
  for (let tries = 0; tries < 30; tries += 1) await find(user, 'BCDF-GHJK').catch(() => undefined);

  await expect(find(user, 'BCDF-GHJK')).rejects.toMatchObject({ kind: 'rate_limited' });
  await expect(find(await signUp(), 'BCDF-GHJK')).rejects.toMatchObject({ kind: 'not_found' });
});

test('an old sign-in requires the password to approve, but not to deny', async () => {
  const user = await signUpLongAgo();
  const [agent, unwanted] = [await startAgent(identity), await startAgent(identity)];

  expect((await get(user, agent.requestId)).passwordRequired).toBe(true);
  await expect(approve(user, agent.requestId)).rejects.toMatchObject({
    kind: 'unauthenticated',
    code: 'PASSWORD_REQUIRED',
  });
  await expect(approve(user, agent.requestId, 'guessed')).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' });
  expect((await get(user, agent.requestId)).request?.status).toBe('pending');
  expect((await approve(user, agent.requestId, PASSWORD)).request?.status).toBe('approved');
  expect((await deny(user, unwanted.requestId)).request?.status).toBe('denied');
});

test('attempts to guess the password through approvals are limited', async () => {
  const user = await signUpLongAgo();
  const { requestId } = await startAgent(identity);
  for (let tries = 0; tries < 10; tries += 1) {
    await expect(approve(user, requestId, 'guessed')).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' });
  }

  await expect(approve(user, requestId, PASSWORD)).rejects.toMatchObject({ kind: 'rate_limited' });
});

test('an ended session does not count as a recent sign-in', async () => {
  const user = await signUp();
  const { requestId } = await startAgent(identity);
  await identity.pool.query(`delete from identity.sessions where id = $1`, [user.sessionId]);

  await expect(approve(user, requestId)).rejects.toMatchObject({ code: 'PASSWORD_REQUIRED' });
});

test('an agent can decide nothing, with any scopes', async () => {
  const user = await signUp();
  const { requestId } = await startAgent(identity);
  const agent = agentsOf(identity, testAgent({ userId: user.userId }, ['mcp', 'svc.write.sensitive']));
  const refused = { kind: 'forbidden', code: 'FORBIDDEN' };

  const asked = { request: { $case: 'requestId' as const, value: requestId } };
  await expect(agent.approveAuthorizationRequest({ requestId, clientAddress: '' })).rejects.toMatchObject(refused);
  await expect(agent.denyAuthorizationRequest({ requestId })).rejects.toMatchObject(refused);
  await expect(agent.getAuthorizationRequest(asked)).rejects.toMatchObject(refused);
  await expect(agent.listAgentConnections({ family: 'shortener', pageSize: 0, skip: 0 })).rejects.toMatchObject(
    refused,
  );
  await expect(agent.revokeAgentConnection({ family: 'shortener', requestId })).rejects.toMatchObject(refused);
  await expect(agent.renewAgentConnection({ requestId })).rejects.toMatchObject(refused);
});

test('at most twenty-five agents are connected for a user, even with concurrent approvals', async () => {
  const user = await signUp();
  const connected = await connectAgent(identity, user);
  const waiting = await Promise.all(Array.from({ length: 27 }, () => startAgent(identity)));

  const outcomes = await Promise.allSettled(waiting.map(({ requestId }) => approve(user, requestId)));

  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
  expect(refused).toHaveLength(3);
  for (const reason of refused) {
    expect(reason).toMatchObject({ kind: 'conflict', message: expect.stringContaining('Revoke one first') });
  }
  const agents = agentsOf(identity, user);
  await agents.revokeAgentConnection({ family: 'shortener', requestId: connected.requestId });
  const left = waiting[outcomes.findIndex(({ status }) => status === 'rejected')];
  expect((await approve(user, left!.requestId)).request?.status).toBe('approved');
});

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { AgentPrincipal } from '@svc/chassis/calls/principal';
import { type ToolCall, ToolCallService } from '@svc/proto/identity/v1/tool_call_service';
import { v7 as newId } from 'uuid';
import { connectAgent } from '../testing/agent-sign-in.js';
import { adapterFor, approvalsIn, callOf, hashOf } from '../testing/approvals.js';
import { type IdentityService, startIdentity } from '../testing/identity-service.js';

let identity: IdentityService;

beforeAll(async () => {
  identity = await startIdentity();
});

afterAll(() => identity.stop());

const { as, newAgent, userWithAgents, ask, decide, claim, approved, moveEnd, statusOf } = approvalsIn(() => identity);

const invalid = { kind: 'forbidden', code: 'APPROVAL_INVALID' };

test('an undecided, denied, expired or unknown approval grants nothing', async () => {
  const { user, agent } = await userWithAgents();
  const call = callOf();
  const [pending, denied, expired] = [await ask(agent, call), await ask(agent), await approved(user, agent, callOf())];
  await decide(user, denied.id, 'denied');
  await moveEnd(expired, '0 seconds');

  await expect(claim(agent, pending.id, call)).rejects.toMatchObject(invalid);
  await expect(claim(agent, denied.id, { ...call, inputHash: denied.inputHash })).rejects.toMatchObject(invalid);
  const { approval } = await as(agent).getApproval({ approvalId: expired });
  await expect(claim(agent, expired, { ...call, inputHash: approval!.inputHash })).rejects.toMatchObject(invalid);
  await expect(claim(agent, newId(), call)).rejects.toMatchObject(invalid);
  await expect(claim(agent, "' or true", call)).rejects.toMatchObject(invalid);
  expect([await statusOf(user, denied.id), await statusOf(user, expired)]).toEqual(['denied', 'expired']);
});

test('an agent gets the reason why its own approval cannot be used, and nothing about others', async () => {
  const { user, agent, other } = await userWithAgents();
  const [pending, denied, expired, claimed, used] = [callOf(), callOf(), callOf(), callOf(), callOf()];
  const { id: pendingId } = await ask(agent, pending);
  const { id: deniedId } = await ask(agent, denied);
  await decide(user, deniedId, 'denied');
  const expiredId = await approved(user, agent, expired);
  await moveEnd(expiredId, '0 seconds');
  const claimedId = await approved(user, agent, claimed);
  await claim(agent, claimedId, claimed);
  const usedId = await approved(user, agent, used);
  await claim(agent, usedId, used);
  await as(agent).completeApproval({ approvalId: usedId, requestId: 'request-1' });
  const uniform = /^The approval does not cover this call: it is denied, expired or used/;

  for (const [id, call, message] of [
    [pendingId, pending, /^The user has not decided yet\. Wait/],
    [deniedId, denied, /^The user denied this call\. Do not ask again\.$/],
    [expiredId, expired, /^The approval expired\. Make the call without it to ask again\.$/],
    [claimedId, claimed, /may have made the change\. Read the record before/],
    [usedId, used, /^This approval was already used: the call was made\. Read the record before/],
  ] as const) {
    const refusal = (of: RegExp) => ({ ...invalid, message: expect.stringMatching(of) });
    await expect(claim(agent, id, call, 'request-2')).rejects.toMatchObject(refusal(message));
    await expect(claim(other, id, call, 'request-2')).rejects.toMatchObject(refusal(uniform));
    await expect(claim(agent, id, callOf(), 'request-2')).rejects.toMatchObject(refusal(uniform));
  }
});

test('an approval is valid only for its user, connection, operation and input', async () => {
  const { user, agent, other } = await userWithAgents();
  const stranger = await newAgent((await identity.signUp()).principal);
  const call = callOf();
  const id = await approved(user, agent, call);

  for (const caller of [other, stranger, adapterFor(user)]) {
    await expect(claim(caller, id, call)).rejects.toMatchObject(invalid);
  }
  await expect(claim(agent, id, { ...call, operation: 'deals.delete' })).rejects.toMatchObject(invalid);
  await expect(claim(agent, id, { ...call, inputHash: hashOf({ price: 1 }) })).rejects.toMatchObject(invalid);
  await expect(claim(agent, id, call, '')).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  await expect(claim(agent, id, call)).resolves.toBeDefined();
});

test('of five concurrent calls one gets the approval', async () => {
  const { user, agent } = await userWithAgents();
  const call = callOf();
  const id = await approved(user, agent, call);

  const outcomes = await Promise.allSettled(['a', 'b', 'c', 'd', 'e'].map((key) => claim(agent, id, call, key)));

  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject(invalid);
  }
});

test('an interrupted call may claim its approval again, made or not, and no other call gets it', async () => {
  const { user, agent } = await userWithAgents();
  const call = callOf();
  const id = await approved(user, agent, call);
  const first = await claim(agent, id, call);

  expect(await claim(agent, id, call)).toMatchObject({ inputJson: first.inputJson, claimNumber: null });
  await as(agent).completeApproval({ approvalId: id, requestId: 'request-1' });
  expect(await claim(agent, id, call)).toMatchObject({ inputJson: first.inputJson, claimNumber: null });
  await expect(claim(agent, id, call, 'request-2')).rejects.toMatchObject(invalid);
  expect(await statusOf(user, id)).toBe('used');
  await moveEnd(id, '0 seconds');
  await expect(claim(agent, id, call)).rejects.toMatchObject(invalid);
});

test('an approval can be claimed with the longest key, and no part of it is stored', async () => {
  const { user, agent } = await userWithAgents();
  const call = callOf();
  const id = await approved(user, agent, call);
  const key = 'secret-key-'.repeat(24).slice(0, 255);

  await claim(agent, id, call, key);

  await expect(claim(agent, id, call, key.slice(1))).rejects.toMatchObject(invalid);
  await expect(claim(agent, id, call, `${key}x`)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  const { rows } = await identity.pool.query<{ row: string }>(
    `select a::text as row from identity.agent_approvals a where id = $1`,
    [id],
  );
  expect(rows[0]?.row).not.toContain('secret-key-');
});

test('a released claim is free for another call; a used or foreign one cannot be released', async () => {
  const { user, agent, other } = await userWithAgents();
  const call = callOf();
  const approvalId = await approved(user, agent, call);
  const release = (who: typeof agent, requestId: string, claimNumber: number | undefined) =>
    as(who).releaseApproval({ approvalId, requestId, claimNumber });
  const { claimNumber: first } = await claim(agent, approvalId, call, 'one');

  await release(agent, 'two', first!);
  await release(other, 'one', first!);
  await release(agent, 'one', undefined);
  await expect(claim(agent, approvalId, call, 'two')).rejects.toMatchObject(invalid);
  await release(agent, 'one', first!);
  const { claimNumber: second } = await claim(agent, approvalId, call, 'two');
  await as(agent).completeApproval({ approvalId, requestId: 'two' });
  await release(agent, 'two', second!);
  await expect(claim(agent, approvalId, call, 'three')).rejects.toMatchObject(invalid);
});

test('a repetition of a running call cannot release its claim, and an ended claim cannot be released', async () => {
  const { user, agent } = await userWithAgents();
  const call = callOf();
  const approvalId = await approved(user, agent, call);
  const { claimNumber: ended } = await claim(agent, approvalId, call, 'one');
  await as(agent).releaseApproval({ approvalId, requestId: 'one', claimNumber: ended! });
  await claim(agent, approvalId, call, 'one');

  const { claimNumber: ofRepetition } = await claim(agent, approvalId, call, 'one');
  for (const claimNumber of [ofRepetition ?? undefined, ended!]) {
    await as(agent).releaseApproval({ approvalId, requestId: 'one', claimNumber });
  }

  expect(ofRepetition).toBeNull();
  await expect(claim(agent, approvalId, call, 'two')).rejects.toMatchObject(invalid);
});

test('a claim that never completed ends as possibly made, and a released one as expired', async () => {
  const { user, agent } = await userWithAgents();
  const call = callOf();
  const [cutOff, givenBack] = [await approved(user, agent, call), await approved(user, agent, callOf())];
  await claim(agent, cutOff, call);
  const working = await statusOf(user, cutOff);

  for (const id of [cutOff, givenBack]) await moveEnd(id, '0 seconds');

  expect(working).toBe('executing');
  expect([await statusOf(user, cutOff), await statusOf(user, givenBack)]).toEqual(['unconfirmed', 'expired']);
  const { approvals } = await as(user).listApprovals({ status: 'unconfirmed', pageSize: 0, skip: 0 });
  expect(approvals.map(({ id }) => id)).toEqual([cutOff]);
});

test('the record of a call completes its claim, even after the approval has expired', async () => {
  const { user, agent } = await userWithAgents();
  const call = callOf();
  const id = await approved(user, agent, call);
  await claim(agent, id, call);
  await moveEnd(id, '0 seconds');
  const record = (changes: Partial<ToolCall>) =>
    identity
      .as({ kind: 'service', service: 'deal' }, ToolCallService)
      .recordToolCalls({ calls: [{ ...madeCall(agent, id), ...changes }] });

  await record({ status: 'failed' });
  await record({ operation: 'deals.delete' });
  await record({ connectionId: newId() });
  const before = await statusOf(user, id);
  await record({});

  expect([before, await statusOf(user, id)]).toEqual(['unconfirmed', 'used']);
});

test('claiming does not use up the approval, and only the claiming call completes it', async () => {
  const { user, agent } = await userWithAgents();
  const call = callOf();
  const approvalId = await approved(user, agent, call);
  await claim(agent, approvalId, call);

  await as(agent).completeApproval({ approvalId, requestId: 'another' });

  expect(await statusOf(user, approvalId)).toBe('executing');
});

test('an assertion proves the claim to services, and distinguishes agents without an approval from those that need none', async () => {
  const { user, agent } = await userWithAgents();
  const call = callOf();
  const approvalId = await approved(user, agent, call);
  const { token } = await connectAgent(identity, user, { family: 'bridge', scope: 'mcp' });
  const credentials = [{ credential: { $case: 'agentToken' as const, value: token } }];
  const approvalOf = async (assertion: string | null | undefined) =>
    ((await identity.verify(assertion ?? '')) as AgentPrincipal).agent.approval;
  const authenticate = async (signsApprovals?: boolean) =>
    (await identity.authentication.authenticate({ credentials, signsApprovals, audiences: [] })).results[0]?.principal
      ?.assertion;

  const { assertion } = await claim(agent, approvalId, call);

  expect(await approvalOf(assertion)).toBe(approvalId);
  expect(await approvalOf(await authenticate(true))).toBeNull();
  expect(await approvalOf(await authenticate())).toBeUndefined();
});

/** The record of the call that was approved. */
function madeCall({ userId, agent }: AgentPrincipal, approvalId: string): ToolCall {
  return {
    id: newId(),
    userId,
    connectionId: agent.requestId ?? undefined,
    operation: 'deals.update',
    tier: 2,
    requestId: 'request-1',
    surface: 'https',
    status: 'ok',
    httpStatus: 200,
    durationMs: 4,
    approvalId,
    handlesJson: '{}',
    replayed: false,
    at: new Date(),
  };
}

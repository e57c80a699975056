import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { SignedInPrincipal } from '@svc/chassis/calls/principal';
import { eventually } from '@svc/chassis/testing/eventually';
import { ToolCallService } from '@svc/proto/identity/v1/tool_call_service';
import { TurnApprovalService } from '@svc/proto/identity/v1/turn_approval_service';
import { v7 as newId } from 'uuid';
import { adapterFor, approvalsIn, callOf, hashOf } from '../testing/approvals.js';
import { CONFIRM_SECRET, type IdentityService, startIdentity } from '../testing/identity-service.js';

let identity: IdentityService;
const { as, userWithAgents, ask, decide, moveEnd, statusOf } = approvalsIn(() => identity);

beforeAll(async () => {
  identity = await startIdentity();
});

afterAll(() => identity?.stop());

const copilot = () => identity.as({ kind: 'service', service: 'copilot' }, TurnApprovalService);

/** A turn of the user that has requested approval of a call. */
async function askedIn(user: SignedInPrincipal, call = callOf(), turnId = newId()) {
  const turn = { userId: user.userId, turnId };
  const conversationId = newId();
  const { approval } = await copilot().requestTurnApproval({ turn, conversationId, call });
  if (!approval) throw new Error('The answer has no approval.');
  return { turn, conversationId, call, id: approval.id };
}

const claimOf = ({ turn, call, id }: Awaited<ReturnType<typeof askedIn>>, inputHash = call.inputHash, requestId = id) =>
  copilot().claimTurnApproval({
    turn,
    call: { approvalId: id, operation: call.operation, inputHash, requestId, audiences: [] },
  });

test("a turn's request is one of the user's approvals, and the user decides it", async () => {
  const { user } = await userWithAgents();
  const asked = await askedIn(user);

  const { approvals } = await as(user).listApprovals({ pageSize: 10, skip: 0 });
  expect(approvals).toMatchObject([
    { id: asked.id, connectionId: null, turnId: asked.turn.turnId, conversationId: asked.conversationId },
  ]);
  await expect(claimOf(asked)).rejects.toMatchObject({ code: 'APPROVAL_INVALID' });
  await decide(user, asked.id);

  const { claim } = await claimOf(asked);
  expect(claim?.inputJson).toBe(asked.call.inputJson);
  await copilot().completeTurnApproval({ turn: asked.turn, claim: { approvalId: asked.id, requestId: asked.id } });
  expect(await statusOf(user, asked.id)).toBe('used');
});

test('a turn that repeats an approved call asks again, because it waits for a decision', async () => {
  const { user } = await userWithAgents();
  const asked = await askedIn(user);
  await decide(user, asked.id);

  const again = await askedIn(user, asked.call, asked.turn.turnId);

  expect(again.id).not.toBe(asked.id);
  expect(await statusOf(user, again.id)).toBe('pending');
});

test("agents and adapters cannot read, confirm or use a turn's approval", async () => {
  const { user, agent } = await userWithAgents();
  const asked = await askedIn(user);
  const { call, id } = asked;
  const adapter = adapterFor(user);

  await expect(as(adapter).confirmApproval({ approvalId: id, confirmSecret: CONFIRM_SECRET })).rejects.toMatchObject({
    kind: 'not_found',
  });
  for (const other of [agent, adapter]) {
    await expect(as(other).getApproval({ approvalId: id })).rejects.toMatchObject({ kind: 'not_found' });
  }
  await decide(user, id);
  for (const other of [agent, adapter]) {
    const claimed = as(other).claimApproval({
      approvalId: id,
      operation: call.operation,
      inputHash: call.inputHash,
      requestId: 'r',
      audiences: [],
    });
    await expect(claimed).rejects.toMatchObject({ code: 'APPROVAL_INVALID' });
  }
  expect(await statusOf(user, id)).toBe('approved');
});

test('another turn, user or input cannot use an approval', async () => {
  const { user } = await userWithAgents();
  const { user: other } = await userWithAgents();
  const asked = await askedIn(user);
  await decide(user, asked.id);

  const elsewhere = { ...asked, turn: { ...asked.turn, turnId: newId() } };
  const others = { ...asked, turn: { ...asked.turn, userId: other.userId } };
  const claims = [() => claimOf(elsewhere), () => claimOf(others), () => claimOf(asked, hashOf({ other: 1 }))];
  for (const claim of claims) {
    await expect(claim()).rejects.toMatchObject({ code: 'APPROVAL_INVALID' });
  }
  await expect(decide(other, asked.id)).rejects.toMatchObject({ kind: 'not_found' });
  expect((await copilot().listTurnApprovals({ turn: elsewhere.turn })).approvals).toEqual([]);
});

test('callers that act for a user, agents and other services cannot access it', async () => {
  const { user, agent } = await userWithAgents();
  const { turn, id } = await askedIn(user);
  const itself = { ...user, through: 'copilot' } as const;

  for (const caller of [user, itself, agent, { kind: 'service', service: 'deal' } as const]) {
    const listed = identity.as(caller, TurnApprovalService).listTurnApprovals({ turn });
    await expect(listed).rejects.toMatchObject({ kind: 'forbidden' });
  }
  await expect(decide(itself, id)).rejects.toMatchObject({ kind: 'forbidden' });
});

test('an edited input replaces the proposed one, which is stored beside it', async () => {
  const { user } = await userWithAgents();
  const asked = await askedIn(user);
  const edited = { dealId: newId(), price: 110 };

  await as(user).decideApproval({
    approvalId: asked.id,
    decision: 'approved',
    editedInputJson: JSON.stringify(edited),
    editedInputHash: hashOf(edited),
  });

  await expect(claimOf(asked)).rejects.toMatchObject({ code: 'APPROVAL_INVALID' });
  const { claim } = await claimOf(asked, hashOf(edited));
  expect(claim?.inputJson).toBe(JSON.stringify(edited));
  const { approvals } = await copilot().listTurnApprovals({ turn: asked.turn });
  expect(approvals).toMatchObject([{ isEdited: true, inputJson: JSON.stringify(edited), inputHash: hashOf(edited) }]);
  const { rows } = await identity.pool.query('select input from identity.agent_approvals where id = $1', [asked.id]);
  expect(rows).toEqual([{ input: asked.call.inputJson }]);
});

test("an agent's request cannot be edited when it is approved", async () => {
  const { user, agent } = await userWithAgents();
  const { id } = await ask(agent);
  const edited = { price: 1 };

  const decided = as(user).decideApproval({
    approvalId: id,
    decision: 'approved',
    editedInputJson: JSON.stringify(edited),
    editedInputHash: hashOf(edited),
  });

  await expect(decided).rejects.toMatchObject({ kind: 'wrong_state' });
  expect(await statusOf(user, id)).toBe('pending');
});

test('the copilot receives the decision, and the reason for a denial', async () => {
  const { user } = await userWithAgents();
  const { turn, id } = await askedIn(user);

  await as(user).decideApproval({ approvalId: id, decision: 'denied', reason: 'Too much.' });

  const payload = { turnId: turn.turnId, approvalId: id, status: 'denied', sessionId: user.sessionId };
  await eventually(() => {
    const delivered = identity.delivered.filter(({ topic }) => topic === 'turn-approvals');
    expect(delivered.map(({ destination }) => destination)).toContain('copilot');
    expect(delivered.flatMap(({ messages }) => messages.map((each) => each.payload))).toContainEqual(payload);
  });
  expect((await copilot().listTurnApprovals({ turn })).approvals).toMatchObject([
    { status: 'denied', reason: 'Too much.' },
  ]);
});

test('an approval of a turn stays valid as long as the others can be decided', async () => {
  const { user } = await userWithAgents();
  const { id } = await askedIn(user);
  await moveEnd(id, '3 hours');

  const { approval } = await decide(user, id);

  expect((approval?.expiresAt?.getTime() ?? 0) - Date.now()).toBeGreaterThan(2 * 3_600_000);
});

test('a withdrawn approval is marked as such and can be neither decided nor used, and a started call continues', async () => {
  const { user } = await userWithAgents();
  const turnId = newId();
  const pending = await askedIn(user, callOf(), turnId);
  const approved = await askedIn(user, callOf(), turnId);
  const begun = await askedIn(user, callOf(), turnId);
  for (const { id } of [approved, begun]) await decide(user, id);
  await claimOf(begun);

  await copilot().withdrawTurnApprovals({ turn: pending.turn });

  expect([await statusOf(user, pending.id), await statusOf(user, approved.id), await statusOf(user, begun.id)]).toEqual(
    ['expired', 'expired', 'executing'],
  );
  const { approvals } = await as(user).listApprovals({ pageSize: 10, skip: 0 });
  const withdrawn = approvals.filter(({ withdrawnAt }) => withdrawnAt != null).map(({ id }) => id);
  expect(withdrawn.toSorted()).toEqual([pending.id, approved.id].toSorted());
  await expect(decide(user, pending.id)).rejects.toMatchObject({ code: 'INVALID_TRANSITION' });
});

test("the record of a copilot's call marks its approval as used; that of an agent does not", async () => {
  const { user, agent } = await userWithAgents();
  const asked = await askedIn(user);
  await decide(user, asked.id);
  await claimOf(asked);
  const call = {
    id: newId(),
    userId: user.userId,
    operation: asked.call.operation,
    tier: 2,
    requestId: asked.id,
    status: 'ok',
    httpStatus: 200,
    durationMs: 1,
    approvalId: asked.id,
    handlesJson: '{}',
    replayed: false,
    at: new Date(),
  };

  await identity.as(agent, ToolCallService).recordOwnToolCalls({ calls: [{ ...call, surface: 'copilot' }] });
  expect(await statusOf(user, asked.id)).toBe('executing');
  const services = identity.as({ kind: 'service', service: 'deal' }, ToolCallService);
  await services.recordToolCalls({ calls: [{ ...call, id: newId(), surface: 'https' }] });
  expect(await statusOf(user, asked.id)).toBe('executing');
  await services.recordToolCalls({ calls: [{ ...call, id: newId(), surface: 'copilot' }] });

  expect(await statusOf(user, asked.id)).toBe('used');
});

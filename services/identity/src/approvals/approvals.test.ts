import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { DAY_MS } from '@svc/chassis/time/durations';
import { AccountService } from '@svc/proto/identity/v1/account_service';
import { agentsOf } from '../testing/agent-sign-in.js';
import { adapterFor, approvalsIn, callOf } from '../testing/approvals.js';
import { CONFIRM_SECRET, type IdentityService, PASSWORD, startIdentity } from '../testing/identity-service.js';
import { deleteEndedApprovals } from './approval-repo.js';

let identity: IdentityService;

beforeAll(async () => {
  identity = await startIdentity();
});

afterAll(() => identity.stop());

const { as, userWithAgents, ask, decide, claim, approved, moveEnd, statusOf } = approvalsIn(() => identity);

const invalid = { kind: 'forbidden', code: 'APPROVAL_INVALID' };
const unknown = { kind: 'not_found', code: 'NOT_FOUND' };
const undecidable = { kind: 'wrong_state', code: 'INVALID_TRANSITION' };

test('an agent requests an approval, the user approves, and the call gets the approved input and version', async () => {
  const { user, agent } = await userWithAgents();
  const diffJson = '[{"field":"price","before":100,"after":120}]';
  const agentSays = 'You asked me to.';
  const call = callOf({ dealId: 'd', price: 120 }, { expectedVersion: 7, diffJson, agentSays });

  const asked = await ask(agent, call);
  const { approval: decided } = await decide(user, asked.id);
  const claimed = await claim(agent, asked.id, call);

  expect(asked).toMatchObject({
    operation: 'deals.update',
    summary: 'Raise the price of Spring launch',
    agentSays,
    tier: 2,
    destructive: false,
    status: 'pending',
    connectionId: agent.agent.requestId,
    agentName: 'Example CLI',
    expectedVersion: 7,
    diffJson,
    decidedAt: null,
  });
  expect(asked.expiresAt!.getTime() - asked.createdAt!.getTime()).toBe(DAY_MS);
  expect(decided).toMatchObject({ status: 'approved', decidedBy: 'user', inputJson: call.inputJson });
  expect(decided!.expiresAt!.getTime() - decided!.decidedAt!.getTime()).toBe(15 * 60_000);
  expect(claimed).toMatchObject({ inputJson: call.inputJson, expectedVersion: 7, claimNumber: 1 });
});

test('a repeated request returns the same pending approval, even concurrently', async () => {
  const { agent, other } = await userWithAgents();
  const call = callOf();

  const asked = await Promise.all(Array.from({ length: 5 }, () => ask(agent, call)));

  expect(new Set(asked.map(({ id }) => id)).size).toBe(1);
  const ids = [
    asked[0]!.id,
    (await ask(other, call)).id,
    (await ask(agent, callOf())).id,
    (await ask(agent, { ...call, operation: 'deals.create' })).id,
  ];
  expect(new Set(ids).size).toBe(4);
});

test("a repeated request replaces the agent's reason for the pending approval, and keeps it when none is given", async () => {
  const { user, agent } = await userWithAgents();
  const call = callOf();
  const first = await ask(agent, call);

  const second = await ask(agent, { ...call, agentSays: 'You asked me to.' });
  const third = await ask(agent, call);

  expect([first, second, third].map(({ agentSays }) => agentSays ?? null)).toEqual([
    null,
    'You asked me to.',
    'You asked me to.',
  ]);
  const { approval: shown } = await as(user).getApproval({ approvalId: first.id });
  expect(shown).toMatchObject({ agentSays: 'You asked me to.' });
});

test('a call that the user has approved returns its approval until it is made, and its reason stays', async () => {
  const { user, agent } = await userWithAgents();
  const call = callOf();
  const first = await ask(agent, { ...call, agentSays: 'You asked me to.' });
  await decide(user, first.id);

  const repeated = await ask(agent, { ...call, agentSays: 'Something else.' });
  await claim(agent, first.id, call);
  const later = await ask(agent, call);

  expect(repeated).toMatchObject({ id: first.id, status: 'approved', agentSays: 'You asked me to.' });
  expect(later).toMatchObject({ status: 'pending' });
  expect(later.id).not.toBe(first.id);
});

test('an approval that is decided already says what comes next', async () => {
  const { user, agent } = await userWithAgents();
  const [approvedOne, denied] = [await ask(agent), await ask(agent)];
  await decide(user, approvedOne.id);
  await decide(user, denied.id, 'denied');

  const again = (id: string) => decide(user, id).catch((error: unknown) => error);

  expect(await again(approvedOne.id)).toMatchObject({
    message: expect.stringContaining('the agent can make the call'),
  });
  expect(await again(denied.id)).toMatchObject({ message: expect.stringContaining('request a new one') });
});

test('when the record has changed, a new request replaces the pending approval of the old version', async () => {
  const { user, agent } = await userWithAgents();
  const call = callOf({ dealId: 'd' }, { expectedVersion: 1 });
  const old = await ask(agent, call);

  const fresh = await ask(agent, { ...call, expectedVersion: 2 });

  expect(fresh.id).not.toBe(old.id);
  await expect(decide(user, old.id)).rejects.toMatchObject(undecidable);
  expect(await statusOf(user, old.id)).toBe('expired');
});

test('a user has at most a hundred pending approvals, from all agents and even concurrently', async () => {
  const { user, agent, other } = await userWithAgents();
  // On a busy machine some calls are refused a connection, and retry.
  const askUntilHeard = (who: typeof agent): ReturnType<typeof ask> =>
    ask(who).catch((error: unknown) => {
      if ((error as { kind?: string }).kind !== 'unavailable') throw error;
      return askUntilHeard(who);
    });

  const outcomes = await Promise.allSettled(
    Array.from({ length: 103 }, (_, index) => askUntilHeard(index % 2 === 0 ? agent : other)),
  );

  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
  expect(refused).toHaveLength(3);
  for (const reason of refused) expect(reason).toMatchObject({ kind: 'conflict', code: 'CONFLICT' });
  const { approvals, totalSize } = await as(user).listApprovals({ status: 'pending', pageSize: 1, skip: 0 });
  expect(totalSize).toBe(100);
  await decide(user, approvals[0]!.id, 'denied');
  await expect(ask(agent)).resolves.toBeDefined();
});

test('pending approvals of a revoked agent no longer count', async () => {
  const { user, agent, other } = await userWithAgents();
  for (let left = 0; left < 100; left += 1) await ask(agent);
  await expect(ask(other)).rejects.toMatchObject({ kind: 'conflict' });

  await agentsOf(identity, user).revokeAgentConnection({ family: '', requestId: agent.agent.requestId ?? '' });

  await expect(ask(other)).resolves.toBeDefined();
});

test('the total size of pending inputs is limited', async () => {
  const { agent } = await userWithAgents();
  const large = (fill: number) => callOf({ text: String.fromCharCode(97 + fill).repeat(1_999_900) });

  for (let fill = 0; fill < 10; fill += 1) await ask(agent, large(fill));

  await expect(ask(agent, large(10))).rejects.toMatchObject({ kind: 'conflict' });
  await expect(ask(agent, callOf({ text: 'x'.repeat(2_000_000) }))).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
});

test('a change of many fields in any script can be shown', async () => {
  const { user, agent } = await userWithAgents();
  const diffJson = JSON.stringify(
    Array.from({ length: 50 }, (_, index) => ({
      field: `f${index}`,
      before: '値'.repeat(500),
      after: '値'.repeat(500),
    })),
  );

  const { id } = await ask(agent, callOf({}, { diffJson }));

  expect((await as(user).getApproval({ approvalId: id })).approval?.diffJson).toBe(diffJson);
});

test.each([
  { field: 'operation', wrong: { operation: '' } },
  { field: 'inputHash', wrong: { inputHash: Buffer.alloc(31) } },
  { field: 'summary', wrong: { summary: ' ' } },
  { field: 'summary', wrong: { summary: 'x'.repeat(501) } },
  { field: 'agentSays', wrong: { agentSays: 'x'.repeat(501) } },
  { field: 'diff', wrong: { diffJson: 'x'.repeat(524_289) } },
])('a request with an invalid $field is refused', async ({ field, wrong }) => {
  const { agent } = await userWithAgents();

  await expect(ask(agent, callOf({}, wrong))).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    details: [expect.objectContaining({ path: field })],
  });
});

test('a decision is final, and of two concurrent ones only one applies', async () => {
  const { user, agent } = await userWithAgents();
  const { id } = await ask(agent);

  const outcomes = await Promise.allSettled([decide(user, id), decide(user, id, 'denied')]);

  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  await expect(decide(user, id)).rejects.toMatchObject(undecidable);
  await expect(decide(user, (await ask(agent)).id, 'maybe')).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
});

test('after a day an approval can no longer be decided, and the same call creates a new one', async () => {
  const { user, agent } = await userWithAgents();
  const call = callOf();
  const { id } = await ask(agent, call);
  await moveEnd(id, '0 seconds');

  await expect(decide(user, id)).rejects.toMatchObject(undecidable);
  expect((await ask(agent, call)).id).not.toBe(id);
});

test("a user neither sees nor decides the approvals of another user's agents", async () => {
  const { agent } = await userWithAgents();
  const { user: stranger, agent: strangersAgent } = await userWithAgents();
  const { id } = await ask(agent);

  await expect(decide(stranger, id)).rejects.toMatchObject(unknown);
  await expect(as(stranger).getApproval({ approvalId: id })).rejects.toMatchObject(unknown);
  await expect(as(strangersAgent).getApproval({ approvalId: id })).rejects.toMatchObject(unknown);
  expect((await as(stranger).listApprovals({ pageSize: 0, skip: 0 })).totalSize).toBe(0);
});

test('an agent sees only the approvals that its own connection requested, and decides none', async () => {
  const { agent, other } = await userWithAgents();
  const call = callOf();
  const { id } = await ask(agent, call);

  expect((await as(agent).getApproval({ approvalId: id })).approval).toMatchObject({ id, inputJson: call.inputJson });
  await expect(as(other).getApproval({ approvalId: id })).rejects.toMatchObject(unknown);
  await expect(as(agent).decideApproval({ approvalId: id, decision: 'approved' })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  });
  await expect(as(agent).listApprovals({ pageSize: 0, skip: 0 })).rejects.toMatchObject({ code: 'FORBIDDEN' });
});

test('users cannot request or use approvals', async () => {
  const { user, agent } = await userWithAgents();
  const call = callOf();
  const approvalId = await approved(user, agent, call);
  const refused = { code: 'FORBIDDEN' };

  await expect(as(user).requestApproval(call)).rejects.toMatchObject(refused);
  await expect(
    as(user).claimApproval({
      approvalId,
      operation: call.operation,
      inputHash: call.inputHash,
      requestId: 'r',
      audiences: [],
    }),
  ).rejects.toMatchObject(refused);
});

test('a list is newest first, without inputs, and can be filtered by status', async () => {
  const { user, agent } = await userWithAgents();
  const [first, second, third] = [await ask(agent), await ask(agent), await ask(agent)];
  await decide(user, first.id);
  await decide(user, second.id, 'denied');

  const { approvals, totalSize } = await as(user).listApprovals({ pageSize: 0, skip: 0 });

  expect(totalSize).toBe(3);
  expect(approvals.map(({ id, status }) => [id, status])).toEqual([
    [third.id, 'pending'],
    [second.id, 'denied'],
    [first.id, 'approved'],
  ]);
  expect(approvals.every(({ inputJson, diffJson }) => inputJson == null && diffJson == null)).toBe(true);
  const denied = await as(user).listApprovals({ status: 'denied', pageSize: 0, skip: 0 });
  expect(denied.approvals.map(({ id }) => id)).toEqual([second.id]);
});

test('all approvals of a connection end with it', async () => {
  const { user, agent } = await userWithAgents();
  const call = callOf();
  const id = await approved(user, agent, call);
  const waiting = await ask(agent);

  const requestId = agent.agent.requestId!;
  await agentsOf(identity, user).revokeAgentConnection({ family: '', requestId });

  await expect(claim(agent, id, call)).rejects.toMatchObject(invalid);
  await expect(decide(user, waiting.id)).rejects.toMatchObject(undecidable);
  expect([await statusOf(user, id), await statusOf(user, waiting.id)]).toEqual(['expired', 'expired']);
});

test('an adapter of the operator approves with the second secret, for the user for whom it acts', async () => {
  const { user, agent } = await userWithAgents();
  const { id: approvalId } = await ask(agent);

  const { approval } = await as(adapterFor(user)).confirmApproval({ approvalId, confirmSecret: CONFIRM_SECRET });

  expect(approval).toMatchObject({ id: approvalId, status: 'approved', decidedBy: 'adapter' });
  expect(await as(user).getConfirmationSupport({})).toEqual({ isConfigured: true });
  const { id: foreign } = await ask((await userWithAgents()).agent);
  await expect(
    as(adapterFor(user)).confirmApproval({ approvalId: foreign, confirmSecret: CONFIRM_SECRET }),
  ).rejects.toMatchObject(unknown);
});

test('neither secret alone approves anything, and an agent with a connection never does', async () => {
  const { user, agent } = await userWithAgents();
  const { id: approvalId } = await ask(agent);
  const allScopes = { ...agent, agent: { ...agent.agent, scopes: ['mcp', 'svc.write.sensitive'] } };
  const refused = { kind: 'forbidden', code: 'FORBIDDEN' };

  for (const confirmSecret of ['', 'another-secret-of-thirty-two-characters']) {
    await expect(as(adapterFor(user)).confirmApproval({ approvalId, confirmSecret })).rejects.toMatchObject(refused);
  }
  for (const caller of [allScopes, agent, user]) {
    await expect(as(caller).confirmApproval({ approvalId, confirmSecret: CONFIRM_SECRET })).rejects.toMatchObject(
      refused,
    );
  }
  expect(await statusOf(user, approvalId)).toBe('pending');
});

test('an adapter requests and uses its own approvals, without a connection', async () => {
  const { user, agent } = await userWithAgents();
  const adapter = adapterFor(user);
  const call = callOf();
  const asked = await ask(adapter, call);
  await decide(user, asked.id);

  expect(asked).toMatchObject({ connectionId: null, agentName: null });
  await expect(claim(agent, asked.id, call)).rejects.toMatchObject(invalid);
  await expect(claim(adapter, asked.id, call)).resolves.toMatchObject({ inputJson: call.inputJson });
});

test('approvals are deleted thirty days after their end, their inputs after a day, and all of them with the account', async () => {
  const { user, agent } = await userWithAgents();
  const [old, ended, waiting] = [await ask(agent), await ask(agent), await ask(agent)];
  await moveEnd(old.id, '-31 days');
  await moveEnd(ended.id, '-25 hours');
  const inputs = async () => {
    const { rows } = await identity.pool.query<{ id: string; hasInput: boolean }>(
      `select id, input is not null as "hasInput" from identity.agent_approvals where user_id = $1 order by id`,
      [user.userId],
    );
    return rows;
  };

  await deleteEndedApprovals(identity.pool, 30);

  expect(await inputs()).toEqual([
    { id: ended.id, hasInput: false },
    { id: waiting.id, hasInput: true },
  ]);
  await identity.as(user, AccountService).deleteAccount({ password: PASSWORD });
  expect(await inputs()).toEqual([]);
});

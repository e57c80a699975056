import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { AgentPrincipal, Principal, SignedInPrincipal } from '@svc/chassis/calls/principal';
import type { PromiseClient } from '@svc/chassis/grpc/client';
import { planOf } from '@svc/chassis/testing/query-plan';
import { testAgent } from '@svc/chassis/testing/test-service';
import { AccountService } from '@svc/proto/identity/v1/account_service';
import { type ListToolCallsRequest, type ToolCall, ToolCallService } from '@svc/proto/identity/v1/tool_call_service';
import { v7 as newId } from 'uuid';
import { agentPrincipalOf, agentsOf, connectAgent } from '../testing/agent-sign-in.js';
import { type IdentityService, PASSWORD, startIdentity } from '../testing/identity-service.js';
import { deleteCallsOfEndedAccounts } from './delete-calls-of-ended-accounts.js';
import { deleteOldToolCalls, listToolCalls } from './tool-call-repo.js';

let identity: IdentityService;

beforeAll(async () => {
  identity = await startIdentity();
});

afterAll(() => identity.stop());

const as = (principal: Principal): PromiseClient<typeof ToolCallService> => identity.as(principal, ToolCallService);

const record = (...calls: ToolCall[]) => as({ kind: 'service', service: 'deal' }).recordToolCalls({ calls });

const list = (user: SignedInPrincipal, limit = 0, wanted: Partial<ListToolCallsRequest> = {}) =>
  as(user).listToolCalls({ limit, skip: 0, writesOnly: false, copilotOnly: false, ...wanted });

async function userWithAgent(): Promise<{ user: SignedInPrincipal; agent: AgentPrincipal; connectionId: string }> {
  const { principal: user } = await identity.signUp();
  const { token, requestId } = await connectAgent(identity, user, { family: 'bridge' });
  const agent = await agentPrincipalOf(identity, token);
  if (!agent) throw new Error('The new token opens nothing.');
  return { user, agent, connectionId: requestId };
}

function callOf({ userId }: { userId: string }, changes: Partial<ToolCall> = {}): ToolCall {
  return {
    id: newId(),
    userId,
    operation: 'deals.create',
    tier: 2,
    requestId: 'request-1',
    surface: 'https',
    status: 'ok',
    httpStatus: 201,
    durationMs: 42,
    handlesJson: '{}',
    replayed: false,
    at: new Date(),
    ...changes,
  };
}

test("a write reported by a service is in its user's list, unmodified", async () => {
  const { user, connectionId } = await userWithAgent();
  const approvalId = newId();
  const call = callOf(user, {
    connectionId,
    actorId: 'desk',
    channel: 'slack',
    surface: 'mcp',
    approvalId,
    handlesJson: '{"dealIds": ["a"]}',
    at: new Date('2026-01-02T03:04:05.678Z'),
  });

  await record(call);

  expect(await list(user)).toEqual({
    calls: [{ ...call, code: null, notWrittenDown: null, agentName: 'Example CLI' }],
    totalSize: 1,
  });
  expect(await list((await userWithAgent()).user)).toEqual({ calls: [], totalSize: 0 });
});

test('a repeated record is stored once, even together with new ones', async () => {
  const { user } = await userWithAgent();
  const [first, second] = [callOf(user), callOf(user)];

  await record(first, first);
  await record(second, { ...first, operation: 'deals.delete' });

  const { calls } = await list(user);
  expect(calls).toHaveLength(2);
  expect(new Set(calls.map(({ id }) => id))).toEqual(new Set([first.id, second.id]));
  expect(calls.every(({ operation }) => operation === 'deals.create')).toBe(true);
});

test('the references of two reports of a call are merged, also in one batch', async () => {
  const { user } = await userWithAgent();
  const { user: other } = await userWithAgent();
  const call = callOf(user, { handlesJson: '{"dealId": "a", "status": "active"}' });

  await record(call);
  await record({ ...call, handlesJson: '{"dealId": "b", "videoId": "c"}' });
  await record({ ...call, userId: other.userId, handlesJson: '{"taskId": "d"}' });
  const twice = callOf(other);
  await record(twice, twice);

  const [kept] = (await list(user)).calls;
  expect(JSON.parse(kept?.handlesJson ?? '')).toEqual({ dealId: 'a', status: 'active', videoId: 'c' });
  expect((await list(other)).calls.map(({ id }) => id)).toEqual([twice.id]);
});

test('of the calls that the gateway reports for an agent, only the agent’s own are stored', async () => {
  const { user, agent, connectionId } = await userWithAgent();
  const { user: other } = await userWithAgent();

  await as(agent).recordOwnToolCalls({
    calls: [callOf(other, { connectionId: newId(), status: 'denied', httpStatus: 403, code: 'INSUFFICIENT_SCOPE' })],
  });

  expect((await list(user)).calls).toMatchObject([
    { userId: user.userId, connectionId, status: 'denied', httpStatus: 403, code: 'INSUFFICIENT_SCOPE' },
  ]);
  expect((await list(other)).totalSize).toBe(0);
});

test('calls of an adapter of the operator have no connection', async () => {
  const { user } = await userWithAgent();
  const adapter = testAgent({ userId: user.userId }, ['svc.read']);

  await as({ ...adapter, agent: { ...adapter.agent, requestId: null } }).recordOwnToolCalls({ calls: [callOf(user)] });

  expect((await list(user)).calls).toMatchObject([{ userId: user.userId, connectionId: null }]);
});

test('users cannot report, agents cannot read, and services report only under their own name', async () => {
  const { user, agent } = await userWithAgent();
  const refused = { code: 'FORBIDDEN' };

  await expect(as(user).recordOwnToolCalls({ calls: [callOf(user)] })).rejects.toMatchObject(refused);
  await expect(as(user).recordToolCalls({ calls: [callOf(user)] })).rejects.toMatchObject(refused);
  await expect(
    as(agent).listToolCalls({ limit: 1, skip: 0, writesOnly: false, copilotOnly: false }),
  ).rejects.toMatchObject(refused);
  await expect(as({ kind: 'service', service: 'gateway' }).recordToolCalls({ calls: [] })).rejects.toMatchObject(
    refused,
  );
});

test('values that do not fit are cut or dropped, and never prevent another record from being stored', async () => {
  const { user } = await userWithAgent();
  const odd = callOf(user, {
    operation: 'x'.repeat(200),
    requestId: 'r\0'.repeat(300),
    actorId: '\ud83d',
    tier: 99,
    httpStatus: -1,
    durationMs: -5,
    connectionId: 'none',
    approvalId: 'none',
    at: new Date('3000-01-01T00:00:00Z'),
  });
  const nobodys = [{ ...odd, id: 'none' }, callOf({ userId: 'none' }), callOf({ userId: newId() })];
  const unknown = [callOf(user, { surface: 'fax' }), callOf(user, { status: 'maybe' })];

  await record(...nobodys, ...unknown, odd, callOf(user));

  const { calls } = await list(user);
  expect(calls).toHaveLength(2);
  expect(calls.find(({ id }) => id === odd.id)).toMatchObject({
    operation: 'x'.repeat(100),
    requestId: 'r'.repeat(200),
    actorId: '\ufffd',
    tier: 2,
    httpStatus: 0,
    durationMs: 0,
    connectionId: null,
    approvalId: null,
  });
  expect(calls.every(({ at }) => at!.getTime() <= Date.now() + 60_000)).toBe(true);
});

test.each(['', 'no json', '[]', 'null', '"text"', '{"a":"\\u0000"}', `{"a":"${'x'.repeat(5_000)}"}`])(
  'references that are not an object, or too large, are dropped: %#',
  async (handlesJson) => {
    const { user } = await userWithAgent();

    await record(callOf(user, { handlesJson }));

    expect((await list(user)).calls[0]?.handlesJson).toBe('{}');
  },
);

test('at most a hundred records are accepted per call', async () => {
  const { user } = await userWithAgent();
  const calls = Array.from({ length: 101 }, () => callOf(user));

  await expect(record(...calls)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  await record(...calls.slice(1));
  expect((await list(user, 50)).totalSize).toBe(100);
});

test('a list is newest first, has twenty per page by default, and pages to its end', async () => {
  const { user } = await userWithAgent();
  const calls = Array.from({ length: 60 }, (_, index) =>
    callOf(user, { at: new Date(Date.UTC(2026, 0, 1, 0, index)) }),
  );
  await record(...calls);

  expect((await list(user)).calls).toHaveLength(20);
  expect((await list(user, 1)).calls.map(({ id }) => id)).toEqual([calls.at(-1)?.id]);
  expect((await list(user, 1_000)).calls).toHaveLength(60);
  const last = await list(user, 20, { skip: 50 });
  expect(last.calls.map(({ id }) => id)).toEqual(
    calls
      .slice(0, 10)
      .toReversed()
      .map(({ id }) => id),
  );
  expect(last.totalSize).toBe(60);
  for (const wrong of [{ limit: -1 }, { skip: -1 }, { connectionId: 'none' }]) {
    await expect(list(user, 1, wrong)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  }
});

test('a list can be filtered by connection and by writes, including combined records', async () => {
  const { user, connectionId } = await userWithAgent();
  const read = { operation: 'deals.list', tier: 0, connectionId };
  const [write, unwritten, others] = [
    callOf(user, { connectionId }),
    callOf(user, { ...read, operation: 'calls.not_written_down', notWrittenDown: 37 }),
    callOf(user),
  ];
  await record(write, unwritten, others, callOf(user, read), callOf(user, read));
  const idsOf = async (wanted: Partial<ListToolCallsRequest>) => {
    const { calls, totalSize } = await list(user, 50, wanted);
    expect(totalSize).toBe(calls.length);
    return new Set(calls.map(({ id }) => id));
  };

  expect((await idsOf({ connectionId })).size).toBe(4);
  expect(await idsOf({ writesOnly: true })).toEqual(new Set([write.id, unwritten.id, others.id]));
  expect(await idsOf({ writesOnly: true, connectionId })).toEqual(new Set([write.id, unwritten.id]));
  expect(await idsOf({ connectionId: newId() })).toEqual(new Set());
  const { calls } = await list(user, 50);
  expect(calls.find(({ id }) => id === unwritten.id)?.notWrittenDown).toBe(37);
});

test('calls can be listed by outcome, by the copilot alone, and by days in the time zone of the user', async () => {
  const { user } = await userWithAgent();
  const at = new Date('2026-03-09T23:30:00.000Z');
  const [done, denied, byCopilot] = [
    callOf(user),
    callOf(user, { status: 'denied', code: 'APPROVAL_REQUIRED', at }),
    callOf(user, { surface: 'copilot', at: new Date('2026-03-01T12:00:00.000Z') }),
  ];
  await record(done, denied, byCopilot);
  const idsOf = async (wanted: Partial<ListToolCallsRequest>) =>
    (await list(user, 50, wanted)).calls.map(({ id }) => id);

  expect(await idsOf({ status: 'denied' })).toEqual([denied.id]);
  expect(await idsOf({ status: 'ok' })).toEqual([done.id, byCopilot.id]);
  expect(await idsOf({ copilotOnly: true })).toEqual([byCopilot.id]);
  expect(await idsOf({ from: '2026-03-09', to: '2026-03-09' })).toEqual([denied.id]);
  expect(await idsOf({ from: '2026-03-02', to: '2026-03-08' })).toEqual([]);
  await expect(idsOf({ status: 'lost' })).rejects.toMatchObject({ details: [{ path: 'status' }] });
  await expect(idsOf({ from: '2026-03-09', to: '2026-03-08' })).rejects.toMatchObject({ details: [{ path: 'to' }] });
});

test.each([
  ['of one outcome', 'agent_tool_calls_by_outcome', { status: 'failed' as const }],
  ['of the copilot', 'agent_tool_calls_of_copilot', { copilotOnly: true }],
  ['of the last hour', 'agent_tool_calls_of_user', { from: new Date(Date.now() - 3_600_000) }],
])('the list of calls %s reads only these, by an index', async (_what, index, chosen) => {
  const { user } = await userWithAgent();
  await identity.pool.query(
    `insert into identity.agent_tool_calls (id, user_id, operation, tier, request_id, surface, status, http_status, duration_ms,
                                           handles, replayed, at)
     select gen_random_uuid(), $1, 'deals.list', 0, 'r', 'https', 'ok', 200, 1, '{}', false, now() - make_interval(mins => n)
       from generate_series(1, 3000) as n`,
    [user.userId],
  );
  await identity.pool.query('analyze identity.agent_tool_calls');
  const all = { connectionId: null, writesOnly: false, status: null, copilotOnly: false, from: null, before: null };

  const plan = await planOf(identity.pool, (db) =>
    listToolCalls(db, user.userId, { ...all, ...chosen }, { limit: 20, offset: 0 }),
  );

  expect(plan).toContain(index);
  expect(plan).not.toContain('Seq Scan on agent_tool_calls');
});

test("a connection has its agent's last activity: from the records or, without any, from its token", async () => {
  const { user, connectionId } = await userWithAgent();
  const activity = async () =>
    (await agentsOf(identity, user).listAgentConnections({ family: '', pageSize: 0, skip: 0 })).connections[0];
  const newest = new Date('2026-02-02T00:00:00.000Z');

  await identity.pool.query(`update identity.agent_auth_requests set last_used_at = null where id = $1`, [
    connectionId,
  ]);
  expect((await activity())?.lastActivityAt).toBeNull();
  await identity.pool.query(`update identity.agent_auth_requests set last_used_at = now() where id = $1`, [
    connectionId,
  ]);
  expect((await activity())?.lastActivityAt).toEqual(expect.any(Date));
  await record(callOf(user, { connectionId, at: newest }));
  await record(callOf(user, { connectionId, at: new Date('2026-01-01T00:00:00.000Z') }));

  expect((await activity())?.lastActivityAt).toEqual(newest);
});

test('records are deleted after ninety days, and with the account', async () => {
  const { user } = await userWithAgent();
  const DAY_MS = 24 * 60 * 60 * 1_000;
  const [old, kept] = [91, 89].map((days) => callOf(user, { at: new Date(Date.now() - days * DAY_MS) }));
  await record(old!, kept!);

  await deleteOldToolCalls(identity.pool, 90, new AbortController().signal);

  expect((await list(user)).calls.map(({ id }) => id)).toEqual([kept!.id]);
  await identity.as(user, AccountService).deleteAccount({ password: PASSWORD });
  await record(callOf(user));
  await deleteCallsOfEndedAccounts(identity.pool, new AbortController().signal);
  const { rows } = await identity.pool.query(`select 1 from identity.agent_tool_calls where user_id = $1`, [
    user.userId,
  ]);
  expect(rows).toEqual([]);
});

import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { v7 as newId } from 'uuid';
import { type CallContext, runInCall } from '../calls/call-context.js';
import { APPROVAL_LIFTED } from '../calls/principal.js';
import { jsonMethod } from '../idempotency/json-method.js';
import { type AroundWrite, runWrite, type WriteTarget } from '../idempotency/run-write.js';
import { createPool, type Pool } from '../postgres/pool.js';
import { createServiceDatabase, type ServiceDatabase, silentLog } from '../testing/service-database.js';
import { testAgent, testReport, testUser } from '../testing/test-service.js';
import { createToolCallDelivery, type ToolCallRecord } from './tool-call-delivery.js';
import { toolCallId } from './tool-call-id.js';

const ADD = jsonMethod<{ text: string }, { id: string }>('/test.Notes/Add');
const AGENT = testAgent();
const { userId } = AGENT;
const connectionId = AGENT.agent.requestId;
const CLAIMED = newId();

let database: ServiceDatabase;
let pool: Pool;
let target: WriteTarget;

beforeAll(async () => {
  database = await createServiceDatabase();
  pool = createPool({ connectionString: database.url, max: 5, applicationName: 'tests', log: silentLog });
  const toolCalls = testReport(pool, (request, answer) => ({ ...(request as object), ...(answer as object) }));
  target = { pool, toolCalls };
});

beforeEach(async () => {
  await pool.query(`truncate outbox_messages`);
  await pool.query(`truncate idempotency_answers`);
});

afterAll(async () => {
  await pool?.end();
  await database?.drop();
});

function callOf(changes: Partial<CallContext> = {}): CallContext {
  return {
    requestId: 'request-1',
    principal: AGENT,
    operation: 'notes.add',
    tier: 1,
    agent: { surface: 'mcp', actorId: 'desk', channel: 'slack', approvalId: userId },
    idempotencyKey: 'request-1',
    deadline: Date.now() + 10_000,
    signal: new AbortController().signal,
    ...changes,
  };
}

function add(call: CallContext, around: AroundWrite<{ id: string }, undefined> = {}, work = async () => ({ id: 'n' })) {
  return runInCall(call, () => runWrite(target, ADD, { text: 'a' }, work, around));
}

/** The waiting records, as identity will get them. */
async function recorded(): Promise<ToolCallRecord[]> {
  const { rows } = await pool.query<{ id: string; destination: string; topic: string; payload: unknown }>(
    `select id, destination, topic, payload from outbox_messages order by id`,
  );
  const arrived: ToolCallRecord[] = [];
  const keeper = { recordToolCalls: async ({ calls }: { calls: ToolCallRecord[] }) => void arrived.push(...calls) };
  const deliver = createToolCallDelivery(keeper, (work) => work());
  for (const { destination, topic, ...message } of rows) {
    await deliver({ destination, topic, messages: [message] }, AbortSignal.timeout(60_000));
  }
  return arrived;
}

test("an agent's change is reported in its transaction, and names the touched records", async () => {
  await add(callOf());

  expect(await recorded()).toEqual([
    {
      id: toolCallId({ userId, connectionId, operation: 'notes.add', requestId: 'request-1', recordId: undefined }),
      userId,
      connectionId,
      operation: 'notes.add',
      tier: 1,
      requestId: 'request-1',
      actorId: 'desk',
      channel: 'slack',
      surface: 'mcp',
      status: 'ok',
      httpStatus: 200,
      code: null,
      durationMs: 0,
      approvalId: null,
      handlesJson: '{"text":"a","id":"n"}',
      replayed: false,
      at: expect.any(Date),
    },
  ]);
});

test.each([
  ['a claimed one', CLAIMED, CLAIMED],
  ['none', null, null],
  ['none where the operator has lifted approvals', APPROVAL_LIFTED, null],
  ['none of a gateway that sends none', undefined, null],
])('the approval of a change is the claimed one, not the one in the call: %s', async (_which, approval, expected) => {
  const principal = { ...AGENT, agent: { ...AGENT.agent, approval } };

  await add(callOf({ principal, agent: { surface: 'https', approvalId: newId() } }));

  expect(await recorded()).toMatchObject([{ approvalId: expected }]);
});

test('an agent that claims no identity in a call has that of its sign-in', async () => {
  const agent = { ...AGENT.agent, actorId: 'known', channel: 'mail' };

  await add(callOf({ principal: { ...AGENT, agent }, agent: { surface: 'https' }, startedAt: performance.now() - 50 }));

  const [record] = await recorded();
  expect(record).toMatchObject({ actorId: 'known', channel: 'mail', surface: 'https', approvalId: null });
  expect(record?.durationMs).toBeGreaterThanOrEqual(50);
});

test('a write without a key is reported too, and an adapter has no connection', async () => {
  const principal = { ...AGENT, agent: { ...AGENT.agent, requestId: null } };

  await add(callOf({ principal, idempotencyKey: undefined } as Partial<CallContext>));

  expect(await recorded()).toMatchObject([
    {
      connectionId: null,
      id: toolCallId({
        userId,
        connectionId: null,
        operation: 'notes.add',
        requestId: 'request-1',
        recordId: undefined,
      }),
    },
  ]);
});

test('writes with one request id and two keys are two records, and two reports of one call share an id', async () => {
  const agentOf = (recordId: string) => ({ surface: 'https' as const, recordId });
  const [first, second] = [newId(), newId()];

  await add(callOf({ idempotencyKey: 'one', agent: agentOf(first) }));
  await add(callOf({ idempotencyKey: 'two', agent: agentOf(second) }));

  const ids = (await recorded()).map(({ id }) => id);
  const idOf = (recordId: string) =>
    toolCallId({ userId, connectionId, operation: 'notes.add', requestId: 'request-1', recordId });
  expect(ids).toEqual([idOf(first), idOf(second)]);
  expect(new Set(ids).size).toBe(2);
});

test("the copilot's changes are reported as its own, regardless of the call's claims", async () => {
  const principal = { ...testUser({ userId }), through: 'copilot' } as const;

  await add(callOf({ principal, agent: { surface: 'mcp', actorId: 'desk', approvalId: userId } }));

  expect(await recorded()).toMatchObject([
    { userId, connectionId: null, surface: 'copilot', actorId: null, channel: null, approvalId: userId },
  ]);
});

test('a repeated answer is reported once, and a failure is not', async () => {
  const fails = () => Promise.reject(new Error('no'));

  await add(callOf());
  await add(callOf());
  await add(callOf(), { before: async () => undefined });
  await expect(add(callOf({ idempotencyKey: newId() }), {}, fails)).rejects.toThrow('no');

  expect(await recorded()).toHaveLength(1);
});

test.each([
  ['a user', { principal: testUser() }, {}],
  ['a service', { principal: { kind: 'service', service: 'deal' } as const }, {}],
  ['an agent of another host', { agent: undefined } as Partial<CallContext>, {}],
  ['work of no operation', { operation: undefined } as Partial<CallContext>, {}],
  ["a part of another service's write", {}, { isPart: true }],
])('%s is not reported', async (_whose, changes, around) => {
  await add(callOf(changes), around);

  expect(await recorded()).toEqual([]);
});

test('no write waits for the report', async () => {
  await add(callOf());

  const { rows } = await pool.query(`select deliver_at > now() as later, leased_until from outbox_messages`);
  expect(rows).toEqual([{ later: true, leased_until: null }]);
});

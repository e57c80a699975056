import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { type CallContext, currentCall } from '@svc/chassis/calls/call-context';
import { appError } from '@svc/chassis/errors/app-error';
import { eventually } from '@svc/chassis/testing/eventually';
import { testUser } from '@svc/chassis/testing/test-service';
import {
  ConversationService,
  type DecideApprovalRequest,
  TurnService,
} from '@svc/proto/copilot/v1/conversation_service';
import { v7 as newId } from 'uuid';
import { type ApprovalClient, createApprovalClient } from '../testing/approval-client.js';
import type { CopilotService } from '../testing/copilot-service.js';
import { type ModelServer, say, startModelServer } from '../testing/model-server.js';
import {
  answer,
  ask,
  begin,
  calls,
  DEAL_ID,
  dealOf,
  follow,
  type Part,
  readDeal,
  resultsOf,
  said,
  says,
  startCopilotIn,
  taskOf,
  toolsIn,
  type ToolWorld,
} from '../testing/tool-talk.js';

const world: ToolWorld = {
  getDeal: () => Promise.reject(new Error('These tests have no deals.')),
  beforeStep: () => Promise.resolve(),
};
/** The changes made to deals, and the calls that made them. */
let made: { readonly request: object; readonly call: CallContext | undefined }[] = [];
/** The user, and the deal of tasks that they create. */
let userId = '';
let taskDeal: string | null;
let change: (request: { readonly dealId: string }) => Promise<unknown>;
let model: ModelServer;
let copilot: CopilotService;
let book: ApprovalClient;

const reads = {
  deals: {
    getDeal: (request: { readonly dealId: string }) => world.getDeal(request),
    updateDeal: (request: { readonly dealId: string }) => {
      made.push({ request, call: currentCall() });
      return change(request);
    },
  },
  tasks: {
    createTask: async ({ title }: { readonly title: string }) => ({
      task: { ...taskOf(userId, title), dealName: taskDeal },
    }),
  },
};

beforeAll(async () => {
  model = await startModelServer();
  book = createApprovalClient();
  const times = { renewMs: 20, startMs: 20, sweepMs: 50 };
  copilot = await startCopilotIn(world, { modelUrl: model.baseUrl, times, reads, approvals: book });
});

beforeEach(() => {
  made = [];
  taskDeal = null;
  world.beforeStep = () => Promise.resolve();
});

afterEach(() => model.answer((_call, response) => say(response, 'Hello.')));

afterAll(async () => {
  await copilot?.stop();
  await model?.stop();
});

const updateDeal = (input: object) =>
  calls({ name: 'deals_update', arguments: JSON.stringify({ dealId: DEAL_ID, ...input }) });

async function begun() {
  const someone = await begin(copilot, world, { price: 100 });
  userId = someone.user.userId;
  change = async () => ({ deal: dealOf(someone.user.userId, { price: 120 }) });
  return someone;
}

type Someone = Awaited<ReturnType<typeof begun>>;

/** A user whose copilot asks to raise a price. */
async function asked(input: object = { price: 120 }) {
  const someone = await begun();
  answer(model, updateDeal(input), says('It is 120 now.'));
  const waiting = await ask(someone, 'Raise the price.');
  const approval = book.asked.at(-1);
  if (!approval || !waiting.turn) throw new Error('Nothing is asked for.');
  return { someone, waiting, approval, turnId: waiting.turn.id };
}

const decide = (someone: Someone, request: DecideApprovalRequest) =>
  copilot.as(someone.user, TurnService).decideApproval(request);

async function endOf(someone: Someone, turnId: string) {
  const told = await follow(someone.user, turnId, copilot);
  const { turn, message } = await copilot.as(someone.user, TurnService).getTurn({ turnId, throwsFailure: false });
  return { told, turn, stored: JSON.parse(message?.partsJson ?? '[]') as Part[] };
}

async function decisionsOf(turnId: string) {
  const { rows } = await copilot.pool.query<{ status: string; code: string | null; decision: string | null }>(
    `select status, error_code as code, decision from memory.tool_calls where turn_id = $1 order by call_id`,
    [turnId],
  );
  return rows;
}

test('a sensitive call is shown to the user, and nothing changes before they approve; then it runs once, under the approval', async () => {
  const { someone, waiting, approval, turnId } = await asked();

  expect(waiting.told.map(({ type }) => type).slice(-5)).toEqual([
    'tool-approval-request',
    'data-approval',
    'finish-step',
    'data-usage',
    'finish',
  ]);
  const question = { approvalId: approval.id, toolCallId: 'c1-1', operation: 'deals.update' };
  expect(waiting.turn).toMatchObject({ status: 'awaiting_approval', approvals: [{ ...question, status: 'pending' }] });
  expect(toolsIn(waiting.stored)).toMatchObject([{ state: 'approval-requested', approval: { id: approval.id } }]);
  expect(waiting.stored.find(({ type }) => type === 'data-approval')?.data).toMatchObject({
    approvalId: approval.id,
    toolCallId: 'c1-1',
    title: 'Update a deal',
    summary: 'Update a deal: Kiteline spring',
    diff: [{ field: 'price', before: '$100.00', after: '$120.00' }],
    destructive: false,
  });
  expect([made, await decisionsOf(turnId)]).toEqual([[], [{ status: 'waiting', code: null, decision: null }]]);

  const { turn } = await decide(someone, { approvalId: approval.id, decision: 'approved' });

  const decided = [{ ...question, status: 'approved' }];
  expect(turn).toMatchObject({ status: 'running', approvals: decided });
  const end = await endOf(someone, turnId);
  expect(said(end.told)).toBe('It is 120 now.');
  expect(end.turn).toMatchObject({ status: 'completed', approvals: decided });
  expect(made).toMatchObject([
    {
      request: { dealId: DEAL_ID, price: 120, expectedVersion: 1 },
      call: {
        requestId: approval.id,
        idempotencyKey: approval.id,
        agent: { surface: 'copilot', approvalId: approval.id },
      },
    },
  ]);
  expect(toolsIn(end.stored)).toMatchObject([
    { state: 'output-available', approval: { id: approval.id, approved: true }, output: { price: 120 } },
  ]);
  expect(resultsOf(model)).toHaveLength(1);
  expect([approval.status, await decisionsOf(turnId)]).toEqual([
    'used',
    [{ status: 'done', code: null, decision: 'approved' }],
  ]);
});

test('a denial is reported to the model, and the user is not asked about the same call again in the turn', async () => {
  const { someone, approval, turnId } = await asked();
  const before = book.asked.length;
  answer(model, updateDeal({ price: 120 }), says('Then not.'));

  await decide(someone, { approvalId: approval.id, decision: 'denied', reason: 'Too much.' });
  const end = await endOf(someone, turnId);

  expect(end.told.map(({ type }) => type)).toContain('tool-output-denied');
  expect(toolsIn(end.stored)).toMatchObject([
    { state: 'output-denied', approval: { approved: false, reason: 'Too much.' } },
    { state: 'output-error', errorText: expect.stringMatching(/^DENIED_BY_USER/) },
  ]);
  expect(resultsOf(model)[0]).toContain('Too much.');
  expect([made, book.asked.length - before, end.turn?.status]).toEqual([[], 0, 'completed']);
});

test('the call runs with the input as edited by the user, and the edit is reported to the model', async () => {
  const { someone, approval, turnId } = await asked();

  await decide(someone, {
    approvalId: approval.id,
    decision: 'approved',
    inputJson: JSON.stringify({ dealId: DEAL_ID, price: 110 }),
  });
  const end = await endOf(someone, turnId);

  expect(made).toMatchObject([{ request: { price: 110 } }]);
  expect(toolsIn(end.stored)).toMatchObject([{ input: { price: 120 }, output: { changedByUser: { price: 110 } } }]);
});

test.each([
  ['that the operation refuses', { dealId: DEAL_ID, price: 'much' }, 'input.price'],
  ['for another record', { dealId: DEAL_ID.replace(/1$/, '2'), price: 110 }, 'input.dealId'],
])('an input %s is refused, and can be corrected', async (_what, input, path) => {
  const { someone, approval } = await asked();

  const decided = decide(someone, { approvalId: approval.id, decision: 'approved', inputJson: JSON.stringify(input) });

  await expect(decided).rejects.toMatchObject({ code: 'VALIDATION_ERROR', details: [{ path }] });
  expect([approval.status, made]).toEqual(['pending', []]);
});

test('a second or a late decision is refused', async () => {
  const { someone, approval, turnId } = await asked();
  const request = { approvalId: approval.id, decision: 'approved' };
  await decide(someone, request);

  await expect(decide(someone, request)).rejects.toMatchObject({ code: 'APPROVAL_ALREADY_DECIDED' });
  await endOf(someone, turnId);
  const late = await asked();
  late.approval.status = 'expired';

  await expect(decide(late.someone, { approvalId: late.approval.id, decision: 'approved' })).rejects.toMatchObject({
    code: 'APPROVAL_EXPIRED',
  });
  expect(made).toHaveLength(1);
});

test('a caller that acts on behalf of the user cannot decide', async () => {
  const { someone, approval } = await asked();
  const itself = { ...someone.user, through: 'copilot' } as const;

  const decided = copilot.as(itself, TurnService).decideApproval({ approvalId: approval.id, decision: 'approved' });

  await expect(decided).rejects.toMatchObject({ kind: 'forbidden' });
});

test('a record that has changed since the user was asked stays unchanged', async () => {
  const { someone, approval, turnId } = await asked();
  change = () => Promise.reject(appError('VERSION_CONFLICT', 'The deal has changed.'));

  await decide(someone, { approvalId: approval.id, decision: 'approved' });
  const end = await endOf(someone, turnId);

  expect(toolsIn(end.stored)).toMatchObject([
    { state: 'output-error', errorText: expect.stringMatching(/^APPROVAL_STALE/), approval: { approved: true } },
  ]);
  expect(end.turn?.status).toBe('completed');
});

test('a decision that identity reports resumes the turn without a follower, under the session that decided', async () => {
  const { approval, turnId } = await asked();
  const { sessionId } = testUser();
  await book.decideApproval({ approvalId: approval.id, decision: 'approved' });
  const decision = { turnId, approvalId: approval.id, status: 'approved', sessionId };
  const identity = copilot.as({ kind: 'service', service: 'identity' }, TurnService);

  await identity.noteDecision(decision);
  await identity.noteDecision(decision);

  await eventually(async () => {
    const { rows } = await copilot.pool.query(
      'select status, session_id as "sessionId" from memory.turns where id = $1',
      [turnId],
    );
    expect(rows).toEqual([{ status: 'completed', sessionId }]);
  });
  await identity.noteDecision(decision);
  expect(made).toHaveLength(1);
});

test.each<[string, (someone: Someone) => Promise<unknown>]>([
  ['a new message', (someone) => ask(someone, 'Never mind.')],
  ['a stop', ({ user, conversationId }) => copilot.as(user, TurnService).stopTurn({ conversationId })],
])('%s withdraws the open approvals', async (_what, act) => {
  const { someone, approval, turnId } = await asked();
  answer(model, says('All right.'));

  await act(someone);

  await eventually(() => expect(approval.status).toBe('expired'));
  const end = await endOf(someone, turnId);
  expect([end.turn, toolsIn(end.stored)]).toMatchObject([
    { status: 'stopped', approvals: [{ approvalId: approval.id, status: 'withdrawn' }] },
    [{ state: 'output-error', errorText: expect.stringMatching(/^WITHDRAWN/) }],
  ]);
  expect(await decisionsOf(turnId)).toEqual([{ status: 'failed', code: 'WITHDRAWN', decision: null }]);
});

test('deleting the conversation withdraws its open approvals', async () => {
  const { someone, approval } = await asked();

  await copilot.as(someone.user, ConversationService).deleteConversation({ conversationId: someone.conversationId });

  await eventually(() => expect(approval.status).toBe('expired'));
});

test('a turn whose approvals are not decided in time stops', async () => {
  const { approval, turnId, someone } = await asked();

  await copilot.pool.query(`update memory.tool_calls set expires_at = now() where turn_id = $1`, [turnId]);

  await eventually(async () => expect((await endOf(someone, turnId)).turn?.status).toBe('stopped'));
  await eventually(() => expect(approval.status).toBe('expired'));
});

test('a turn waits until all its calls are decided, then runs the approved ones', async () => {
  const someone = await begun();
  const input = (price: number) => ({ name: 'deals_update', arguments: JSON.stringify({ dealId: DEAL_ID, price }) });
  answer(model, calls(input(120), input(130)), says('Done.'));
  const { turn } = await ask(someone);
  const [first, second] = book.asked.slice(-2);

  const half = await decide(someone, { approvalId: first?.id ?? '', decision: 'denied' });
  expect([half.turn?.status, made]).toEqual(['awaiting_approval', []]);
  await decide(someone, { approvalId: second?.id ?? '', decision: 'approved' });
  const end = await endOf(someone, turn?.id ?? '');

  expect(toolsIn(end.stored).map(({ state }) => state)).toEqual(['output-denied', 'output-available']);
  expect(made).toMatchObject([{ request: { price: 130 } }]);
});

test('once the model has read text that others may have written, it asks before every write', async () => {
  const someone = await begun();
  world.getDeal = async () => ({ deal: dealOf(testUser().userId) });
  answer(model, readDeal(), calls({ name: 'tasks_create', arguments: '{"title":"As the deal says"}' }), says('Done.'));

  const { turn, stored } = await ask(someone);

  expect(turn?.status).toBe('awaiting_approval');
  expect(toolsIn(stored).at(-1)).toMatchObject({ toolName: 'tasks.create', state: 'approval-requested' });
});

test.each([
  ['another one', 'A deal of others', 'awaiting_approval'],
  ['the one that they own and that it has read', 'Kiteline spring', 'completed'],
])(
  'a task of the user with the name of a deal, %s, decides whether the next write asks',
  async (_what, name, status) => {
    const someone = await begun();
    taskDeal = name;
    const create = calls({ name: 'tasks_create', arguments: '{"title":"Invoice"}' });
    answer(model, readDeal(), create, create, says('Done.'));

    expect((await ask(someone)).turn?.status).toBe(status);
  },
);

test('an approved write whose process dies runs once, and its turn continues', async () => {
  const { someone, approval, turnId } = await asked();
  await book.decideApproval({ approvalId: approval.id, decision: 'approved' });
  Object.assign(approval, { status: 'executing', claimedBy: approval.id });
  // The state that a process leaves when it dies after claiming the approval.
  await copilot.pool.query(
    `update memory.turns set status = 'running', held_by = gen_random_uuid(), held_until = now() - interval '1 minute' where id = $1`,
    [turnId],
  );
  await copilot.pool.query(`update memory.tool_calls set status = 'running' where turn_id = $1`, [turnId]);

  await eventually(async () => {
    const { rows } = await copilot.pool.query('select status from memory.turns where id = $1', [turnId]);
    expect(rows).toEqual([{ status: 'completed' }]);
  });
  expect(made.map(({ call }) => call?.idempotencyKey)).toEqual([approval.id]);
  expect(toolsIn((await endOf(someone, turnId)).stored)).toMatchObject([{ state: 'output-available' }]);
});

test('waiting time does not count as run time, and earlier run time does', async () => {
  const { someone, approval, turnId } = await asked();
  await copilot.pool.query('update memory.turns set ran_ms = 179999 where id = $1', [turnId]);
  answer(model, () => new Promise(() => undefined));

  await decide(someone, { approvalId: approval.id, decision: 'denied' });
  const end = await endOf(someone, turnId);

  expect(end.turn).toMatchObject({ status: 'failed', errorCode: 'TURN_TIMED_OUT' });
});

test('a decision that arrives while the turn is still requesting approvals must be reported again', async () => {
  const someone = await begun();
  const asking = Promise.withResolvers<void>();
  answer(model, async (call, response) => {
    await asking.promise;
    return say(response, 'Hello.');
  });
  const waiting = ask(someone, 'Raise the price.');
  const turnId = await eventually(async () => {
    const { rows } = await copilot.pool.query<{ id: string }>('select id from memory.turns where owner_id = $1', [
      someone.user.userId,
    ]);
    expect(rows).toHaveLength(1);
    return rows[0]?.id ?? '';
  });

  const told = copilot
    .as({ kind: 'service', service: 'identity' }, TurnService)
    .noteDecision({ turnId, approvalId: newId(), status: 'approved', sessionId: newId() });
  await expect(told).rejects.toMatchObject({ kind: 'unavailable' });
  asking.resolve();
  await waiting;
});

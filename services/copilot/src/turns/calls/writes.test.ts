import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { type CallContext, currentCall } from '@svc/chassis/calls/call-context';
import { appError } from '@svc/chassis/errors/app-error';
import { createTestDatabase } from '@svc/chassis/testing/test-database';
import { TurnService } from '@svc/proto/copilot/v1/conversation_service';
import { CopilotSettingsService } from '@svc/proto/copilot/v1/copilot_settings_service';
import type { CopilotService } from '../../testing/copilot-service.js';
import { type ModelServer, say, startModelServer } from '../../testing/model-server.js';
import {
  answer,
  ask,
  begin,
  calls,
  dealOf,
  lastOf,
  readDeal,
  resultsOf,
  said,
  says,
  startCopilotIn,
  taskOf,
  toolsIn,
  type ToolWorld,
} from '../../testing/tool-talk.js';

interface WritingWorld extends ToolWorld {
  createTask: (title: string) => Promise<unknown>;
}

const world: WritingWorld = {
  getDeal: () => Promise.reject(new Error('These tests have no deals.')),
  beforeStep: () => Promise.resolve(),
  createTask: () => Promise.reject(new Error('These tests make no tasks.')),
};
/** The calls that would make tasks. */
let made: { readonly title: string; readonly call: CallContext | undefined }[] = [];
let model: ModelServer;
let copilot: CopilotService;

const reads = {
  tasks: {
    createTask: ({ title }: { readonly title: string }) => {
      made.push({ title, call: currentCall() });
      return world.createTask(title);
    },
  },
};

beforeAll(async () => {
  model = await startModelServer();
  copilot = await startCopilotIn(world, { modelUrl: model.baseUrl, times: { renewMs: 20 }, reads });
});

beforeEach(() => {
  made = [];
  world.beforeStep = () => Promise.resolve();
});

afterEach(() => model.answer((_call, response) => say(response, 'Hello.')));

afterAll(async () => {
  await copilot?.stop();
  await model?.stop();
});

const makeTask = (title: string) => ({ name: 'tasks_create', arguments: JSON.stringify({ title }) });

async function begun(fields: object = {}) {
  const someone = await begin(copilot, world, fields);
  world.createTask = async (title) => ({ task: taskOf(someone.user.userId, title) });
  return someone;
}

async function rowsOf({ user }: { readonly user: { readonly userId: string } }) {
  const { rows } = await copilot.pool.query<{ operation: string; status: string; code: string | null }>(
    `select c.operation, c.status, c.error_code as code from memory.tool_calls c join memory.turns t on t.id = c.turn_id
      where t.owner_id = $1 order by c.started_at`,
    [user.userId],
  );
  return rows;
}

test('a requested write is recorded, then runs at once, as the copilot, under a key of turn and call', async () => {
  const someone = await begun();
  world.createTask = async (title) => {
    expect(await rowsOf(someone)).toEqual([{ operation: 'tasks.create', status: 'running', code: null }]);
    return { task: taskOf(someone.user.userId, title) };
  };
  answer(model, calls(makeTask('Call the brand')), says('Done.'));

  const { told, stored, turn } = await ask(someone, 'Remind me to call the brand.');

  expect(said(told)).toBe('Done.');
  expect(toolsIn(stored)).toMatchObject([
    { toolName: 'tasks.create', state: 'output-available', output: { title: 'Call the brand' } },
  ]);
  const [{ call } = { call: undefined }] = made;
  const key = `${turn?.id}.c1-1`;
  expect([call?.requestId, call?.idempotencyKey, call?.operation, call?.tier]).toEqual([key, key, 'tasks.create', 1]);
  expect(call?.agent).toEqual({ surface: 'copilot' });
  expect(await rowsOf(someone)).toEqual([{ operation: 'tasks.create', status: 'done', code: null }]);
  const { rows } = await copilot.pool.query(
    'select length(input_hash) as bytes from memory.tool_calls where turn_id = $1',
    [turn?.id],
  );
  expect(rows).toEqual([{ bytes: 32 }]);
});

test('writes of one step run in order', async () => {
  const someone = await begun();
  let atOnce = 0;
  let most = 0;
  world.createTask = async (title) => {
    atOnce += 1;
    most = Math.max(most, atOnce);
    await copilot.pool.query('select 1');
    atOnce -= 1;
    return { task: taskOf(someone.user.userId, title) };
  };
  answer(model, calls(makeTask('One'), makeTask('Two'), makeTask('Three')), says('Done.'));

  await ask(someone);

  expect([most, made.map(({ title }) => title)]).toEqual([1, ['One', 'Two', 'Three']]);
});

test('a write without a response is retried under its key; if its outcome stays unknown, that is reported to the model', async () => {
  const someone = await begun();
  world.createTask = () => Promise.reject(appError('UNAVAILABLE', 'Deals are away.'));
  answer(model, calls(makeTask('Call the brand')), says('I do not know.'));

  const { stored } = await ask(someone);

  expect(new Set(made.map(({ call }) => call?.idempotencyKey)).size).toBe(1);
  expect(made).toHaveLength(2);
  expect(toolsIn(stored)).toMatchObject([
    { state: 'output-error', errorText: expect.stringMatching(/^OUTCOME_UNKNOWN/) },
  ]);
  expect(resultsOf(model).at(-1)).toContain('Read the record before you try again');
  expect(await rowsOf(someone)).toMatchObject([{ status: 'unknown', code: 'OUTCOME_UNKNOWN' }]);
});

test('a write that the service refuses is not retried', async () => {
  const someone = await begun();
  world.createTask = () => Promise.reject(appError('NOT_FOUND', 'There is no such deal.'));
  answer(model, calls(makeTask('Call the brand')), says('There is none.'));

  await ask(someone);

  expect(made).toHaveLength(1);
  expect(await rowsOf(someone)).toMatchObject([{ status: 'failed', code: 'NOT_FOUND' }]);
});

test('when a turn is stopped, a write in progress is finished, and nothing runs after it', async () => {
  const someone = await begun();
  const writing = Promise.withResolvers<void>();
  const ending = Promise.withResolvers<void>();
  world.createTask = async (title) => {
    writing.resolve();
    await ending.promise;
    return { task: taskOf(someone.user.userId, title) };
  };
  answer(model, calls(makeTask('One'), makeTask('Two')), says('Done.'));
  const before = model.calls.length;
  const asking = ask(someone);
  await writing.promise;

  await copilot.as(someone.user, TurnService).stopTurn({ conversationId: someone.conversationId });
  ending.resolve();

  const { stored, turn } = await asking;
  expect([turn?.status, made.length, model.calls.length - before]).toEqual(['stopped', 1, 1]);
  expect(toolsIn(stored)).toMatchObject([
    { state: 'output-available', output: { title: 'One' } },
    { state: 'output-error' },
  ]);
  expect(await rowsOf(someone)).toMatchObject([{ status: 'done' }, { status: 'failed', code: 'STOPPED' }]);
});

test('when another server stops a turn, a write in progress is finished', async () => {
  const database = await createTestDatabase();
  const options = { modelUrl: model.baseUrl, times: { renewMs: 20 }, reads, database };
  const [one, other] = [await startCopilotIn(world, options), await startCopilotIn(world, options)];
  try {
    const someone = await begin(one, world);
    const writing = Promise.withResolvers<void>();
    const ending = Promise.withResolvers<void>();
    world.createTask = async (title) => {
      writing.resolve();
      await ending.promise;
      return { task: taskOf(someone.user.userId, title) };
    };
    answer(model, calls(makeTask('One'), makeTask('Two')), says('Done.'));
    const asking = ask(someone);
    await writing.promise;

    // The next write reads the stop request from the database, even before its process is notified.
    await other.as(someone.user, TurnService).stopTurn({ conversationId: someone.conversationId });
    ending.resolve();

    const { stored, turn } = await asking;
    expect([turn?.status, made.length]).toEqual(['stopped', 1]);
    expect(toolsIn(stored)).toMatchObject([{ state: 'output-available' }, { state: 'output-error' }]);
  } finally {
    await Promise.all([one.stop(), other.stop()]);
    await database.drop();
  }
});

test('a user who has signed out writes nothing more', async () => {
  const someone = await begun();
  answer(model, (call, response) => {
    world.beforeStep = () => Promise.reject(appError('GRANT_ENDED', 'The session has ended.'));
    return calls(makeTask('One'))(call, response);
  });

  const { turn } = await ask(someone);

  expect([made.length, turn?.status]).toEqual([0, 'stopped']);
});

test('each tool has the expected approval rule', async () => {
  const someone = await begun();
  const { tools } = await copilot.as(someone.user, CopilotSettingsService).listTools({});

  const approvalOf = (name: string) => tools.find((tool) => tool.name === name)?.approval;
  expect(['deals.get', 'tasks.create', 'deals.update', 'tasks.delete', 'memory.create'].map(approvalOf)).toEqual([
    'automatic',
    'when_tainted',
    'always',
    'always',
    'always',
  ]);
});

test.each([
  ['of a teammate', (userId: string) => dealOf(userId.replace(/.$/, (last) => (last === '0' ? '1' : '0')))],
  ['that is shared', (userId: string) => dealOf(userId, { access: { ...dealOf(userId).access, role: 'team-member' } })],
])('after a read of a deal %s nothing is written before the user is asked', async (_whose, deal) => {
  const someone = await begun();
  world.getDeal = async () => ({ deal: deal(someone.user.userId) });
  answer(model, readDeal(), calls(makeTask('As the deal says')), says('I may not.'));

  const { stored } = await ask(someone);

  expect(made).toEqual([]);
  expect(toolsIn(stored).at(-1)).toMatchObject({ toolName: 'tasks.create' });
  expect(toolsIn(stored).at(-1)?.state).not.toBe('output-available');
  expect(lastOf(model).messages.length).toBeGreaterThan(0);
});

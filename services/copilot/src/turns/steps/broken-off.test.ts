/** Changes made by answers that break off. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@svc/chassis/testing/test-database';
import { TurnService } from '@svc/proto/copilot/v1/conversation_service';
import type { CopilotService } from '../../testing/copilot-service.js';
import { type ModelServer, say, startModelServer } from '../../testing/model-server.js';
import {
  answer,
  ask,
  begin,
  calls,
  dealOf,
  follow,
  lastOf,
  readDeal,
  said,
  says,
  startCopilotIn,
  taskOf,
  toolsIn,
  type ToolWorld,
} from '../../testing/tool-talk.js';

const world: ToolWorld = {
  getDeal: () => Promise.reject(new Error('These tests have no deals.')),
  beforeStep: () => Promise.resolve(),
};
let createTask: (title: string) => Promise<unknown>;
let made: string[] = [];
let model: ModelServer;
let database: TestDatabase;
let copilot: CopilotService;

const start = () =>
  startCopilotIn(world, {
    modelUrl: model.baseUrl,
    database,
    times: { renewMs: 20 },
    reads: {
      tasks: {
        createTask: ({ title }: { readonly title: string }) => {
          made.push(title);
          return createTask(title);
        },
      },
    },
  });

beforeAll(async () => {
  model = await startModelServer();
  database = await createTestDatabase();
  copilot = await start();
});

beforeEach(() => {
  made = [];
});

afterEach(() => model.answer((_call, response) => say(response, 'Hello.')));

afterAll(async () => {
  await copilot?.stop();
  await model?.stop();
  await database?.drop();
});

async function begun(service = copilot) {
  const someone = await begin(service, world);
  createTask = async (title) => ({ task: taskOf(someone.user.userId, title) });
  return someone;
}

const makeTask = (title: string) => calls({ name: 'tasks_create', arguments: JSON.stringify({ title }) });
const breaksOff: Parameters<typeof answer>[1] = (_call, response) => void response.writeHead(400).end();
const instruction = () => lastOf(model).messages[0]?.content ?? '';

async function retry({ user, conversationId }: Awaited<ReturnType<typeof begun>>) {
  const { turn } = await copilot.as(user, TurnService).retryTurn({ conversationId });
  return follow(user, turn?.id ?? '', copilot);
}

test('a process that must stop finishes a change and starts nothing after it; the retry is told about the change', async () => {
  const stopping = await start();
  const someone = await begun(stopping);
  const writing = Promise.withResolvers<void>();
  const ending = Promise.withResolvers<void>();
  createTask = async (title) => {
    writing.resolve();
    await ending.promise;
    return { task: taskOf(someone.user.userId, title) };
  };
  answer(
    model,
    calls(...['One', 'Two'].map((title) => ({ name: 'tasks_create', arguments: JSON.stringify({ title }) }))),
  );
  const asking = ask(someone);
  await writing.promise;
  const ended = stopping.runs.stop();
  ending.resolve();

  const { stored, turn } = await asking;
  await ended;
  expect([turn?.status, turn?.errorCode, made]).toEqual(['failed', 'SERVER_RESTARTED', ['One']]);
  expect(toolsIn(stored)).toMatchObject([{ state: 'output-available' }, { state: 'output-error' }]);
  await stopping.stop();
  answer(model, says('It was made already.'));
  expect(said(await retry(someone))).toBe('It was made already.');

  expect(instruction()).toContain('never make them again');
  expect(instruction().split('\n- ').slice(1)).toEqual(['tasks_create {"title":"One"}']);
  expect(made).toEqual(['One']);
});

test('after a change with an unknown outcome, the model must check first', async () => {
  const someone = await begun();
  createTask = () => Promise.reject(new Error('Lost.'));
  answer(model, makeTask('Call the brand'), breaksOff);
  await ask(someone);

  answer(model, says('I looked.'));
  await retry(someone);

  expect(instruction()).toMatch(/tasks_create \{"title":"Call the brand"\} \(perhaps: read the record first\)$/);
});

test('the next message is told about the change, too, but none after a complete answer', async () => {
  const someone = await begun();
  answer(model, makeTask('Call the brand'), breaksOff);
  await ask(someone);
  answer(model, says('It is made.'));

  await ask(someone, 'Go on.');
  expect(instruction()).toContain('tasks_create {"title":"Call the brand"}');
  await ask(someone, 'And now?');
  expect(instruction()).not.toContain('tasks_create');
});

test("a change made after reading others' text makes the next answer ask before writes", async () => {
  const someone = await begun();
  answer(model, makeTask('Before'), readDeal(), breaksOff);
  world.getDeal = async () => ({
    deal: { ...dealOf(someone.user.userId), access: { ...ACCESS, role: 'team-member' } },
  });
  await ask(someone);
  answer(model, makeTask('After'), says('Done.'));

  await retry(someone);

  expect(made).toEqual(['Before']);
});

const ACCESS = { role: 'owner', teamIds: [], canEdit: true, canEditViews: true, redacted: [] };

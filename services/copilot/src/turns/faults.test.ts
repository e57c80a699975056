/** Faults other than the model's, at each step of a turn: it ends in a stored state, with a specific code, and counts only if it should. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { appError } from '@svc/chassis/errors/app-error';
import { createPool } from '@svc/chassis/postgres/pool';
import { eventually } from '@svc/chassis/testing/eventually';
import { silentLog } from '@svc/chassis/testing/service-database';
import { createTestDatabase, type TestDatabase } from '@svc/chassis/testing/test-database';
import { TurnService } from '@svc/proto/copilot/v1/conversation_service';
import { CopilotSettingsService } from '@svc/proto/copilot/v1/copilot_settings_service';
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
  readDeal,
  resultsOf,
  said,
  says,
  startCopilotIn,
  taskOf,
  toolsIn,
  type ToolWorld,
} from '../testing/tool-talk.js';

const AWAY = () => Promise.reject(appError('UNAVAILABLE', 'It is away.'));
const HANGS = () => new Promise<never>(() => undefined);

const world: ToolWorld = { getDeal: AWAY, beforeStep: () => Promise.resolve() };
let made: string[] = [];
let freeLimit: () => number;
let model: ModelServer;
let database: TestDatabase;
let book: ApprovalClient;
let copilot: CopilotService;

const reads = {
  deals: {
    getDeal: (request: { readonly dealId: string }) => world.getDeal(request),
    updateDeal: async () => {
      made.push('deal');
      return { deal: dealOf(DEAL_ID, { price: 120 }) };
    },
  },
  tasks: {
    createTask: async ({ title }: { readonly title: string }) => {
      made.push(title);
      return { task: taskOf(DEAL_ID, title) };
    },
  },
};

const start = (times: object) =>
  startCopilotIn(world, {
    modelUrl: model.baseUrl,
    database,
    approvals: book,
    reads,
    freeLimit: () => freeLimit(),
    times: { renewMs: 20, startMs: 20, storeMs: 20, ...times },
  });

beforeAll(async () => {
  model = await startModelServer();
  database = await createTestDatabase();
  book = createApprovalClient();
  copilot = await start({});
});

beforeEach(() => {
  made = [];
  freeLimit = () => 25;
  world.beforeStep = () => Promise.resolve();
});

afterEach(() => model.answer((_call, response) => say(response, 'Hello.')));

afterAll(async () => {
  await copilot?.stop();
  await model?.stop();
  await database?.drop();
});

type Someone = Awaited<ReturnType<typeof begin>>;

const begun = (service = copilot) => begin(service, world, { price: 100 });
const usedBy = async ({ user }: Someone) => (await copilot.as(user, CopilotSettingsService).getUsage({ days: 1 })).used;
const makeTask = calls({ name: 'tasks_create', arguments: JSON.stringify({ title: 'One' }) });
const raisePrice = calls({ name: 'deals_update', arguments: JSON.stringify({ dealId: DEAL_ID, price: 120 }) });

/** Replaces one method of the approvals for a while. */
async function whileApprovals<Name extends keyof ApprovalClient>(
  name: Name,
  does: ApprovalClient[Name],
  work: () => Promise<void>,
): Promise<void> {
  const before = book[name];
  Object.assign(book, { [name]: does });
  await work().finally(() => Object.assign(book, { [name]: before }));
}

test('a service that is down is an error for the model, which answers without it', async () => {
  const someone = await begun();
  world.getDeal = AWAY;
  answer(model, readDeal(), says('I cannot look now.'));

  const { told, stored, turn } = await ask(someone);

  expect([said(told), turn?.status, await usedBy(someone)]).toEqual(['I cannot look now.', 'completed', 1]);
  expect(toolsIn(stored)).toMatchObject([{ errorText: 'UNAVAILABLE: It is away.' }]);
});

test('identity goes down between a read and the next step: the turn fails with a code, keeps its output, and does not count', async () => {
  const someone = await begun();
  world.getDeal = async () => {
    world.beforeStep = AWAY;
    return { deal: dealOf(someone.user.userId) };
  };
  answer(model, readDeal());

  const { stored, turn } = await ask(someone);

  expect([turn?.status, turn?.errorCode, await usedBy(someone)]).toEqual(['failed', 'SIGN_IN_UNCHECKED', 0]);
  expect(toolsIn(stored)).toMatchObject([{ state: 'output-available' }]);
});

test('identity is down before a change: nothing is changed', async () => {
  const someone = await begun();
  answer(model, (call, response) => {
    world.beforeStep = AWAY;
    return makeTask(call, response);
  });

  const { turn } = await ask(someone);

  expect([turn?.status, turn?.errorCode, made, await usedBy(someone)]).toEqual(['failed', 'SIGN_IN_UNCHECKED', [], 0]);
});

test.each([
  ['while the user is verified', () => (world.beforeStep = HANGS)],
  ['while something is read', () => (world.getDeal = HANGS)],
])('%s hangs: a turn waits no longer than it may run', async (_when, hang) => {
  const impatient = await start({ turnMs: 300 });
  try {
    const someone = await begun(impatient);
    answer(model, (call, response) => {
      hang();
      return readDeal()(call, response);
    });

    const { turn } = await ask(someone);

    expect([turn?.status, turn?.errorCode, await usedBy(someone)]).toEqual(['failed', 'TURN_TIMED_OUT', 0]);
  } finally {
    await impatient.stop();
  }
});

test('when approvals cannot be requested, the model gets an error, and nothing is changed', async () => {
  const someone = await begun();
  answer(model, raisePrice, says('I cannot ask you now.'));

  await whileApprovals('requestTurnApproval', AWAY, async () => {
    const { stored, turn } = await ask(someone);

    expect([turn?.status, made]).toEqual(['completed', []]);
    expect(toolsIn(stored)).toMatchObject([{ errorText: expect.stringMatching(/^UNAVAILABLE/) }]);
  });
});

/** A user whose copilot asks to raise a price. */
async function asked() {
  const someone = await begun();
  answer(model, raisePrice, says('So be it.'));
  const { turn } = await ask(someone);
  const approval = book.asked.at(-1);
  if (!approval || !turn) throw new Error('Nothing is asked for.');
  return { someone, approval, turnId: turn.id };
}

test('when a decision fails, the turn keeps waiting, and the user can decide later', async () => {
  const { someone, approval, turnId } = await asked();
  const turns = copilot.as(someone.user, TurnService);
  const decide = () => turns.decideApproval({ approvalId: approval.id, decision: 'approved' });

  await whileApprovals('decideApproval', AWAY, async () => {
    await expect(decide()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    const { turn } = await turns.getTurn({ turnId, throwsFailure: false });
    expect([turn?.status, made]).toEqual(['awaiting_approval', []]);
  });

  await decide();
  await follow(someone.user, turnId, copilot);
  expect(made).toEqual(['deal']);
});

test('when an approval cannot be claimed, nothing is changed, and the model gets an error', async () => {
  const { someone, approval, turnId } = await asked();

  await whileApprovals('claimTurnApproval', AWAY, async () => {
    await copilot.as(someone.user, TurnService).decideApproval({ approvalId: approval.id, decision: 'approved' });
    const told = await follow(someone.user, turnId, copilot);

    expect([said(told), made]).toEqual(['So be it.', []]);
    expect(resultsOf(model).at(-1)).toMatch(/UNAVAILABLE|OUTCOME_UNKNOWN/);
  });
});

test('while the daily limit is unknown no turn begins, and nothing is stored', async () => {
  const someone = await begun();
  freeLimit = () => {
    throw appError('UNAVAILABLE', 'The limit is not known.');
  };

  await expect(ask(someone)).rejects.toMatchObject({ code: 'UNAVAILABLE' });

  freeLimit = () => 25;
  expect(await usedBy(someone)).toBe(0);
  expect((await ask(someone)).turn).toMatchObject({ status: 'completed' });
});

test('a change that cannot be recorded first is not made; the turn ends as lost, and does not count', async () => {
  const quick = await start({ holdSeconds: 1, sweepMs: 50 });
  const admin = createPool({ connectionString: database.adminUrl, max: 1, applicationName: 'tests', log: silentLog });
  try {
    const someone = await begun(quick);
    await admin.query(
      `create function memory.fail_call() returns trigger language plpgsql as $$ begin raise exception 'no room'; end $$`,
    );
    await admin.query(
      `create trigger fail_call before insert on memory.tool_calls for each row execute function memory.fail_call()`,
    );
    answer(model, makeTask, says('Done.'));
    const turns = quick.as(someone.user, TurnService);
    const { turn } = await turns.createTurn({ conversationId: someone.conversationId, text: 'Make it.' });
    const turnId = turn?.id ?? '';
    await follow(someone.user, turnId, quick).catch(() => undefined);

    await eventually(async () => {
      const ended = await turns.getTurn({ turnId, throwsFailure: false });
      expect(ended.turn).toMatchObject({ status: 'failed', errorCode: 'SERVER_RESTARTED' });
    });
    expect([made, await usedBy(someone)]).toEqual([[], 0]);
  } finally {
    await admin.query('drop function memory.fail_call cascade');
    await admin.end();
    await quick.stop();
  }
});

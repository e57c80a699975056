import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { createPool } from '@svc/chassis/postgres/pool';
import { eventually } from '@svc/chassis/testing/eventually';
import { silentLog } from '@svc/chassis/testing/service-database';
import { createTestDatabase, type TestDatabase } from '@svc/chassis/testing/test-database';
import { testUser } from '@svc/chassis/testing/test-service';
import { ConversationService, TurnService } from '@svc/proto/copilot/v1/conversation_service';
import { CopilotSettingsService } from '@svc/proto/copilot/v1/copilot_settings_service';
import { CONSENT, type CopilotOptions, type CopilotService, startCopilot } from '../testing/copilot-service.js';
import { begin, finish, type ModelServer, piece, say, startModelServer } from '../testing/model-server.js';
import { TURN_TIMES } from './turn-runs.js';

const QUICK = { renewMs: 50, sweepMs: 100, storeMs: 50 };

let model: ModelServer;
let database: TestDatabase;
const running: CopilotService[] = [];
let limit = 0;

beforeAll(async () => {
  model = await startModelServer();
});

beforeEach(async () => {
  limit = 0;
  database = await createTestDatabase();
  model.answer((_call, response) => say(response, 'Hello.'));
});

afterEach(async () => {
  await Promise.all(running.splice(0).map((service) => service.stop()));
  await database.drop();
});

afterAll(() => model?.stop());

async function start(options: CopilotOptions = {}): Promise<CopilotService> {
  const service = await startCopilot({
    database,
    modelUrl: model.baseUrl,
    times: QUICK,
    freeLimit: () => limit,
    ...options,
  });
  running.push(service);
  return service;
}

async function begun(service: CopilotService) {
  const user = testUser();
  await service.as(user, CopilotSettingsService).giveConsent({ scope: 'free', version: CONSENT, granted: true });
  return { user, conversationId: await converse(service, user) };
}

async function converse(service: CopilotService, user: UserPrincipal): Promise<string> {
  return (await service.as(user, ConversationService).createConversation({})).conversation?.id ?? '';
}

async function ask(service: CopilotService, user: UserPrincipal, conversationId: string): Promise<string> {
  return (await service.as(user, TurnService).createTurn({ conversationId, text: 'What is due?' })).turn?.id ?? '';
}

/** Follows a turn and collects the stream. */
function follow(service: CopilotService, user: UserPrincipal, turnId: string) {
  const parts: { type: string; delta?: string; data?: { code?: string } }[] = [];
  const ended = (async () => {
    for await (const { partJson } of service.as(user, TurnService).followTurn({ turnId }))
      parts.push(JSON.parse(partJson));
  })();
  return { parts, ended, said: () => parts.map(({ delta = '' }) => delta).join('') };
}

/** A model that answers partly and then waits for a signal to end. */
function waitingModel() {
  const ending = Promise.withResolvers<void>();
  model.answer(async (_call, response) => {
    begin(response);
    piece(response, 'First, ');
    await ending.promise;
    piece(response, 'then the rest.');
    finish(response);
  });
  return ending;
}

const usedBy = async (service: CopilotService, user: UserPrincipal) =>
  (await service.as(user, CopilotSettingsService).getUsage({ days: 1 })).used;
const turnOf = async (service: CopilotService, user: UserPrincipal, turnId: string) =>
  (await service.as(user, TurnService).getTurn({ turnId, throwsFailure: false })).turn;

test('the times of turns are those of the design', () => {
  expect(TURN_TIMES).toEqual({
    holdSeconds: 15,
    unfollowedSeconds: 15,
    renewMs: 1_000,
    sweepMs: 15_000,
    storeMs: 1_000,
    startMs: 500,
    toolMs: 20_000,
    turnMs: 180_000,
  });
});

test('of 16 messages at once on two servers, as many begin a turn as the day has left', async () => {
  limit = 5;
  const services = [await start(), await start()];
  const { user } = await begun(services[0]!);
  const conversations = await services[0]!.pool.list<{ id: string }>(
    `insert into memory.conversations (id, owner_id) select gen_random_uuid(), $1 from generate_series(1, 16) returning id`,
    [user.userId],
  );
  const codes: string[] = [];

  // One at a time per server, because a user may have at most two turns at once.
  await Promise.all(
    services.map(async (service, at) => {
      for (const { id: conversationId } of conversations.filter((_row, index) => index % 2 === at)) {
        try {
          await follow(service, user, await ask(service, user, conversationId)).ended;
        } catch (error) {
          codes.push((error as { code: string }).code);
        }
      }
    }),
  );

  expect(codes).toEqual(Array.from({ length: 11 }, () => 'FREE_DAILY_LIMIT_REACHED'));
  expect(await usedBy(services[1]!, user)).toBe(5);
});

test('an error for a used-up limit has the time of the reset, nothing is stored, and a new limit applies at once', async () => {
  limit = 1;
  const service = await start();
  const { user, conversationId } = await begun(service);
  await follow(service, user, await ask(service, user, conversationId)).ended;

  const refused = ask(service, user, conversationId);

  await expect(refused).rejects.toMatchObject({
    code: 'FREE_DAILY_LIMIT_REACHED',
    retryAfterSeconds: expect.any(Number),
    data: { limit: 1, used: 1, resetAt: expect.stringMatching(/T(00|15):00:00\.000Z$/) },
  });
  const { totalSize } = await service.as(user, ConversationService).listMessages({ conversationId, pageSize: 50 });
  expect(totalSize).toBe(2);
  limit = 0;
  await expect(ask(service, user, conversationId)).resolves.toEqual(expect.any(String));
});

test('a turn that another server runs is followed from its stored state, and can be stopped', async () => {
  const [one, other] = [await start(), await start()];
  const { user, conversationId } = await begun(one);
  const ending = waitingModel();
  const turnId = await ask(one, user, conversationId);
  const first = follow(one, user, turnId);
  await eventually(() => expect(first.said()).toBe('First, '));
  const second = follow(other, user, turnId);
  await eventually(() => expect(second.said()).toBe('First, '));

  ending.resolve();
  await Promise.all([first.ended, second.ended]);

  expect([first.said(), second.said()]).toEqual(['First, then the rest.', 'First, then the rest.']);
  expect(second.parts.at(-1)?.type).toBe('finish');

  waitingModel();
  const next = await ask(one, user, conversationId);
  const followed = follow(one, user, next);
  await eventually(() => expect(followed.said()).toBe('First, '));
  await other.as(user, TurnService).stopTurn({ conversationId });
  await followed.ended;
  expect(followed.parts.at(-1)?.type).toBe('abort');
});

test('a turn that has lost its follower is stopped, and stays counted', async () => {
  const service = await start({ times: { ...QUICK, unfollowedSeconds: 2 } });
  const { user, conversationId } = await begun(service);
  const [speaking, left] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  model.answer((_call, response) => {
    response.once('close', () => left.resolve());
    begin(response);
    piece(response, 'One moment');
    speaking.resolve();
  });
  const turnId = await ask(service, user, conversationId);
  const leaving = new AbortController();
  const messages = service.as(user, TurnService, { signal: leaving.signal }).followTurn({ turnId });
  const following = (async () => {
    for await (const _part of messages);
  })();
  await speaking.promise;

  leaving.abort();

  await expect(following).rejects.toMatchObject({ code: 'TIMEOUT' });
  await left.promise;
  await eventually(async () => expect((await turnOf(service, user, turnId))?.status).toBe('stopped'));
  expect(await usedBy(service, user)).toBe(1);
});

test('a turn that never had a follower is stopped, and does not count', async () => {
  const service = await start({ times: { ...QUICK, unfollowedSeconds: 0.1 } });
  const { user, conversationId } = await begun(service);

  const turnId = await ask(service, user, conversationId);

  await eventually(async () => expect((await turnOf(service, user, turnId))?.status).toBe('stopped'));
  expect(await usedBy(service, user)).toBe(0);
});

test('a server that stops ends its turns as restarted; they do not count and can be retried', async () => {
  const [one, other] = [await start(), await start()];
  const { user, conversationId } = await begun(one);
  waitingModel();
  const followed = follow(one, user, await ask(one, user, conversationId));
  await eventually(() => expect(followed.said()).toBe('First, '));

  await one.runs.stop();
  await followed.ended;

  expect(followed.parts.find(({ type }) => type === 'data-error')?.data).toMatchObject({ code: 'SERVER_RESTARTED' });
  expect(await usedBy(other, user)).toBe(0);
  model.answer((_call, response) => say(response, 'Now it goes.'));
  const { turn } = await other.as(user, TurnService).retryTurn({ conversationId });
  const again = follow(other, user, turn?.id ?? '');
  await again.ended;
  expect(again.said()).toBe('Now it goes.');
  expect(await usedBy(other, user)).toBe(1);
});

test('a turn whose process has died is ended by another process, and does not count', async () => {
  const service = await start();
  const { user, conversationId } = await begun(service);
  const turnId = await ask(service, user, conversationId);
  await service.pool.query(
    `update memory.turns set held_by = gen_random_uuid(), held_until = now() - interval '1 second' where id = $1`,
    [turnId],
  );

  await eventually(async () =>
    expect(await turnOf(service, user, turnId)).toMatchObject({ status: 'failed', errorCode: 'SERVER_RESTARTED' }),
  );

  expect(await usedBy(service, user)).toBe(0);
});

/** Makes this many updates of messages fail. */
async function failUpdates(count: number): Promise<void> {
  const admin = createPool({ connectionString: database.adminUrl, max: 1, applicationName: 'tests', log: silentLog });
  try {
    await admin.query(`create sequence memory.updates`);
    await admin.query(`grant usage on sequence memory.updates to svc_copilot`);
    await admin.query(
      `create function memory.fail_update() returns trigger language plpgsql as $$
       begin
         if nextval('memory.updates') <= ${count} then raise exception 'no room'; end if;
         return new;
       end $$`,
    );
    await admin.query(
      `create trigger fail_update before update on memory.messages for each row execute function memory.fail_update()`,
    );
  } finally {
    await admin.end();
  }
}

test('an outcome that cannot be stored at once is stored and sent later', async () => {
  const service = await start();
  const { user, conversationId } = await begun(service);
  await failUpdates(3);

  const turnId = await ask(service, user, conversationId);
  const followed = follow(service, user, turnId);
  await followed.ended;

  expect([followed.said(), followed.parts.at(-1)?.type]).toEqual(['Hello.', 'finish']);
  expect(await turnOf(service, user, turnId)).toMatchObject({ status: 'completed' });
});

test('an outcome that cannot be stored is not sent, and the turn ends as lost', async () => {
  const service = await start({ times: { ...QUICK, storeMs: 1, holdSeconds: 2 } });
  const { user, conversationId } = await begun(service);
  await failUpdates(1_000_000);

  const turnId = await ask(service, user, conversationId);
  const followed = follow(service, user, turnId);

  await expect(followed.ended).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(followed.parts.map(({ type }) => type)).not.toContain('finish');
  await eventually(async () =>
    expect(await turnOf(service, user, turnId)).toMatchObject({ status: 'failed', errorCode: 'SERVER_RESTARTED' }),
  );
});

test('deleting a conversation ends its turn', async () => {
  const service = await start();
  const { user, conversationId } = await begun(service);
  waitingModel();
  const followed = follow(service, user, await ask(service, user, conversationId));
  await eventually(() => expect(followed.said()).toBe('First, '));

  await service.as(user, ConversationService).deleteConversation({ conversationId });

  await followed.ended;
  expect(followed.parts.at(-1)?.type).toBe('abort');
});

test('a process at capacity refuses another turn, which waits for a follower', async () => {
  const service = await start({ turnsMax: 1 });
  const [first, second] = [await begun(service), await begun(service)];
  const ending = waitingModel();
  const running = follow(service, first.user, await ask(service, first.user, first.conversationId));
  await eventually(() => expect(running.said()).toBe('First, '));
  const turnId = await ask(service, second.user, second.conversationId);

  await expect(follow(service, second.user, turnId).ended).rejects.toMatchObject({
    code: 'COPILOT_BUSY',
    retryAfterSeconds: 5,
  });

  ending.resolve();
  await running.ended;
  const later = follow(service, second.user, turnId);
  await later.ended;
  expect(later.said()).toBe('First, then the rest.');
});

test('a model that is silent for too long fails the turn', async () => {
  const quick = { firstPieceMs: 50, idleMs: 10_000, wholeMs: 10_000 };
  const service = await start({ rotationTimes: { model: quick } });
  const { user, conversationId } = await begun(service);
  model.answer((_call, response) => {
    begin(response);
    response.write(': comments are no answer\n\n');
  });

  const followed = follow(service, user, await ask(service, user, conversationId));
  await followed.ended;

  expect(followed.parts.find(({ type }) => type === 'data-error')?.data).toMatchObject({
    code: 'PROVIDER_UNAVAILABLE',
  });
});

test('without a model, or without the current consent, no turn begins', async () => {
  const withoutModel = await startCopilot({ database });
  running.push(withoutModel);
  const { user, conversationId } = await begun(withoutModel);
  await expect(ask(withoutModel, user, conversationId)).rejects.toMatchObject({ code: 'MODEL_NOT_CONFIGURED' });

  const newer = await start({ consentVersion: '2026-02' });
  await expect(ask(newer, user, conversationId)).rejects.toMatchObject({
    code: 'CONSENT_REQUIRED',
    data: { scope: 'free', version: '2026-02' },
  });
  const settings = newer.as(user, CopilotSettingsService);
  await expect(settings.giveConsent({ scope: 'free', version: CONSENT, granted: true })).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
  });
  await settings.giveConsent({ scope: 'free', version: '2026-02', granted: true });
  const turnId = await ask(newer, user, conversationId);
  await follow(newer, user, turnId).ended;
  await settings.giveConsent({ scope: 'free', version: '2026-02', granted: false });
  await expect(ask(newer, user, conversationId)).rejects.toMatchObject({ code: 'CONSENT_REQUIRED' });
});

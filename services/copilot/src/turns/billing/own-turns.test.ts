/** Turns that a user's own provider answers. */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { createTestDatabase, type TestDatabase } from '@svc/chassis/testing/test-database';
import { testUser } from '@svc/chassis/testing/test-service';
import { ConversationService, TurnService } from '@svc/proto/copilot/v1/conversation_service';
import { CopilotSettingsService } from '@svc/proto/copilot/v1/copilot_settings_service';
import { CONSENT, type CopilotOptions, type CopilotService, startCopilot } from '../../testing/copilot-service.js';
import { begin, type ModelAnswer, type ModelServer, piece, say, startModelServer } from '../../testing/model-server.js';
import { answer, ask, dealOf, readDeal, resultsOf, said, says } from '../../testing/tool-talk.js';

const KEY = 'sk-live-of-a-user-0123456789';
const LIMIT = 3;

let database: TestDatabase;
/** The user's own provider, and the pool of the installation. */
let provider: ModelServer;
let pool: ModelServer;
let service: CopilotService;
let other: CopilotService;
let ownerId = '';

/** A lane of its own, because the state of models persists in Redis. */
function lanes() {
  const models = [{ id: 'model-a', contextTokens: 131_072, supportsTools: true }];
  return [{ id: `lane-${randomUUID()}`, baseUrl: pool.baseUrl, key: 'main', models }];
}

const start = (options: CopilotOptions = {}) =>
  startCopilot({
    database,
    lanes: lanes(),
    allowed: [new URL(provider.baseUrl).host],
    redisUrl: process.env.TEST_REDIS_URL ?? '',
    freeLimit: () => LIMIT,
    times: { renewMs: 20 },
    reads: { deals: { getDeal: () => Promise.resolve({ deal: dealOf(ownerId) }) } },
    encryptionKeys: ['A'.repeat(43)],
    ...options,
  });

beforeAll(async () => {
  database = await createTestDatabase();
  [provider, pool] = await Promise.all([startModelServer(), startModelServer()]);
  [service, other] = [await start(), await start()];
});

afterEach(() => {
  provider.answer((_call, response) => say(response, 'Mine.'));
  pool.answer((_call, response) => say(response, 'Hello.'));
});

afterAll(async () => {
  await Promise.all([service?.stop(), other?.stop()]);
  await Promise.all([provider?.stop(), pool?.stop()]);
  await database?.drop();
});

/** A user with a key, who agreed to these routes, and a conversation. */
async function owner(consents: readonly string[] = ['byok'], change: { fallbackToFree?: boolean } = {}) {
  const user = testUser();
  ownerId = user.userId;
  const settings = service.as(user, CopilotSettingsService);
  await settings.setByokKey({ provider: 'custom', apiKey: KEY, baseUrl: provider.baseUrl });
  await settings.updateConfig({ mode: 'byok', modelId: 'own-model', ...change });
  for (const scope of consents) await settings.giveConsent({ scope, version: CONSENT, granted: true });
  const { conversation } = await service.as(user, ConversationService).createConversation({});
  const calls = { provider: provider.calls.length, pool: pool.calls.length };
  return {
    user,
    settings,
    conversationId: conversation?.id ?? '',
    service,
    /** Requests since the call of `watch`. */
    asked: () => [provider.calls.length - calls.provider, pool.calls.length - calls.pool],
  };
}

const refuses =
  (status: number, headers: Record<string, string> = {}, body = '{}'): ModelAnswer =>
  (_call, response) =>
    void response.writeHead(status, headers).end(body);

const breaksOff: ModelAnswer = (_call, response) => {
  begin(response);
  piece(response, 'Half an ');
  response.end('data: {"error":{"message":"busy"}}\n\n');
};

const usageOf = async (user: UserPrincipal) =>
  (await service.as(user, CopilotSettingsService).getUsage({ days: 1 })).history[0];
const create = (user: UserPrincipal, conversationId: string, on = service) =>
  on.as(user, TurnService).createTurn({ conversationId, text: 'What is due?' });

test("the user's own provider answers with the user's key, tools included, and no free turn is counted", async () => {
  const someone = await owner();
  answer(provider, readDeal(), says('Kiteline.'));

  const { told, turn } = await ask(someone);

  expect([said(told), turn]).toMatchObject([
    'Kiteline.',
    { status: 'completed', billing: 'byok', modelId: 'custom|own-model' },
  ]);
  expect(provider.calls.at(-1)).toMatchObject({ authorization: `Bearer ${KEY}`, body: { model: 'own-model' } });
  expect(resultsOf(provider).join()).toContain('Kiteline spring');
  expect(someone.asked()).toEqual([2, 0]);
  expect(await usageOf(someone.user)).toMatchObject({ byokTurns: 1, freeTurns: 0, modelCalls: 2, promptTokens: 22 });
});

test('nothing is sent before the user has agreed to this route, at its version', async () => {
  const [someone, before] = [await owner(['free']), await owner()];
  await expect(create(someone.user, someone.conversationId)).rejects.toMatchObject({
    code: 'CONSENT_REQUIRED',
    data: { scope: 'byok', version: CONSENT },
  });

  const raised = await start({ consentVersion: '2027-01' });
  try {
    await expect(create(before.user, before.conversationId, raised)).rejects.toMatchObject({
      code: 'CONSENT_REQUIRED',
      data: { scope: 'byok', version: '2027-01' },
    });
  } finally {
    await raised.stop();
  }
  expect([...someone.asked(), ...before.asked()]).toEqual([0, 0, 0, 0]);
});

test.each([
  ['byok', [1, 0]],
  ['free', [2, 0]],
])('after a fault, the copilot asks no model whose consent the user has withdrawn: %s', async (scope, requests) => {
  const someone = await owner(['byok', 'free'], { fallbackToFree: true });
  provider.answer(async (_call, response) => {
    await someone.settings.giveConsent({ scope, version: CONSENT, granted: false });
    response.writeHead(503).end('{}');
  });

  expect((await ask(someone)).turn).toMatchObject({ status: 'failed', billing: 'byok' });
  expect(someone.asked()).toEqual(requests);
});

test('a turn that moved to the pool continues only while the user consents to the pool', async () => {
  const someone = await owner(['byok', 'free'], { fallbackToFree: true });
  provider.answer(refuses(503));
  pool.answer(async (call, response) => {
    await someone.settings.giveConsent({ scope: 'free', version: CONSENT, granted: false });
    await readDeal()(call, response);
  });

  expect((await ask(someone)).turn).toMatchObject({ errorCode: 'CONSENT_REQUIRED', billing: 'free' });
  expect(someone.asked()).toEqual([2, 1]);
});

test('a key that the provider refuses ends the turn, and the next message asks for a new one', async () => {
  const someone = await owner();
  provider.answer(refuses(401, {}, JSON.stringify({ error: { message: `Incorrect API key: ${KEY}` } })));

  const { told, turn, stored } = await ask(someone);
  expect(turn).toMatchObject({ status: 'failed', errorCode: 'BYOK_KEY_REJECTED' });
  expect(JSON.stringify([told, stored])).not.toContain(KEY);
  expect((await someone.settings.getConfig({})).config?.byokKeyStatus).toBe('rejected');
  await expect(create(someone.user, someone.conversationId)).rejects.toMatchObject({ code: 'BYOK_KEY_REJECTED' });
  expect(someone.asked()).toEqual([1, 0]);
  expect(await usageOf(someone.user)).toMatchObject({ byokTurns: 0, freeTurns: 0 });

  await someone.settings.setByokKey({ provider: 'custom', apiKey: KEY, baseUrl: provider.baseUrl });
  provider.answer((_call, response) => say(response, 'Mine.'));
  expect((await ask(someone)).turn).toMatchObject({ status: 'completed' });
});

test('a fault is retried once', async () => {
  const someone = await owner();
  answer(provider, refuses(500), says('Mine.'));
  const { told, turn } = await ask(someone);
  expect([said(told), turn?.status, someone.asked()]).toEqual(['Mine.', 'completed', [2, 0]]);
  expect(told.filter(({ type }) => type === 'start-step')).toHaveLength(1);

  provider.answer(refuses(500));
  expect((await ask(someone)).turn).toMatchObject({ status: 'failed', errorCode: 'PROVIDER_UNAVAILABLE' });
  expect(someone.asked()).toEqual([4, 0]);
});

test('an answer that breaks off after words is not retried, and the words are kept', async () => {
  const someone = await owner();
  provider.answer(breaksOff);

  const { told, turn } = await ask(someone);
  expect([said(told), turn?.errorCode, someone.asked()]).toEqual(['Half an ', 'PROVIDER_STREAM_INTERRUPTED', [1, 0]]);
});

test("a provider's pause applies in every process, but only for that user", async () => {
  const [someone, another] = [await owner(), await owner()];
  answer(provider, refuses(429, { 'retry-after': '30' }), says('Mine.'));

  const { told } = await ask(someone);
  expect(told.find(({ type }) => type === 'data-error')?.data).toMatchObject({
    code: 'PROVIDER_UNAVAILABLE',
    retryAfterSeconds: 30,
  });
  for (const each of [service, other]) {
    const refused = create(someone.user, someone.conversationId, each);
    await expect(refused).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: expect.any(Number) });
  }
  expect(someone.asked()).toEqual([1, 0]);

  expect((await ask(another)).turn).toMatchObject({ status: 'completed' });
});

test('the pool answers instead if the user allows it, and that is a free turn', async () => {
  const someone = await owner(['byok', 'free'], { fallbackToFree: true });
  provider.answer(breaksOff);

  const { told, stored, turn } = await ask(someone);
  expect(turn).toMatchObject({
    status: 'completed',
    billing: 'free',
    modelId: expect.stringMatching(/^lane-.*\|model-a$/),
  });
  expect(stored.filter(({ type }) => type === 'text')).toMatchObject([{ text: 'Hello.' }]);
  expect(told.map(({ type }) => type)).toContain('reset-step');
  expect(told.filter(({ type }) => type === 'start-step')).toHaveLength(1);
  expect(await usageOf(someone.user)).toMatchObject({ freeTurns: 1, byokTurns: 0 });
  expect(JSON.stringify(pool.calls)).not.toContain(KEY);
});

test("during the provider's pause the pool answers at once, if the user allows it", async () => {
  const someone = await owner(['byok', 'free'], { fallbackToFree: true });
  provider.answer(refuses(429, { 'retry-after': '30' }));

  await ask(someone);
  expect((await ask(someone)).turn).toMatchObject({ status: 'completed', billing: 'free' });
  expect(someone.asked()).toEqual([1, 2]);
  expect(await usageOf(someone.user)).toMatchObject({ freeTurns: 2, byokTurns: 0 });
});

test.each([
  ['has not agreed to it', ['byok'], { fallbackToFree: true }],
  ['does not want it', ['byok', 'free'], { fallbackToFree: false }],
])('the pool is not asked for a user who %s', async (_case, consents, change) => {
  const someone = await owner(consents, change);
  provider.answer(refuses(503));

  expect((await ask(someone)).turn).toMatchObject({
    status: 'failed',
    errorCode: 'PROVIDER_UNAVAILABLE',
    billing: 'byok',
  });
  expect(someone.asked()).toEqual([2, 0]);
});

test('the pool is not asked for a user without free turns, and the turn fails as without the pool', async () => {
  const someone = await owner(['byok', 'free'], { fallbackToFree: true });
  provider.answer(refuses(503));
  for (let count = 0; count < LIMIT; count += 1) expect((await ask(someone)).turn?.status).toBe('completed');

  expect((await ask(someone)).turn).toMatchObject({ status: 'failed', billing: 'byok' });
  expect(await usageOf(someone.user)).toMatchObject({ freeTurns: LIMIT, byokTurns: 0 });
});

test('a turn that fails at the pool too is not counted', async () => {
  const failing = await start();
  try {
    const someone = { ...(await owner(['byok', 'free'], { fallbackToFree: true })), service: failing };
    provider.answer(refuses(503));
    pool.answer(refuses(400));

    expect((await ask(someone)).turn).toMatchObject({ status: 'failed', billing: 'free' });
    expect(await usageOf(someone.user)).toMatchObject({ freeTurns: 0, byokTurns: 0 });
  } finally {
    await failing.stop();
  }
});

test('without a key or a model no turn begins', async () => {
  const someone = await owner();
  await someone.settings.updateConfig({ modelId: '' });
  await expect(create(someone.user, someone.conversationId)).rejects.toMatchObject({ code: 'MODEL_NOT_CONFIGURED' });

  await someone.settings.removeByokKey({});
  await expect(create(someone.user, someone.conversationId)).rejects.toMatchObject({ code: 'BYOK_KEY_MISSING' });
});

test('a key deleted while its turn begins ends the turn', async () => {
  const someone = await owner();
  const { turn } = await create(someone.user, someone.conversationId);
  await someone.settings.removeByokKey({});

  for await (const _part of service.as(someone.user, TurnService).followTurn({ turnId: turn?.id ?? '' }));
  const ended = await service.as(someone.user, TurnService).getTurn({ turnId: turn?.id ?? '', throwsFailure: false });
  expect(ended.turn).toMatchObject({ status: 'failed', errorCode: 'BYOK_KEY_MISSING' });
  expect(someone.asked()).toEqual([0, 0]);
});

test('a process of the previous version, which does not know own providers, gets no such turn', async () => {
  const someone = await owner(['byok', 'free']);
  const { turn } = await create(someone.user, someone.conversationId);
  const claim = `update memory.turns set held_by = gen_random_uuid() where id = $1 and held_by is null`;

  expect((await service.pool.query(claim, [turn?.id])).rowCount).toBe(0);

  for await (const _part of service.as(someone.user, TurnService).followTurn({ turnId: turn?.id ?? '' }));
  const ended = await service.as(someone.user, TurnService).getTurn({ turnId: turn?.id ?? '', throwsFailure: false });
  expect([ended.turn?.status, someone.asked()]).toEqual(['completed', [1, 0]]);
});

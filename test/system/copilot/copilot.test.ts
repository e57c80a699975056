/** @lane waiting */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import {
  begin,
  callTools,
  finish,
  type ModelServer,
  piece,
  say,
  startModelServer,
} from '@svc/copilot/testing/model-server';
import { PROCESS_NAMES } from '@svc/topology/processes';
import { commandsOf, runCommands } from '../../doc-commands.ts';
import { type OwnStack, startOwnStack } from '../../own-stack.ts';
import type { Session } from '../../stack.ts';
import type { AnswerOf, ErrorAnswer, List } from '../answers.ts';
import { dumpTables, endTurnLeases, keepTurnsRunning } from '../database.ts';
import { openStream, type Stream, wholeOf } from './copilot-talk.ts';

const KEY = 'sk-pool-key-that-stays-within';
const LIMIT = 3;
const QUESTION = 'Which-word-no-log-has is due?';
const ANSWER = 'Nothing-that-a-log-may-repeat is due.';

type Config = AnswerOf<'copilot.get_config'>;
type Conversation = AnswerOf<'copilot.get_conversation'>;
type Whole = AnswerOf<'copilot.send_message'>;
type Messages = AnswerOf<'copilot.list_messages'>;
type Usage = AnswerOf<'copilot.get_usage'>;

let model: ModelServer;
let stack: OwnStack;

beforeAll(async () => {
  model = await startModelServer();
  const models = [{ id: 'model-a', label: 'Model A', contextTokens: 8_192, supportsTools: true }];
  stack = await startOwnStack('kills', {
    without: ['shortener', 'screenshot'],
    environment: {
      COPILOT_FREE_POOL_JSON: JSON.stringify([{ id: 'main', baseUrl: model.baseUrl, key: 'main', models }]),
      COPILOT_POOL_KEYS_JSON: JSON.stringify({ main: KEY }),
      COPILOT_FREE_DAILY_LIMIT: String(LIMIT),
    },
  });
});

afterEach(() => model.answer((_call, response) => say(response, ANSWER)));

afterAll(async () => {
  await stack?.stop();
  await model?.stop();
});

const at = (conversationId: string, rest = '') => `/api/copilot/conversations/${conversationId}${rest}`;
const messagesAt = (conversationId: string) => at(conversationId, '/messages');

/** A user who has consented, and a conversation. */
async function begun(): Promise<{ user: Session; id: string }> {
  const user = await stack.signUp();
  const { requiredConsentVersion: version } = (await user.get<Config>('/api/copilot/config')).body;
  await user.post('/api/copilot/consent', { scope: 'free', version, granted: true });
  return { user, id: await converse(user) };
}

async function converse(user: Session): Promise<string> {
  return (await user.post<Conversation>('/api/copilot/conversations', {})).body.id;
}

const ask = (user: Session, id: string, body: object = { text: QUESTION }, headers = {}): Promise<Stream> =>
  openStream(stack.gatewayUrl, 'POST', messagesAt(id), { token: user.token, body, headers });
const follow = (user: Session, id: string): Promise<Stream> =>
  openStream(stack.gatewayUrl, 'GET', at(id, '/stream'), { token: user.token });
const retry = (user: Session, id: string): Promise<Stream> =>
  openStream(stack.gatewayUrl, 'POST', at(id, '/retry'), { token: user.token, body: {} });
const askWhole = (user: Session, id: string, body: object = { text: QUESTION }, headers = {}) =>
  user.post<Whole & ErrorAnswer>(messagesAt(id), body, { headers: { accept: 'application/json', ...headers } });
const listed = async (user: Session, id: string) => (await user.get<Messages>(messagesAt(id))).body.items;
const usedBy = async (user: Session) => (await user.get<Usage>('/api/copilot/usage')).body.free.used;
const activeIn = async (user: Session, id: string) => (await user.get<Conversation>(at(id))).body.activeTurn;

/** Makes the model send the first part of the answer, and the rest once `end` is called. */
function halfway(): { end(): void } {
  const ending = Promise.withResolvers<void>();
  model.answer(async (_call, response) => {
    begin(response);
    piece(response, ANSWER.slice(0, 10));
    await ending.promise;
    piece(response, ANSWER.slice(10));
    finish(response);
  });
  return { end: ending.resolve };
}

const heardHalf = (stream: Stream) => eventually(() => expect(stream.said()).toBe(ANSWER.slice(0, 10)));

test('nothing is sent before the user consents, and the refusal names the required consent', async () => {
  const user = await stack.signUp();
  const id = await converse(user);
  const asked = model.calls.length;

  const { status, body } = await user.post<ErrorAnswer>(messagesAt(id), { text: QUESTION });

  expect([status, body.error]).toMatchObject([403, { code: 'CONSENT_REQUIRED', scope: 'free', version: '2026-01' }]);
  expect((await user.post('/api/copilot/consent', { scope: 'free', version: '1999-01', granted: true })).status).toBe(
    400,
  );
  const { body: consent } = await user.post('/api/copilot/consent', {
    scope: 'free',
    version: '2026-01',
    granted: true,
  });
  expect(consent).toMatchObject({ granted: true, version: '2026-01' });
  await user.post('/api/copilot/consent', { scope: 'free', version: '2026-01', granted: false });
  expect((await user.post(messagesAt(id), { text: QUESTION })).status).toBe(403);
  expect(model.calls).toHaveLength(asked);
});

test('an answer streams as UI messages, and the reader builds exactly the stored message', async () => {
  const { user, id } = await begun();

  const stream = await ask(user, id);
  const { events, message } = await wholeOf(stream);

  expect(Object.fromEntries(stream.headers)).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    'x-vercel-ai-ui-message-stream': 'v1',
  });
  expect([stream.headers.get('content-encoding'), stream.headers.get('content-disposition')]).toEqual([null, null]);
  expect(events.map(({ type }) => type).filter((type) => type !== 'text-delta')).toEqual([
    'start',
    'data-model',
    'start-step',
    'text-start',
    'text-end',
    'finish-step',
    'data-usage',
    'finish',
  ]);
  const [answer, question] = await listed(user, id);
  const { id: messageId, turnId, role, parts } = answer ?? {};
  expect(message).toMatchObject({ id: messageId, metadata: { turnId }, role, parts });
  expect([stream.said(), question?.parts]).toEqual([ANSWER, [{ type: 'text', text: QUESTION }]]);
  expect(model.calls.at(-1)).toMatchObject({ authorization: `Bearer ${KEY}`, body: { model: 'model-a' } });
});

test("every command of the copilot's documentation works as written", async () => {
  const script = commandsOf('copilot.md', 'Try it').replaceAll('http://localhost:8080', stack.gatewayUrl);

  const { code, output, complaints } = await runCommands(script, tmpdir());

  expect({ code, complaints }).toEqual({ code: 0, complaints: '' });
  expect(output).toMatch(
    /"granted":true[^]*"type":"text-delta"[^]*"type":"finish"[^]*data: \[DONE\]\n\n[^]*"mode":"byok"[^]*"hasByokKey":true\}$/,
  );
});

test('a client that accepts JSON gets turn and message, and a repeated message is answered once', async () => {
  const { user, id } = await begun();
  const asked = model.calls.length;
  const named = { text: QUESTION, clientMessageId: 'm-1' };
  const key = { 'idempotency-key': randomUUID() };

  const first = await askWhole(user, id, named);
  const again = await askWhole(user, id, named);
  const keyed = await askWhole(user, id, { text: 'Another.' }, key);
  const keyedAgain = await askWhole(user, id, { text: 'Another.' }, key);
  const streamed = await wholeOf(await ask(user, id, named));

  expect([first.status, first.body]).toMatchObject([
    200,
    { turn: { status: 'completed', billing: 'free', modelId: 'main|model-a' }, message: { role: 'assistant', seq: 2 } },
  ]);
  expect([again.body, keyedAgain.body]).toEqual([first.body, keyed.body]);
  expect(keyed.body.turn.id).not.toBe(first.body.turn.id);
  expect(streamed.message).toMatchObject({ parts: first.body.message.parts });
  expect([model.calls.length - asked, (await listed(user, id)).length, await usedBy(user)]).toEqual([2, 4, 2]);
});

test('a client that accepts JSON gets the error of a failed turn', async () => {
  const { user, id } = await begun();
  model.answer((_call, response) => void response.writeHead(400).end());

  const { status, body } = await askWhole(user, id);

  expect([status, body.error.code, await usedBy(user)]).toEqual([502, 'PROVIDER_BAD_REQUEST', 0]);
});

test('a second connection can follow a running answer from its start; once it ends there is nothing to follow', async () => {
  const { user, id } = await begun();
  const half = halfway();
  const first = await ask(user, id);
  await heardHalf(first);

  const second = await follow(user, id);
  await heardHalf(second);
  expect((await user.post<ErrorAnswer>(messagesAt(id), { text: 'More.' })).body.error.code).toBe('TURN_IN_PROGRESS');
  first.leave();
  half.end();

  const { message } = await wholeOf(second);
  expect([second.said(), message?.parts]).toMatchObject([ANSWER, (await listed(user, id))[0]?.parts]);
  expect((await user.get(at(id, '/stream'))).status).toBe(204);
});

test("asked for due checks, it reads them as its user and streams them, and reads no one else's deals", async () => {
  const { user, id } = await begun();
  const stranger = await stack.signUp();
  const { body: hidden } = await stranger.post<{ id: string }>('/api/deals', { name: 'Of another user' });
  const { body: deal } = await user.post<{ id: string }>('/api/deals', { name: 'Kiteline spring' });
  await user.post(`/api/deals/${deal.id}/videos`, { url: 'https://youtu.be/aaaaaaaaaaa', postDate: '2026-01-01' });
  const call = (name: string, input: object) => ({ id: 'same', name, arguments: JSON.stringify(input) });
  model.answer(({ body }, response) => {
    const results = body.messages.flatMap(({ role, content }) => (role === 'tool' ? content : []));
    if (results.length === 0)
      return callTools(response, call('deals_due_views', {}), call('deals_get', { dealId: hidden.id }));
    const [, name] = /"dealName":"([^"]+)"/.exec(results[0] ?? '') ?? [];
    return say(response, `${name} is due; the other deal: ${/[A-Z]+_[A-Z]+/.exec(results[1] ?? '')?.[0]}.`);
  });

  const stream = await ask(user, id);
  const { events, message } = await wholeOf(stream);

  expect(stream.said()).toBe('Kiteline spring is due; the other deal: NOT_FOUND.');
  const types = events.map(({ type }) => type);
  expect(types.filter((type) => type.startsWith('tool-')).toSorted()).toEqual([
    'tool-input-available',
    'tool-input-available',
    'tool-input-start',
    'tool-input-start',
    'tool-output-available',
    'tool-output-error',
  ]);
  const parts = (await listed(user, id))[0]?.parts ?? [];
  expect(JSON.parse(JSON.stringify(message?.parts))).toEqual(parts);
  const refused = await user.get<ErrorAnswer>(`/api/deals/${hidden.id}`);
  expect(refused.status).toBe(404);
  expect(parts.filter(({ type }) => type === 'dynamic-tool')).toMatchObject([
    { toolName: 'deals.due_views', state: 'output-available', output: { items: [{ dealId: deal.id }], total: 1 } },
    { toolName: 'deals.get', state: 'output-error', errorText: `NOT_FOUND: ${refused.body.error.message}` },
  ]);
  const { body: listing } = await user.get<AnswerOf<'copilot.list_tools'>>('/api/copilot/tools');
  expect(listing.tools).toContainEqual({ name: 'deals.due_views', tier: 0, approval: 'automatic', origin: 'builtin' });
});

test('a user who signs out during a lookup gets no further step', async () => {
  const { user, id } = await begun();
  const asked = model.calls.length;
  model.answer(async (_call, response) => {
    await user.post('/api/auth/logout', {});
    callTools(response, { id: 'c', name: 'deals_due_views', arguments: '{}' });
  });

  await (
    await ask(user, id)
  ).end;

  const again = await stack.signIn({ email: user.email, password: user.password });
  await eventually(async () => expect(await activeIn(again, id)).toBeNull());
  const [answer] = await listed(again, id);
  expect([answer?.turnStatus, model.calls.length - asked]).toEqual(['stopped', 1]);
});

test('an answer can be stopped and retried', async () => {
  const { user, id } = await begun();
  halfway();
  const stopped = await ask(user, id);
  await heardHalf(stopped);

  const answer = await user.post<{ turn: { status: string } | null }>(at(id, '/stop'), {});

  expect([answer.status, answer.body.turn?.status]).toEqual([202, 'running']);
  expect((await wholeOf(stopped)).events.at(-1)?.type).toBe('abort');
  expect((await user.post(at(id, '/stop'), {})).body).toEqual({ turn: null });
  model.answer((_call, response) => say(response, ANSWER));
  const retried = await retry(user, id);
  await wholeOf(retried);
  expect(retried.said()).toBe(ANSWER);
  expect((await listed(user, id)).map(({ role }) => role)).toEqual(['assistant', 'assistant', 'user']);
  expect((await user.post<ErrorAnswer>(at(id, '/retry'), {})).body.error.code).toBe('CONFLICT');
});

test('during maintenance no turn starts, and running turns complete', async () => {
  const { user, id } = await begun();
  const admin = await stack.signInAsAdmin();
  const half = halfway();
  const stream = await ask(user, id);
  await heardHalf(stream);

  await admin.put('/api/admin/settings', { maintenanceMode: true });
  const refused = await user.post<ErrorAnswer>(messagesAt(await converse(admin)), { text: QUESTION });
  half.end();
  await wholeOf(stream);
  await admin.put('/api/admin/settings', { maintenanceMode: false });

  expect([refused.status, refused.body.error.code]).toEqual([503, 'MAINTENANCE']);
  expect(stream.said()).toBe(ANSWER);
});

test('a turn beyond the daily limit is refused with the reset time, and a failed turn does not count', async () => {
  const { user, id } = await begun();
  model.answer((_call, response) => void response.writeHead(400).end(`{"error":{"message":"${ANSWER}"}}`));
  const failing = await ask(user, id);
  const failed = await wholeOf(failing);
  model.answer((_call, response) => say(response, ANSWER));
  for (let turn = 0; turn < LIMIT; turn += 1) expect((await askWhole(user, id)).status).toBe(200);

  const refused = await askWhole(user, id);

  expect(failed.events.slice(-3)).toMatchObject([
    { type: 'data-error', data: { code: 'PROVIDER_BAD_REQUEST', requestId: failing.headers.get('x-request-id') } },
    { type: 'error', errorText: expect.not.stringContaining(ANSWER) },
    { type: 'finish', finishReason: 'error' },
  ]);
  const { free } = (await user.get<Usage>('/api/copilot/usage')).body;
  expect(free).toMatchObject({ limit: LIMIT, used: LIMIT, remaining: 0, unlimited: false });
  const { resetAt } = free;
  expect(refused.status).toBe(429);
  expect(refused.body.error).toMatchObject({ code: 'FREE_DAILY_LIMIT_REACHED', limit: LIMIT, used: LIMIT, resetAt });
  const seconds = (Date.parse(resetAt) - Date.now()) / 1_000;
  expect(Math.abs(Number(refused.headers.get('retry-after')) - seconds)).toBeLessThan(30);
});

test.each([
  ['killed', 'SIGKILL', 'broken'],
  ['told to stop', 'SIGTERM', 'ended'],
] as const)(
  'with the gateway %s mid-answer, a follower gets the rest, and the whole answer is stored',
  async (_how, signal, end) => {
    const { user, id } = await begun();
    const half = halfway();
    const broken = await ask(user, id);
    await heardHalf(broken);
    await keepTurnsRunning(stack.databaseAdminUrl);

    stack.kill('gateway', signal);
    expect([await broken.end, broken.text().includes('[DONE]')]).toEqual([end, false]);
    const followed = await eventually(async () => {
      const stream = await follow(user, id);
      expect(stream.status).toBe(200);
      return stream;
    }, 120_000);
    half.end();

    const { message } = await wholeOf(followed);
    expect([followed.said(), message?.parts]).toMatchObject([ANSWER, (await listed(user, id))[0]?.parts]);
    expect(await usedBy(user)).toBe(1);
  },
);

test('a copilot killed mid-answer fails the turn with a code, does not count it, and allows a retry', async () => {
  const { user, id } = await begun();
  const half = halfway();
  const named = { text: QUESTION, clientMessageId: 'm-1' };
  const broken = await ask(user, id, named);
  await heardHalf(broken);
  expect(await usedBy(user)).toBe(1);

  stack.kill('copilot', 'SIGKILL');
  expect([await broken.end, broken.text().includes('[DONE]')]).toEqual(['ended', false]);
  half.end();
  await endTurnLeases(stack.databaseAdminUrl);
  await eventually(async () => expect(await activeIn(user, id)).toBeNull());

  // A restarted process may need a second try.
  const ended = await eventually(async () => wholeOf(await ask(user, id, named)));
  expect(ended.events).toContainEqual(
    expect.objectContaining({ type: 'data-error', data: { code: 'SERVER_RESTARTED', requestId: expect.any(String) } }),
  );
  expect(await usedBy(user)).toBe(0);
  const retried = await retry(user, id);
  await wholeOf(retried);
  expect([retried.said(), await usedBy(user)]).toEqual([ANSWER, 1]);
});

test('deleting the account deletes its conversations, and no log holds messages or secrets', async () => {
  const { user, id } = await begun();
  await user.put('/api/copilot/config', { model: 'main|model-a' });
  await askWhole(user, id);
  const tables = [
    'conversations',
    'turns',
    'tool_calls',
    'messages',
    'copilot_configs',
    'copilot_consents',
    'daily_usage',
  ];
  const kept = () =>
    dumpTables(
      stack.databaseAdminUrl,
      tables.map((name) => `memory.${name}`),
    );
  expect(await kept()).toContain(id);
  const before = await user.get<List<object>>('/api/copilot/conversations');
  expect(before.body.total).toBe(1);

  expect((await user.delete('/api/auth/account', { body: { password: user.password } })).status).toBe(204);

  await eventually(async () => {
    const rows = await kept();
    expect([id, user.userId].filter((each) => rows.includes(each))).toEqual([]);
  });
  const logs = PROCESS_NAMES.map((name) => readFileSync(stack.logFile(name), 'utf8')).join('\n');
  expect(logs).toContain('a turn of the copilot failed');
  for (const secret of [KEY, 'no-log-has', 'a-log-may-repeat']) expect(logs).not.toContain(secret);
});

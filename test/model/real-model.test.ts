/** Tests the copilot with a real model; answers are judged by their form, because their words vary. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import { type OfflineModel, startOfflineModel } from '@svc/scripts/offline-model/start-offline-model';
import { z } from 'zod';
import { type OwnStack, startOwnStack } from '../own-stack.ts';
import type { Session } from '../stack.ts';
import type { AnswerOf, ErrorAnswer } from '../system/answers.ts';
import { openStream, type Stream, wholeOf } from '../system/copilot/copilot-talk.ts';

let model: OfflineModel;
let stack: OwnStack;

beforeAll(async () => {
  model = await startOfflineModel('--real');
  stack = await startOwnStack('settings', { environment: { COPILOT_FREE_POOL_JSON: model.pool } });
});

afterAll(async () => {
  await stack?.stop();
  await model?.stop();
});

const ToolCall = z.object({ function: z.object({ name: z.string(), arguments: z.string() }) });
const Completion = z.object({
  choices: z.array(z.object({ finish_reason: z.string(), message: z.object({ tool_calls: z.array(ToolCall) }) })),
});

interface Talk {
  readonly user: Session;
  /** Path of the conversation. */
  readonly at: string;
}

/** A user who has consented, in a new conversation. */
async function begin(): Promise<Talk> {
  const user = await stack.signUp();
  const { body: config } = await user.get<AnswerOf<'copilot.get_config'>>('/api/copilot/config');
  await user.post('/api/copilot/consent', { scope: 'free', version: config.requiredConsentVersion, granted: true });
  const { body } = await user.post<AnswerOf<'copilot.get_conversation'>>('/api/copilot/conversations', {});
  return { user, at: `/api/copilot/conversations/${body.id}` };
}

const ask = ({ user, at }: Talk, text: string): Promise<Stream> =>
  openStream(stack.gatewayUrl, 'POST', `${at}/messages`, { token: user.token, body: { text } });

const usageOf = async ({ user }: Talk) => {
  const { body } = await user.get<AnswerOf<'copilot.get_usage'>>('/api/copilot/usage');
  return body.history.at(-1);
};

test('an answer streams in pieces, and its tokens are counted', async () => {
  const talk = await begin();

  const stream = await ask(talk, 'Say hello in one short sentence.');
  const { events } = await wholeOf(stream);

  expect(stream.said()).not.toBe('');
  expect(events.filter(({ type }) => type === 'text-delta').length).toBeGreaterThan(1);
  expect(events.at(-1)).toMatchObject({ type: 'finish', finishReason: expect.not.stringContaining('error') });
  const { promptTokens = 0, completionTokens = 0 } = (await usageOf(talk)) ?? {};
  expect([promptTokens > 0, completionTokens > 0]).toEqual([true, true]);
});

test('stopping an answer frees the model for the next one', async () => {
  const talk = await begin();
  const stream = await ask(talk, 'Tell me a very long story about a fox.');
  await eventually(() => expect(stream.said()).not.toBe(''));

  const { status } = await talk.user.post(`${talk.at}/stop`, {});

  expect([status, (await wholeOf(stream)).events.at(-1)?.type]).toEqual([202, 'abort']);
  const next = await ask(talk, 'Say hello in one short sentence.');
  expect((await wholeOf(next)).events.at(-1)?.type).toBe('finish');
});

test('a conversation too long for the model is refused with a specific code', async () => {
  const { user, at } = await begin();

  const { status, body } = await user.post<ErrorAnswer>(
    `${at}/messages`,
    { text: '1 2 3 4 '.repeat(1_000) },
    { headers: { accept: 'application/json' } },
  );

  expect([status, body.error.code]).toEqual([422, 'CONTEXT_TOO_LONG']);
});

test('a direct client of the model gets the tool call it demands, with arguments of its schema', async () => {
  const [{ baseUrl }] = JSON.parse(model.pool) as [{ baseUrl: string }];
  const properties = {
    until: { type: 'string', format: 'date' },
    count: { type: 'integer' },
    note: { type: 'string' },
  };
  const parameters = { type: 'object', properties, required: ['until', 'count'] };
  const tools = ['first', 'second'].map((name) => ({ type: 'function', function: { name, parameters } }));

  const response = await fetch(`${baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      messages: [{ role: 'user', content: 'What is due?' }],
      tools,
      tool_choice: { type: 'function', function: { name: 'second' } },
    }),
  });

  const { choices } = Completion.parse(await response.json());
  expect(choices).toMatchObject([
    { finish_reason: 'tool_calls', message: { tool_calls: [{ function: { name: 'second' } }] } },
  ]);
  expect(JSON.parse(choices[0]?.message.tool_calls[0]?.function.arguments ?? '')).toEqual({
    until: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
    count: expect.any(Number),
  });
});

/** The model of `npm run offline-model`, as the copilot uses it. */
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type OfflineModel, startOfflineModel } from '@svc/scripts/offline-model/start-offline-model';
import { FreePool } from '@svc/topology/free-pool';
import { resultBlock } from '../tools/tool-result.js';
import { askModel, MODEL_TIMES } from './ask-model.js';
import { listPoolModels, type RotatingModel } from './pool-models.js';
import { NO_TOOLS } from './prompt-message.js';

let offline: OfflineModel;
let model: RotatingModel;

beforeAll(async () => {
  offline = await startOfflineModel();
  [model] = listPoolModels(FreePool.parse(offline.pool), {}) as [RotatingModel];
});

afterAll(async () => {
  expect(await offline.stop()).toBe(0);
});

const OPTIONS = { signal: new AbortController().signal, times: MODEL_TIMES, offered: NO_TOOLS };

/** The pieces of an answer to a question, and the usage. */
async function ask(text: string) {
  const pieces: string[] = [];
  const answer = askModel(model, [{ role: 'user', text }], OPTIONS);
  for (let next = await answer.next(); ; next = await answer.next()) {
    if (next.done === true) return { pieces, said: pieces.join(''), usage: next.value };
    if (next.value.kind !== 'call') pieces.push(next.value.delta);
  }
}

const post = (body: string, path = '/chat/completions') =>
  fetch(`${model.baseUrl}${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });

test('it greets, says what it can answer, and admits what it cannot, always in the same words', async () => {
  const [greeting, abilities, unknown] = await Promise.all(['Hello!', 'What can you do?', 'Who won in 1974?'].map(ask));

  expect(greeting?.said).toMatch(/^Hello! I'm the offline model\./);
  expect(greeting?.usage).toMatchObject({ promptTokens: expect.any(Number), completionTokens: expect.any(Number) });
  expect(greeting?.usage.completionTokens).toBeGreaterThan(0);
  for (const answer of [abilities, unknown]) expect(answer?.said).toContain('"Explain how a deal works"');
  expect((await ask('Hello!')).said).toBe(greeting?.said);
});

test('a long answer comes word by word, and can be stopped midway', async () => {
  const answer = askModel(model, [{ role: 'user', text: 'Explain how a deal works' }], OPTIONS);

  expect([(await answer.next()).value, (await answer.next()).value]).toEqual([
    { kind: 'text', delta: 'A' },
    { kind: 'text', delta: ' sponsored-content' },
  ]);

  await answer.return({ promptTokens: 0, completionTokens: 0 });
  expect((await ask('Hello!')).pieces.length).toBeGreaterThan(5);
});

test('"What is due?" calls the tool that lists due view checks, and words its result', async () => {
  const provider = createOpenAICompatible({ name: 'offline', baseURL: model.baseUrl, includeUsage: true });
  const parameters = { type: 'object', properties: {} } as const;
  const question = { role: 'user' as const, content: [{ type: 'text' as const, text: 'What is due?' }] };
  const tools = ['deals_list', 'deals_due_views'].map((name) => ({
    type: 'function' as const,
    name,
    inputSchema: parameters,
  }));

  const { content, finishReason } = await provider.chatModel(model.name).doGenerate({ prompt: [question], tools });
  const { stream } = await provider.chatModel(model.name).doStream({ prompt: [question], tools });
  const parts: unknown[] = [];
  for await (const part of stream) parts.push(part);

  const call = { type: 'tool-call', toolName: 'deals_due_views', input: '{}' };
  expect([content, finishReason.unified]).toEqual([[expect.objectContaining(call)], 'tool-calls']);
  expect(parts).toContainEqual(expect.objectContaining(call));
  const due = {
    items: [{ dealName: 'Spring launch', dueDate: '2026-01-12', videoUrl: 'https://youtu.be/a', lastValue: 12_000 }],
  };
  const output = { type: 'text' as const, value: resultBlock('deals.due_views', due, '3f9c11aa') };
  const toolCallId = 'call-1';
  const toolName = 'deals_due_views';
  const worded = await provider.chatModel(model.name).doGenerate({
    tools,
    prompt: [
      question,
      { role: 'assistant', content: [{ type: 'tool-call', toolCallId, toolName, input: {} }] },
      { role: 'tool', content: [{ type: 'tool-result', toolCallId, toolName, output }] },
    ],
  });
  expect(worded.content).toEqual([
    {
      type: 'text',
      text: 'One check is due:\n\n- Spring launch, due 2026-01-12, last count 12,000: https://youtu.be/a',
    },
  ]);
  expect((await ask('What is due?')).said).toContain("I can't do that");
});

/** Its tool calls and texts, given these tool results one after the other. */
async function work(text: string, ...answers: readonly object[]) {
  const provider = createOpenAICompatible({ name: 'offline', baseURL: model.baseUrl, includeUsage: true });
  const names = ['tools_load', 'deals_due_views', 'deals_list', 'deals_add_view_log', 'deals_delete', 'tasks_create'];
  const inputSchema = { type: 'object', properties: {} } as const;
  const tools = names.map((name) => ({ type: 'function' as const, name, inputSchema }));
  const prompt: Parameters<ReturnType<typeof provider.chatModel>['doGenerate']>[0]['prompt'] = [
    { role: 'user', content: [{ type: 'text', text }] },
  ];
  const done: unknown[] = [];
  for (const answer of [...answers, undefined]) {
    const [piece] = (await provider.chatModel(model.name).doGenerate({ prompt, tools })).content;
    if (piece?.type === 'text') return [...done, piece.text];
    if (piece?.type !== 'tool-call' || !answer) throw new Error(`An answer is missing: ${JSON.stringify(piece)}`);
    const { toolCallId, toolName, input } = piece;
    done.push([toolName, JSON.parse(input)]);
    const output = { type: 'text' as const, value: resultBlock(toolName, answer, '3f9c11aa') };
    prompt.push(
      { role: 'assistant', content: [{ type: 'tool-call', toolCallId, toolName, input: JSON.parse(input) }] },
      { role: 'tool', content: [{ type: 'tool-result', toolCallId, toolName, output }] },
    );
  }
  return done;
}

test("it performs the tour's requests, based on tool results, and reports failures", async () => {
  const due = { items: [{ dealId: 'd1', videoId: 'v1', dealName: 'Spring launch', dueDate: '2026-01-12' }] };
  const deals = { items: [{ id: 'd1', name: 'Spring launch' }] };
  const denied = { error: { code: 'DENIED_BY_USER', message: 'Denied by the user.' } };

  expect(await work('Add 12 000 views to the first', due, {})).toEqual([
    ['deals_due_views', {}],
    ['deals_add_view_log', { dealId: 'd1', videoId: 'v1', value: 12_000 }],
    'I added 12,000 views to a video of Spring launch.',
  ]);
  expect(await work('Add 12,000 views to the first', { items: [] })).toEqual([
    ['deals_due_views', {}],
    'Nothing is due, so I have no video to add views to.',
  ]);
  expect(await work('Remind me to send the invoice.', {})).toEqual([
    ['tasks_create', { title: 'Send the invoice' }],
    'I added it to your tasks.',
  ]);
  expect(await work('Delete that deal', {}, deals, denied)).toEqual([
    ['tools_load', { family: 'deals' }],
    ['deals_list', { limit: 1 }],
    ['deals_delete', { dealId: 'd1' }],
    'That was not done: Denied by the user.',
  ]);
});

test("it reports its name, and answers bad requests with OpenAI's error format", async () => {
  const models = (await (await fetch(`${model.baseUrl}/models`)).json()) as object;
  expect(models).toMatchObject({ object: 'list', data: [{ id: model.name, object: 'model' }] });
  const bodies = [
    '{"messages":',
    '{}',
    '{"messages":[]}',
    '[]',
    'null',
    '{"messages":[{"role":"king","content":"x"}]}',
  ];
  const huge = JSON.stringify({ messages: [{ role: 'user', content: 'x'.repeat(5_000_000) }] });

  const answers = await Promise.all([...bodies.map((body) => post(body)), post(huge), post('{}', '/nowhere')]);

  expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400, 400, 413, 404]);
  for (const answer of answers) {
    const error = {
      message: expect.stringMatching(/\.$/),
      type: 'invalid_request_error',
      code: expect.any(String),
    };
    expect(await answer.json()).toMatchObject({ error });
  }
  expect((await fetch(`${model.baseUrl}/chat/completions`)).status).toBe(405);
});

/** Runs every adapter, as the copilot uses it, against a server that responds like its provider. */
import { LLMock } from '@copilotkit/aimock';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { createGuardedFetch } from '../outbound/guarded-fetch.js';
import { startModelServer } from '../testing/model-server.js';
import { type AnswerPiece, askModel, type CalledTool, MODEL_TIMES } from './ask-model.js';
import { createProviderFetch } from './fetch-from-provider.js';
import { ModelFault } from './model-failure.js';
import type { Adapter } from './open-stream.js';
import { NO_TOOLS, type OfferedTools, type PromptMessage } from './prompt-message.js';

const KEY = 'sk-of-the-user';
const NAMES = ['OPENAI_API_KEY', 'OPENAI_BASE_URL', 'ANTHROPIC_API_KEY', 'ANTHROPIC_BASE_URL'] as const;
const before = Object.fromEntries(NAMES.map((name) => [name, process.env[name]]));
const OFFERED: OfferedTools = {
  tools: [{ name: 'deals_due_views', description: 'Due views', inputSchema: { type: 'object', properties: {} } }],
  isClosed: false,
};

let provider: LLMock;
let elsewhere: LLMock;
let guarded: ReturnType<typeof createGuardedFetch>;

beforeAll(async () => {
  [provider, elsewhere] = [new LLMock({ port: 0 }), new LLMock({ port: 0 })];
  await Promise.all([provider.start(), elsewhere.start()]);
  provider.onMessage('What is due?', {
    toolCalls: [{ name: 'deals_due_views', arguments: '{"limit":5}' }],
  });
  provider.onMessage('Hello', { content: 'Two videos are due today.' });
  guarded = createGuardedFetch({ allowed: new Set([new URL(provider.url).host]), ownHosts: new Set() });
  for (const name of NAMES) process.env[name] = name.endsWith('KEY') ? 'sk-of-the-environment' : elsewhere.url;
});

beforeEach(() => provider.clearRequests());

afterAll(async () => {
  for (const [name, value] of Object.entries(before)) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
  await guarded?.close();
  await Promise.all([provider?.stop(), elsewhere?.stop()]);
});

async function ask(adapter: Adapter, said: readonly PromptMessage[], offered: OfferedTools) {
  const baseUrl = `${provider.url}/${adapter === 'google' ? 'v1beta' : 'v1'}`;
  const model = {
    name: 'model-a',
    lane: 'own',
    baseUrl,
    apiKey: KEY,
    adapter,
    fetch: createProviderFetch(guarded.fetch),
  };
  const pieces: (AnswerPiece | CalledTool)[] = [];
  const answer = askModel(model, said, { signal: new AbortController().signal, times: MODEL_TIMES, offered });
  for await (const piece of answer) pieces.push(piece);
  return pieces;
}

const ADAPTERS: readonly Adapter[] = ['compatible', 'openai', 'anthropic', 'google'];

test.each(ADAPTERS)("%s streams words, with the user's key and none from the environment", async (adapter) => {
  const pieces = await ask(adapter, [{ role: 'user', text: 'Hello' }], NO_TOOLS);

  expect(pieces.map((piece) => (piece.kind === 'text' ? piece.delta : '?')).join('')).toBe('Two videos are due today.');
  expect(pieces.length).toBeGreaterThan(1);
  expect(JSON.stringify(provider.getLastRequest()?.headers)).not.toContain('sk-of-the-environment');
  expect(elsewhere.getRequests()).toEqual([]);
});

test.each(ADAPTERS)('%s streams a tool call, after earlier messages', async (adapter) => {
  const said: PromptMessage[] = [
    { role: 'system', text: 'You are the copilot.' },
    { role: 'user', text: 'What is there?' },
    { role: 'assistant', text: '', calls: [{ id: 'call-1', name: 'deals_due_views', input: {} }] },
    { role: 'tool', results: [{ id: 'call-1', name: 'deals_due_views', text: '{"items":[]}' }] },
    { role: 'assistant', text: 'Nothing.' },
    { role: 'user', text: 'What is due?' },
  ];

  expect(await ask(adapter, said, OFFERED)).toEqual([{ kind: 'call', name: 'deals_due_views', input: '{"limit":5}' }]);
  expect(JSON.stringify(provider.getLastRequest()?.body)).toContain('items');
});

test("requests in OpenAI's own protocol ask not to be stored, and the key is sent only to its host", async () => {
  const server = await startModelServer();
  server.answer((_call, response) => void response.writeHead(400).end('{}'));
  try {
    const { host } = new URL(server.baseUrl);
    const own = createGuardedFetch({ allowed: new Set([host]), ownHosts: new Set() });
    const model = {
      name: 'model-a',
      lane: 'own',
      baseUrl: server.baseUrl,
      apiKey: KEY,
      adapter: 'openai',
      fetch: own.fetch,
    } as const;
    const options = { signal: new AbortController().signal, times: MODEL_TIMES, offered: NO_TOOLS };
    await expect(askModel(model, [{ role: 'user', text: 'Hello' }], options).next()).rejects.toThrow(ModelFault);
    await own.close();

    expect(server.calls).toMatchObject([{ authorization: `Bearer ${KEY}`, body: { store: false } }]);
  } finally {
    await server.stop();
  }
});

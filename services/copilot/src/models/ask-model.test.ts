import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { FreePool } from '@svc/topology/free-pool';
import { type ModelServer, startModelServer } from '../testing/model-server.js';
import { askModel, MODEL_TIMES } from './ask-model.js';
import { listPoolModels } from './pool-models.js';
import { NO_TOOLS } from './prompt-message.js';

const NAMES = ['OPENAI_API_KEY', 'OPENAI_BASE_URL'] as const;
const before = NAMES.map((name) => [name, process.env[name]] as const);

let model: ModelServer;
let other: ModelServer;

beforeAll(async () => {
  [model, other] = await Promise.all([startModelServer(), startModelServer()]);
});

afterEach(() => {
  for (const [name, value] of before) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
});

afterAll(async () => {
  await model?.stop();
  await other?.stop();
});

test.each([
  ['a key of its own', 'main', 'Bearer sk-of-the-pool'],
  ['none', undefined, 'Bearer none'],
])('key and address of a lane with %s never come from the environment', async (_case, key, authorization) => {
  Object.assign(process.env, { OPENAI_API_KEY: 'sk-of-the-environment', OPENAI_BASE_URL: other.baseUrl });
  const models = [{ id: 'model-a', contextTokens: 8_192, supportsTools: false }];
  const lane = { id: 'test', baseUrl: model.baseUrl, models, ...(key === undefined ? {} : { key }) };
  const [chosen] = listPoolModels(FreePool.parse(JSON.stringify([lane])), { main: 'sk-of-the-pool' });
  if (!chosen) throw new Error('The pool has no model.');

  const answer = askModel(chosen, [{ role: 'user', text: 'What is due?' }], {
    signal: new AbortController().signal,
    times: MODEL_TIMES,
    offered: NO_TOOLS,
  });
  let said = '';
  for await (const piece of answer) said += piece.kind === 'call' ? '' : piece.delta;

  expect([said, model.calls.at(-1)?.authorization, other.calls]).toEqual(['Hello.', authorization, []]);
});

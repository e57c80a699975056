import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { v7 as newId } from 'uuid';
import { createAssertionVerifier } from '../assertions/verify-assertion.js';
import { type CallContext, runInCall } from '../calls/call-context.js';
import { appError } from '../errors/app-error.js';
import { createPool, type Pool } from '../postgres/pool.js';
import { echoMethod } from '../testing/echo-service.js';
import { createServiceDatabase, type ServiceDatabase, silentLog } from '../testing/service-database.js';
import { testUser } from '../testing/test-service.js';
import type { MethodRule } from './methods.js';
import { GrpcServer, type ServiceHandlers } from './server.js';
import { serverCall } from './server-call.js';
import { createWrite, dryRunOf, type Write, type WriteHandler } from './write.js';

const ADD = echoMethod('Add');
const ISSUE = echoMethod('Issue');
const RULE: MethodRule = {
  public: false,
  admin: false,
  agentScopes: [],
  services: [],
  readOnly: false,
  ignoresIdempotencyKey: false,
};
const METHODS = { [ADD.path]: RULE, [ISSUE.path]: { ...RULE, ignoresIdempotencyKey: true } };

let database: ServiceDatabase;
let pool: Pool;
let write: Write;
let steps: string[];

beforeAll(async () => {
  database = await createServiceDatabase();
  pool = createPool({ connectionString: database.url, max: 5, applicationName: 'tests', log: silentLog });
  write = createWrite({ pool, toolCalls: null }, METHODS);
});

beforeEach(() => {
  steps = [];
});

afterAll(async () => {
  await pool?.end();
  await database?.drop();
});

function call(handler: WriteHandler<object, object>, idempotencyKey: string): Promise<object> {
  const context: CallContext = {
    requestId: 'r',
    principal: USER,
    idempotencyKey,
    deadline: Date.now() + 10_000,
    signal: new AbortController().signal,
  };
  return runInCall(context, () => handler({}, serverCall(context)));
}

const USER = testUser();

const inSteps = (method: typeof ADD) =>
  write(method, {
    before: async () => {
      steps.push('before');
      return 'prepared';
    },
    work: async (_tx, _request, { user }, prepared) => {
      steps.push(`work with what was ${prepared}`);
      return { userId: user.userId, count: steps.length };
    },
    after: async () => void steps.push('after'),
  });

test('a write runs before, work and after; a repetition gets the stored answer once `after` has run', async () => {
  const [handler, key] = [inSteps(ADD), newId()];

  const answers = [await call(handler, key), await call(handler, key)];

  expect(answers).toEqual([answers[0], answers[0]]);
  expect(steps).toEqual(['before', 'work with what was prepared', 'after', 'after']);
});

test('a method that ignores keys runs again, and no answer is stored', async () => {
  const [handler, key] = [inSteps(ISSUE), newId()];
  const kept = async () => (await pool.query(`select 1 from idempotency_answers`)).rows.length;
  const before = await kept();

  const answers = [await call(handler, key), await call(handler, key)];

  expect(answers).toMatchObject([{ count: 2 }, { count: 5 }]);
  expect(await kept()).toBe(before);
});

test('a write that fails before its transaction stores nothing, and its key can be reused', async () => {
  const key = newId();
  const refused = write(ADD, {
    before: async () => {
      throw appError('RATE_LIMITED', 'Wait.');
    },
    work: async () => ({}),
  });

  await expect(call(refused, key)).rejects.toMatchObject({ kind: 'rate_limited' });

  expect(await call(inSteps(ADD), key)).toMatchObject({ count: 2 });
});

test('a repetition refused because the first call has just finished gets the first answer', async () => {
  const key = newId();
  const handler = write(ADD, {
    before: async () => {
      if (steps.push('before') === 1) return;
      await call(first, key);
      throw appError('NOT_FOUND', 'There is nothing left to delete.');
    },
    work: async () => ({ deleted: true }),
  });
  const first = write(ADD, async () => ({ deleted: true }));
  steps.push('before');

  expect(await call(handler, key)).toEqual({ deleted: true });
});

test.each([
  [
    'a plain handler of a method that changes something',
    {},
    () => async () => ({}),
    'write() did not make its handler',
  ],
  ['a plain handler of a method that is in no table', undefined, () => async () => ({}), 'did not make its handler'],
  [
    'a write for another method',
    {},
    () => write(ISSUE, async () => ({})),
    'made by write() for /test.v1.EchoService/Issue',
  ],
  [
    'a write that is marked as reading',
    { readOnly: true },
    () => write(ADD, async () => ({})),
    'marked as reading only',
  ],
])('no server starts with %s', (_case, rule, handlerOf, message) => {
  const methods = rule === undefined ? {} : { [ADD.path]: { ...RULE, ...rule } };

  expect(() => add(methods, handlerOf())).toThrow(message);
});

test.each([
  ['a write', {}, () => write(ADD, async () => ({}))],
  ['a plain handler that reads', { readOnly: true }, () => async () => ({})],
  ['a plain handler of a public method', { public: true }, () => async () => ({})],
  ['a plain handler of a method for services', { services: ['deal'] }, () => async () => ({})],
])('a server accepts %s', (_case, rule, handlerOf) => {
  expect(() => add({ [ADD.path]: { ...RULE, ...rule } }, handlerOf())).not.toThrow();
});

function add(methods: Record<string, MethodRule>, handler: ServiceHandlers<{ add: typeof ADD }>['add']): void {
  const server = new GrpcServer({ methods, verify: createAssertionVerifier('test', async () => []), log: silentLog });
  server.add({ add: ADD }, { add: handler });
}

test('a write with steps around its transaction has no dry run', () => {
  expect(dryRunOf(inSteps(ADD))).toBeUndefined();
});

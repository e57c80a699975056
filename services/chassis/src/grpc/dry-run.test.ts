import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Principal } from '../calls/principal.js';
import { appError } from '../errors/app-error.js';
import { createPool, type Pool } from '../postgres/pool.js';
import { inTransaction, type Tx } from '../postgres/transaction.js';
import { echoMethod } from '../testing/echo-service.js';
import { createServiceDatabase, type ServiceDatabase, silentLog } from '../testing/service-database.js';
import { testAgent, testUser } from '../testing/test-service.js';
import type { MethodRule } from './methods.js';
import { GrpcServer } from './server.js';
import { serverCall } from './server-call.js';
import { createWrite } from './write.js';

const RULE: MethodRule = {
  public: false,
  admin: false,
  agentScopes: ['svc.write.sensitive'],
  services: [],
  readOnly: false,
  ignoresIdempotencyKey: false,
  sensitive: 'write',
};
const PAY = echoMethod('Pay');
const READ = echoMethod('Read');
const PURGE = echoMethod('Purge');
const METHODS = {
  [PAY.path]: RULE,
  [READ.path]: { ...RULE, readOnly: true },
  [PURGE.path]: { ...RULE, services: ['identity'] },
};

let database: ServiceDatabase;
let pool: Pool;
let server: GrpcServer;
let received: object[];

beforeAll(async () => {
  database = await createServiceDatabase();
  pool = createPool({ connectionString: database.url, max: 2, applicationName: 'tests', log: silentLog });
  await pool.query('create table payments (amount int)');
  const write = createWrite({ pool, toolCalls: null }, METHODS);
  const insert = async (tx: Tx, request: { amount?: number }): Promise<object> => {
    received.push(request);
    await tx.query('insert into payments values ($1)', [request.amount]);
    if ((request.amount ?? 0) < 0) throw appError('VALIDATION_ERROR', 'Negative.');
    return {};
  };
  server = new GrpcServer({ methods: METHODS, verify: () => Promise.reject(new Error('not called')), log: silentLog });
  server.add({ pay: PAY, read: READ }, { pay: write(PAY, insert), read: async () => ({}) });
  server.add({ purge: PURGE }, { purge: write(PURGE, insert) });
});

beforeEach(() => {
  received = [];
});

afterAll(async () => {
  await pool?.end();
  await database?.drop();
});

function run(principal: Principal | undefined, { path, requestSerialize }: typeof PAY, request: object) {
  const call = {
    requestId: 'r',
    deadline: Date.now() + 10_000,
    signal: new AbortController().signal,
    ...(principal && { principal }),
  };
  return server.dryRun(path, requestSerialize(request), serverCall(call));
}

const AGENT = testAgent({}, ['svc.write.sensitive']);
const UNAPPROVED = { ...AGENT, agent: { ...AGENT.agent, approval: null } };

test('an agent without an approval learns whether the write would succeed, and nothing is committed', async () => {
  expect(await run(UNAPPROVED, PAY, { amount: 5 })).toBe(true);
  await expect(run(UNAPPROVED, PAY, { amount: -5 })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });

  expect(received).toEqual([{ amount: 5 }, { amount: -5 }]);
  expect((await pool.query('select amount from payments')).rows).toEqual([]);
});

test('a dry run does not wait long for a record that another transaction changes', async () => {
  const running = inTransaction(pool, async (tx) => {
    await tx.query('lock table payments');
    await expect(run(testUser(), PAY, { amount: 5 })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  await running;
});

test.each([
  ['an agent without the scope of the method', testAgent({}, ['svc.read']), PAY, 'FORBIDDEN'],
  ['a user, of a method for services', testUser(), PURGE, 'FORBIDDEN'],
  ['a caller without an assertion', undefined, PAY, 'UNAUTHENTICATED'],
] as const)('%s may not make a dry run', async (_who, principal, method, code) => {
  await expect(run(principal, method, { amount: 5 })).rejects.toMatchObject({ code });

  expect(received).toEqual([]);
});

test.each([READ, echoMethod('Unknown')])(
  'a method that does not write, or is not served, is not run',
  async (method) => {
    expect(await run(testUser(), method, {})).toBe(false);
  },
);

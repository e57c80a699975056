/** @lane waiting */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import { begin, finish, type ModelServer, piece, startModelServer } from '@svc/copilot/testing/model-server';
import { callApi } from '@svc/scripts/stack/http';
import type { Session } from '../../stack.ts';
import { openStream, wholeOf } from '../copilot/copilot-talk.ts';
import { createLink } from '../short-links/short-link-visits.ts';
import { whileFrozen } from './freeze.ts';
import { type LoadRequest, startLoad } from './keep-alive-load.ts';
import { type Replica, type ReplicatedStack, startReplicatedStack } from './replicated-stack.ts';
import { connectWorker, startWork } from './work-under-way.ts';

/** Rates while a process stops, with requests in flight, and while one starts, when the machine is busy. */
const REQUESTS_PER_SECOND = { stopping: 200, starting: 40 };

let model: ModelServer;
let all: ReplicatedStack;
let user: Session;
let dealId: string;
let shortId: string;

beforeAll(async () => {
  model = await startModelServer();
  const models = [{ id: 'model-a', label: 'Model A', contextTokens: 8_192 }];
  const environment = { COPILOT_FREE_POOL_JSON: JSON.stringify([{ id: 'main', baseUrl: model.baseUrl, models }]) };
  all = await startReplicatedStack({ redisDatabase: 13, late: 'viewcheck', environment });
  user = await all.stack.signUp();
  ({ id: dealId } = (await user.post<{ id: string }>('/api/deals', { name: 'Deal', promoCode: 'TWO' })).body);
  ({ shortId } = await createLink(user, { url: 'https://example.com/' }));
});

afterAll(async () => {
  await all?.stop();
  await model?.stop();
});

function replica(service: Replica['service'], index: number): Replica {
  const found = all.replicas.filter((each) => each.service === service)[index];
  if (!found) throw new Error(`there is no ${service} ${index}`);
  return found;
}

function callsIn(logFile: string): number {
  return readFileSync(logFile, 'utf8').split('"msg":"rpc"').length - 1;
}

const statusesOf = (answers: readonly { status: number }[]): number[] => answers.map(({ status }) => status);

const ask = (method: string, path: string, body?: unknown) =>
  callApi<unknown>(all.gateways[0] ?? '', method, path, { token: user.token, body });

/** An operation that calls each service. */
const READS = {
  identity: () => '/api/teams',
  deal: () => `/api/deals/${dealId}`,
  viewcheck: () => '/api/deals/due-views',
  shortener: () => '/api/shorten',
};

async function readsGoOn(service: keyof typeof READS): Promise<void> {
  const read = () => ask('GET', READS[service]());
  // Read before the retries: logs are buffered for 200 ms, so the lines of one try may appear during the next.
  const before = callsIn(replica(service, 1).logFile);
  await eventually(async () => {
    await Promise.all(Array.from({ length: 4 }, read));
    expect(callsIn(replica(service, 1).logFile)).toBeGreaterThan(before);
  });
  await whileFrozen(replica(service, 1).pid(), async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, read));
    expect(new Set(statusesOf(answers))).toEqual(new Set([200]));
  });
}

/** A client that sends a request and never reads the response. */
function deafReader(gateway: string, path: string): Promise<Socket> {
  const { hostname, port, host } = new URL(gateway);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => {
      socket.pause();
      socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${user.token}\r\n\r\n`);
      resolve(socket);
    });
    socket.on('error', reject);
  });
}

test('an answer can be followed from its start through the other gateway, despite readers that stall', async () => {
  const rest = Array.from({ length: 300 }, (_each, at) => `${at} ${'words '.repeat(30)}`);
  const held = Promise.withResolvers<void>();
  model.answer(async (_call, response) => {
    begin(response);
    piece(response, 'First, ');
    await held.promise;
    for (const each of rest) piece(response, each);
    finish(response);
  });
  await user.post('/api/copilot/consent', { scope: 'free', version: '2026-01', granted: true });
  const { id } = (await user.post<{ id: string }>('/api/copilot/conversations', {})).body;
  const [gateway = '', other = ''] = all.gateways;
  const at = `/api/copilot/conversations/${id}`;
  const asked = await openStream(gateway, 'POST', `${at}/messages`, { token: user.token, body: { text: 'Tell me.' } });
  await eventually(() => expect(asked.said()).toBe('First, '));
  const deaf = await Promise.all(Array.from({ length: 40 }, () => deafReader(gateway, `${at}/stream`)));
  const followed = await openStream(other, 'GET', `${at}/stream`, { token: user.token });
  await eventually(() => expect(followed.said()).toBe('First, '));
  held.resolve();

  const reads = await Promise.all(Array.from({ length: 10 }, () => ask('GET', READS.deal())));
  const told = [await wholeOf(asked), await wholeOf(followed)];
  for (const socket of deaf) socket.destroy();

  expect(new Set(statusesOf(reads))).toEqual(new Set([200]));
  const whole = ['First, ', ...rest].join('');
  expect([asked.said(), followed.said()]).toEqual([whole, whole]);
  expect(told[1]?.message?.parts).toEqual(told[0]?.message?.parts);
});

test.each(['identity', 'deal', 'shortener'] as const)('reads continue while one %s of two hangs', readsGoOn);

test('a write on a hung replica times out at its deadline, and later writes avoid the replica', async () => {
  const create = (index: number) => ask('POST', '/api/contacts', { name: `Contact ${index}` });

  await whileFrozen(replica('deal', 1).pid(), async () => {
    const underWay = statusesOf(await Promise.all(Array.from({ length: 8 }, (_, index) => create(index))));
    const later = statusesOf(await Promise.all(Array.from({ length: 8 }, (_, index) => create(index))));

    expect(new Set(underWay)).toEqual(new Set([201, 504]));
    expect(new Set(later)).toEqual(new Set([201]));
  });
});

test.each(['gateway', 'identity', 'deal', 'screenshot'] as const)(
  'killing one %s of two during uploads, imports and approved writes runs each exactly once',
  async (service) => {
    const { stack, gateways } = all;
    const agent = await connectWorker(stack, user);
    const work = await startWork(stack, user, agent, gateways);
    await work.begun;
    process.kill(replica(service, 1).pid() ?? 0, 'SIGKILL');

    await work.finish(gateways[0] ?? '');
    await eventually(async () => expect((await fetch(`${gateways[1]}/api/readiness`)).status).toBe(200));
  },
);

test('with one replica of each service hung, uploads, imports and approved writes run exactly once', async () => {
  const { stack, gateways } = all;
  const [gateway = ''] = gateways;
  const agent = await connectWorker(stack, user);
  const [identity, deal, screenshot] = (['identity', 'deal', 'screenshot'] as const).map((service) =>
    replica(service, 1).pid(),
  );
  const work = await startWork(stack, user, agent, [gateway]);
  await work.begun;

  const answers = await whileFrozen(identity, () =>
    whileFrozen(deal, () => whileFrozen(screenshot, () => work.answers)),
  );

  expect(answers.filter((status) => ![0, 200, 201, 503].includes(status))).toEqual([]);
  await work.finish(gateway);
});

test('a replica that starts later gets its share of calls', async () => {
  const late = replica('viewcheck', 1);

  await eventually(async () => {
    await ask('GET', '/api/deals/due-views');
    expect(callsIn(late.logFile)).toBeGreaterThan(0);
  }, 180_000);
});

test('reads continue while one viewcheck of two hangs', () => readsGoOn('viewcheck'));

test('a rolling restart of every process under load fails no request', async () => {
  const authorization = `Bearer ${user.token}`;
  const kinds: ((count: number) => LoadRequest)[] = [
    () => ({ method: 'GET', path: `/api/deals/${dealId}`, headers: { authorization } }),
    () => ({ method: 'GET', path: '/api/deals/due-views', headers: { authorization } }),
    () => ({ method: 'GET', path: `/r/${shortId}` }),
    () => ({ method: 'GET', path: '/api/shorten', headers: { authorization } }),
    (count) => ({
      method: 'POST',
      path: '/api/tasks',
      headers: { authorization, 'idempotency-key': randomUUID() },
      body: { title: `Task ${count}` },
    }),
  ];
  const load = startLoad(
    all.gateways,
    REQUESTS_PER_SECOND.stopping,
    (count) => kinds[count % kinds.length]?.(count) ?? { method: 'GET', path: '/' },
  );
  const visits = startLoad(all.shorteners, REQUESTS_PER_SECOND.stopping, () => ({
    method: 'GET',
    path: `/${shortId}`,
  }));
  const pace = (perSecond: number): void => [load, visits].forEach((each) => each.pace(perSecond));

  for (const each of all.replicas) {
    pace(REQUESTS_PER_SECOND.stopping);
    await each.stop();
    pace(REQUESTS_PER_SECOND.starting);
    // A process that was killed, or that aborted requests, never logs this.
    expect(lastStop(each.logFile)).toContain('"msg":"stopped"');
    await each.start();
    await eventually(() => expect(lastStart(each.logFile)).toContain(READY[each.service] ?? '"msg":"ready"'));
  }
  const results = [await load.stop(), await visits.stop()];

  expect(results.map(({ failures }) => failures.map(explained))).toEqual([[], []]);
  for (const { sent } of results) expect(sent).toBeGreaterThan(0);
  for (const each of all.replicas) expect(readFileSync(each.logFile, 'utf8')).not.toContain('a shutdown step failed');
});

/** The log line of a ready process, where it differs from the default. */
const READY: Partial<Record<Replica['service'], string>> = {
  gateway: '"msg":"listening"',
  'click-consumer': '"msg":"moving clicks"',
};

/** A failure with the error lines that the processes logged for its request. */
function explained(failure: string): string {
  const [, requestId] = /"requestId":"([^"]+)"/.exec(failure) ?? [];
  if (requestId === undefined) return failure;
  const logs = all.replicas.flatMap(({ logFile }) => readFileSync(logFile, 'utf8').split('\n'));
  return [failure, ...logs.filter((line) => line.includes(requestId) && line.includes('"err"'))].join('\n');
}

/** The log since the process last began to stop; a call abandoned by its caller may be logged after the end. */
function lastStop(logFile: string): string {
  const log = readFileSync(logFile, 'utf8');
  return log.slice(log.lastIndexOf('"msg":"stopping"'));
}

/** The log since the last start of the process. */
function lastStart(logFile: string): string {
  const log = readFileSync(logFile, 'utf8');
  return log.slice(log.lastIndexOf('"msg":"stopped"'));
}

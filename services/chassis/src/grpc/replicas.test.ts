/** @lane waiting */
import dns from 'node:dns';
import { createServer, type Socket } from 'node:net';
import { afterEach, expect, jest, test } from '@jest/globals';
import { runInCall } from '../calls/call-context.js';
import { appError } from '../errors/app-error.js';
import { echoMethod, echoStream } from '../testing/echo-service.js';
import { eventually } from '../testing/eventually.js';
import { listenLocally } from '../testing/local-listener.js';
import { silentLog } from '../testing/service-database.js';
import { createTcpProxy } from '../testing/tcp-proxy.js';
import { createClient } from './client.js';
import { openConnection } from './connection.js';
import type { ConnectionLife } from './connection-life.js';
import { GrpcServer } from './server.js';

const EchoService = { read: echoMethod('Read'), write: echoMethod('Write'), follow: echoStream('Follow') };
const RULE = {
  public: true,
  admin: false,
  agentScopes: [],
  services: [],
  readOnly: false,
  ignoresIdempotencyKey: false,
};
const METHODS = {
  [EchoService.read.path]: { ...RULE, readOnly: true },
  [EchoService.write.path]: RULE,
  [EchoService.follow.path]: { ...RULE, readOnly: true },
};

const ends: (() => Promise<void> | void)[] = [];

afterEach(async () => {
  jest.restoreAllMocks();
  for (const end of ends.splice(0).toReversed()) await end();
});

/** A replica that answers with its name. */
async function startReplica(
  name: string,
  address: string,
  work: () => Promise<void> = async () => undefined,
  connectionAgeMs = 60_000,
): Promise<number> {
  const verify = () => Promise.reject(new Error('nobody signs in here'));
  const server = new GrpcServer({ methods: METHODS, verify, log: silentLog, connectionAgeMs });
  const answer = async () => {
    await work();
    return { name };
  };
  const follow = async function* () {
    yield await answer();
    yield await answer();
  };
  server.add(EchoService, { read: answer, write: answer, follow });
  const port = await server.listen(address);
  ends.push(() => server.stop(0));
  return port;
}

function connect(address: string, life?: ConnectionLife) {
  const connection = openConnection('echo', address, METHODS, undefined, life);
  ends.push(() => connection.close());
  const client = createClient(EchoService, connection);
  const call = (method: 'read' | 'write', timeoutMs: number) =>
    runInCall({ requestId: 'r', deadline: Date.now() + timeoutMs, signal: new AbortController().signal }, async () => {
      const { name } = (await client[method]({})) as { name: string };
      return name;
    });
  return {
    follow: () => client.follow({})[Symbol.asyncIterator](),
    read: () => call('read', 20_000),
    write: (timeoutMs: number) => call('write', timeoutMs),
  };
}

/** Two replicas behind one name, each behind a proxy that can make it hang. */
async function startPair() {
  const proxies = await Promise.all(
    ['one', 'other'].map(async (name) => {
      const proxy = await createTcpProxy(`http://127.0.0.1:${await startReplica(name, '127.0.0.1:0')}`);
      ends.push(() => proxy.close());
      return proxy;
    }),
  );
  const hosts = proxies.map((proxy) => new URL(proxy.through('http://proxy')).host);
  const client = connect(`ipv4:${hosts.join(',')}`);
  const [one, other] = proxies;
  if (!one || !other) throw new Error('two proxies');
  await eventually(async () => expect(await names(client.read, 8)).toEqual(new Set(['one', 'other'])));
  return { one, other, ...client };
}

async function names(call: () => Promise<string>, times: number): Promise<Set<string>> {
  return new Set(await Promise.all(Array.from({ length: times }, call)));
}

test('a replica that starts later gets its share', async () => {
  const addresses = [{ address: '127.0.0.1', family: 4 }];
  jest.spyOn(dns.promises, 'lookup').mockImplementation((async () => addresses) as never);
  const port = await startReplica('one', '127.0.0.1:0', undefined, 300);
  const { read } = connect(`echo.test:${port}`);
  expect(await read()).toBe('one');

  await startReplica('later', `127.0.0.2:${port}`, undefined, 300);
  addresses.push({ address: '127.0.0.2', family: 4 });

  await eventually(async () => expect(await names(read, 4)).toEqual(new Set(['one', 'later'])));
});

test('a read moves away from a replica that hangs; a write in flight times out, and later ones avoid the replica', async () => {
  const { one, read, write } = await startPair();
  one.silence();

  const writes = await Promise.allSettled([write(4_000), write(4_000)]);
  const reads = await names(read, 8);

  expect(writes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(writes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'TIMEOUT' } });
  expect(reads).toEqual(new Set(['other']));
  expect(await names(() => write(4_000), 8)).toEqual(new Set(['other']));
});

test('reads in flight move away from a replica that hangs', async () => {
  const { one, read } = await startPair();
  one.silence();

  expect(await names(read, 20)).toEqual(new Set(['other']));
});

test('a read refused by one replica is repeated on the other, even under many concurrent reads', async () => {
  let isReady = true;
  const work = async (): Promise<void> => {
    if (!isReady) throw appError('UNAVAILABLE', 'Not now.');
  };
  const ports = [await startReplica('one', '127.0.0.1:0', work), await startReplica('other', '127.0.0.1:0')];
  const { read } = connect(`ipv4:${ports.map((port) => `127.0.0.1:${port}`).join(',')}`);
  await eventually(async () => expect(await names(read, 8)).toEqual(new Set(['one', 'other'])));

  isReady = false;

  expect(await names(read, 40)).toEqual(new Set(['other']));
});

test('a replica that recovers gets its share again', async () => {
  const { one, read } = await startPair();
  one.silence();
  await names(read, 8);
  one.restore();

  await eventually(async () => expect(await names(read, 8)).toEqual(new Set(['one', 'other'])));
});

test('when all replicas hang, calls fail after some seconds instead of at their deadline', async () => {
  const { one, other, read, write } = await startPair();
  one.silence();
  other.silence();

  await expect(read()).rejects.toMatchObject({ kind: 'unavailable', retryAfterSeconds: 1 });
  await expect(write(20_000)).rejects.toMatchObject({ kind: 'unavailable' });
});

test('reads also fail when a process hangs before its connection is usable', async () => {
  const held: Socket[] = [];
  const hanging = createServer((socket) => void held.push(socket));
  const { port, close } = await listenLocally(hanging);
  ends.push(async () => {
    for (const socket of held) socket.destroy();
    await close();
  });

  const { read } = connect(`127.0.0.1:${port}`);

  await expect(read()).rejects.toMatchObject({ kind: 'unavailable', retryAfterSeconds: 1 });
  expect(held.length).toBeGreaterThan(0);
});

test('a replica with one slow request gets a health check, and keeps the request', async () => {
  const released = Promise.withResolvers<void>();
  let asked = 0;
  const hosts = await Promise.all(
    ['one', 'other'].map(async (name) => {
      const port = await startReplica(name, '127.0.0.1:0', async () => {
        asked += 1;
        await released.promise;
      });
      const proxy = await createTcpProxy(`http://127.0.0.1:${port}`);
      ends.push(() => proxy.close());
      return { proxy, host: new URL(proxy.through('http://proxy')).host };
    }),
  );
  const { read } = connect(`ipv4:${hosts.map(({ host }) => host).join(',')}`);
  const reading = read();

  // The connections of the client, and two for health checks of the replica with the request.
  await eventually(() => expect(hosts.reduce((sum, { proxy }) => sum + proxy.accepted(), 0)).toBe(4));
  released.resolve();
  await reading;

  expect(asked).toBe(1);
});

test("a write outlasts its connection's maximum age", async () => {
  const life = { ageMs: 200, graceMs: 30_000 };
  const released = Promise.withResolvers<void>();
  let asked = 0;
  const work = async (): Promise<void> => {
    asked += 1;
    if (asked === 1) await released.promise;
  };
  const proxy = await createTcpProxy(`http://127.0.0.1:${await startReplica('one', '127.0.0.1:0', work, life.ageMs)}`);
  ends.push(() => proxy.close());
  const { read, write } = connect(new URL(proxy.through('http://proxy')).host, life);

  const writing = write(20_000);
  await eventually(() => expect(asked).toBe(1));
  // The write's connection has been draining for twice the maximum age.
  await eventually(async () => {
    await read();
    expect(proxy.accepted()).toBeGreaterThan(3);
  });
  released.resolve();

  expect(await writing).toBe('one');
});

/** Two connected replicas, each of which runs `work` before every response from now on. */
async function startWorkingPair(work: (name: string) => Promise<void>) {
  let hasBegun = false;
  const pair = await Promise.all(
    ['one', 'other'].map(async (name) => {
      const doWork = async () => (hasBegun ? work(name) : undefined);
      const proxy = await createTcpProxy(`http://127.0.0.1:${await startReplica(name, '127.0.0.1:0', doWork)}`);
      ends.push(() => proxy.close());
      return { name, proxy, host: new URL(proxy.through('http://proxy')).host };
    }),
  );
  const { follow } = connect(`ipv4:${pair.map(({ host }) => host).join(',')}`);
  await eventually(async () => expect(await names(() => firstOf(follow()), 8)).toEqual(new Set(['one', 'other'])));
  hasBegun = true;
  const [one, other] = pair;
  if (!one || !other) throw new Error('two replicas');
  return { one, other, follow };
}

/** Reads the first message of a stream, closes the stream, and returns the name of the replica. */
async function firstOf(stream: AsyncIterator<object>): Promise<string> {
  const { value } = await stream.next();
  await stream.return?.();
  return (value as { name: string }).name;
}

test('a replica is health-checked until it sends the first message of a stream', async () => {
  const begun = new Set<string>();
  const first = Promise.withResolvers<void>();
  const { one, other, follow } = await startWorkingPair((name) => {
    const isFirst = !begun.has(name);
    begun.add(name);
    return name === 'one' && isFirst ? first.promise : new Promise(() => undefined);
  });
  const coming = [follow(), follow()].map((stream) => stream.next());
  await eventually(() => expect(begun).toEqual(new Set(['one', 'other'])));
  first.resolve();
  expect(await Promise.race(coming)).toEqual({ value: { name: 'one' }, done: false });
  const before = one.proxy.accepted();

  // The replica without a first message gets two checks, each on a separate connection.
  await eventually(() => expect(other.proxy.accepted()).toBeGreaterThanOrEqual(3));

  expect(one.proxy.accepted()).toBe(before);
});

test('a stream moves away from a replica that hangs before its first message, and never after it', async () => {
  const asked: string[] = [];
  const { one, follow } = await startWorkingPair((name) => {
    asked.push(name);
    // This replica's first stream has sent its first message, but not the second.
    const isSecond = asked.filter((each) => each === 'one').length === 2;
    return name === 'one' && isSecond ? new Promise(() => undefined) : Promise.resolve();
  });
  const told = await Promise.all([follow(), follow()].map((stream) => stream.next()));
  expect(new Set(told.map(({ value }) => value as object))).toEqual(new Set([{ name: 'one' }, { name: 'other' }]));
  one.proxy.silence();

  const late = [follow(), follow()];
  const messages = await Promise.all(late.flatMap((stream) => [stream.next(), stream.next()]));

  expect(messages.map(({ value }) => value as object)).toEqual(Array.from({ length: 4 }, () => ({ name: 'other' })));
  // Two messages of three streams: the first of its own, and both late ones.
  expect(asked.filter((name) => name === 'other')).toHaveLength(6);
});

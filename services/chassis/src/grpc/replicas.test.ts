/** @lane waiting */
import dns from 'node:dns';
import { createServer, type Socket } from 'node:net';
import { afterEach, expect, jest, test } from '@jest/globals';
import { runInCall } from '../call-context.js';
import { echoMethod } from '../testing/echo-service.js';
import { eventually } from '../testing/eventually.js';
import { silentLog } from '../testing/service-database.js';
import { listenLocally } from '../testing/local-listener.js';
import { createTcpProxy } from '../testing/tcp-proxy.js';
import { createClient } from './client.js';
import { openConnection } from './connection.js';
import { GrpcServer } from './server.js';

const EchoService = { read: echoMethod('Read'), write: echoMethod('Write') };
const RULE = {
  public: true,
  admin: false,
  agentScopes: [],
  services: [],
  readOnly: false,
  ignoresIdempotencyKey: false,
};
const METHODS = { [EchoService.read.path]: { ...RULE, readOnly: true }, [EchoService.write.path]: RULE };

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
  server.add(EchoService, { read: answer, write: answer });
  const port = await server.listen(address);
  ends.push(() => server.stop(0));
  return port;
}

function connect(address: string) {
  const connection = openConnection('echo', address, METHODS);
  ends.push(() => connection.close());
  const client = createClient(EchoService, connection);
  const call = (method: 'read' | 'write', timeoutMs: number) =>
    runInCall({ requestId: 'r', deadline: Date.now() + timeoutMs, signal: new AbortController().signal }, async () => {
      const { name } = (await client[method]({})) as { name: string };
      return name;
    });
  return {
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

  await eventually(async () => expect(await names(read, 4)).toEqual(new Set(['one', 'later'])), 25_000);
});

test('a read leaves a replica that hangs; a write under way ends at its deadline, and no later one goes there', async () => {
  const { one, read, write } = await startPair();
  one.silence();

  const writes = await Promise.allSettled([write(4_000), write(4_000)]);
  const reads = await names(read, 8);

  expect(writes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(writes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'TIMEOUT' } });
  expect(reads).toEqual(new Set(['other']));
  expect(await names(() => write(4_000), 8)).toEqual(new Set(['other']));
});

test('reads under way are taken from a replica that hangs', async () => {
  const { one, read } = await startPair();
  one.silence();

  expect(await names(read, 20)).toEqual(new Set(['other']));
});

test('a replica that is heard again gets its share again', async () => {
  const { one, read } = await startPair();
  one.silence();
  await names(read, 8);
  one.restore();

  await eventually(async () => expect(await names(read, 8)).toEqual(new Set(['one', 'other'])));
});

test('when all hang, calls are refused after some seconds instead of waiting for their deadline', async () => {
  const { one, other, read, write } = await startPair();
  one.silence();
  other.silence();

  await expect(read()).rejects.toMatchObject({ kind: 'unavailable', retryAfterSeconds: 1 });
  await expect(write(20_000)).rejects.toMatchObject({ kind: 'unavailable' });
});

test('a read is refused, too, by a process that hangs before there is a connection to it', async () => {
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

test('a replica that takes long over one question is asked whether it is there, and keeps the question', async () => {
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

  // The connections of the client, and two that ask the one with the question for its health.
  await eventually(() => expect(hosts.reduce((sum, { proxy }) => sum + proxy.accepted(), 0)).toBe(4));
  released.resolve();
  await reading;

  expect(asked).toBe(1);
});

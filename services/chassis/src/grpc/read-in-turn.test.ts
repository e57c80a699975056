import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { runInCall } from '../calls/call-context.js';
import type { Principal } from '../calls/principal.js';
import { appError } from '../errors/app-error.js';
import type { Claimant } from '../limits/claimant.js';
import { echoMethod } from '../testing/echo-service.js';
import { eventually } from '../testing/eventually.js';
import { silentLog } from '../testing/service-database.js';
import { createTestIssuer, type TestIssuer } from '../testing/stub-server.js';
import { createTcpProxy } from '../testing/tcp-proxy.js';
import { testUser } from '../testing/test-service.js';
import { createClient } from './client.js';
import { type Connection, openConnection } from './connection.js';
import { GrpcServer } from './server.js';

const TEXT = 'x'.repeat(2_000_000);
const RULE = {
  public: false,
  admin: false,
  agentScopes: [],
  services: [],
  readOnly: true,
  ignoresIdempotencyKey: false,
};

/** Texts that the server has decoded. */
let decoded: number;
const large = echoMethod('Large');
const EchoService = {
  large: {
    ...large,
    requestDeserialize: (bytes: Buffer) => {
      decoded += 1;
      return large.requestDeserialize(bytes);
    },
  },
  other: echoMethod('Other'),
};
const METHODS = { [EchoService.large.path]: RULE, [EchoService.other.path]: RULE };

let issuer: TestIssuer;
let server: GrpcServer;
let address: string;
let direct: Connection;
/** The admission for a test's calls. */
let admit: () => Promise<() => void>;
let asked: Claimant[];

beforeAll(async () => {
  issuer = await createTestIssuer();
  server = new GrpcServer({ methods: METHODS, verify: issuer.verify, log: silentLog });
  server.add(EchoService, { large: async (request) => request, other: async () => ({}) });
  server.readInTurn(EchoService.large, (_amount, claimant = []) => {
    asked.push(claimant);
    return admit();
  });
  address = `127.0.0.1:${await server.listen('127.0.0.1:0')}`;
  direct = openConnection('echo', address, METHODS);
});

beforeEach(() => {
  decoded = 0;
  asked = [];
});

afterAll(async () => {
  direct.close();
  await server.stop();
});

async function call(
  method: 'large' | 'other',
  principal: Principal | undefined,
  { signal = new AbortController().signal, connection = direct, text = TEXT } = {},
) {
  const assertion = principal && (await issuer.sign(principal));
  const context = { requestId: 'r', deadline: Date.now() + 10_000, signal, ...(assertion && { assertion }) };
  return runInCall(context, () => createClient(EchoService, connection)[method]({ text }));
}

test('a message is read once its call is admitted, without blocking other calls, and the room is released at the end', async () => {
  const { promise: room, resolve: enter } = Promise.withResolvers<() => void>();
  let left = 0;
  admit = () => room;
  const user = testUser();

  const answer = call('large', user);
  await eventually(() => expect(asked).toEqual([[`user ${user.userId}`]]));
  await call('other', user);
  const decodedBefore = decoded;
  enter(() => (left += 1));

  expect(await answer).toEqual({ text: TEXT });
  expect([decodedBefore, decoded]).toEqual([0, 1]);
  await eventually(() => expect(left).toBe(1));
});

test('large messages use a separate connection, because calls on the same one would wait for them', async () => {
  const small = 'x'.repeat(20_000);
  admit = () => Promise.resolve(() => undefined);
  const proxy = await createTcpProxy(`http://${address}`);
  const throughProxy = openConnection('echo', new URL(proxy.through(`http://${address}`)).host, METHODS);
  try {
    for (const method of ['other', 'large', 'other', 'large'] as const)
      await call(method, testUser(), { connection: throughProxy, text: method === 'large' ? TEXT : small });

    // A connection used only for health checks carries almost no data.
    const used = proxy.carried().filter((bytes) => bytes > small.length / 2);
    expect(used).toHaveLength(2);
    const [withSmall = 0, withLarge = 0] = used;
    expect(withSmall).toBeLessThan(3 * small.length);
    expect(withLarge).toBeGreaterThan(2 * TEXT.length);
    expect(withLarge).toBeLessThan(2 * TEXT.length + small.length);
  } finally {
    throughProxy.close();
    await proxy.close();
  }
});

test('a refused message is not read, and the caller gets the reason', async () => {
  admit = () => Promise.reject(appError('UNAVAILABLE', 'Too many.', { retryAfterSeconds: 5 }));

  await expect(call('large', testUser())).rejects.toMatchObject({ message: 'Too many.', retryAfterSeconds: 5 });

  expect(decoded).toBe(0);
});

test('an unknown caller takes no room', async () => {
  await expect(call('large', undefined)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });

  expect([asked, decoded]).toEqual([[], 0]);
});

test('when the caller leaves while waiting, the room is released and nothing is read', async () => {
  const { promise: room, resolve: enter } = Promise.withResolvers<() => void>();
  admit = () => room;
  const caller = new AbortController();
  const answer = call('large', testUser(), { signal: caller.signal });
  await eventually(() => expect(asked).toHaveLength(1));

  caller.abort();
  await expect(answer).rejects.toMatchObject({ code: 'TIMEOUT' });
  const { promise: left, resolve: leave } = Promise.withResolvers<void>();
  enter(leave);

  await left;
  expect(decoded).toBe(0);
});

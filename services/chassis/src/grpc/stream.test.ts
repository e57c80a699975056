import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { type CallContext, runInCall } from '../calls/call-context.js';
import type { Principal } from '../calls/principal.js';
import { appError } from '../errors/app-error.js';
import { inSpan, SpanKind } from '../telemetry/spans.js';
import { echoStream } from '../testing/echo-service.js';
import { eventually } from '../testing/eventually.js';
import { recordSpans } from '../testing/recorded-spans.js';
import { silentLog } from '../testing/service-database.js';
import { createTestIssuer, stubHandlers, type TestIssuer } from '../testing/stub-server.js';
import { createTcpProxy } from '../testing/tcp-proxy.js';
import { testAgent, testUser } from '../testing/test-service.js';
import { startTurns, type Tell, TURN_METHODS, TurnService } from '../testing/turn-service.js';
import { SECOND_MS } from '../time/durations.js';
import { createClient } from './client.js';
import { type Connection, openConnection } from './connection.js';
import { type ConnectionLife, STREAM_GRACE_MS } from './connection-life.js';
import { GrpcServer, type ServerOptions } from './server.js';
import { PING_MS } from './server-stream.js';
import { STREAM_TIMES, type StreamTimes } from './stream-call.js';

let issuer: TestIssuer;
let connection: Connection;
let tell: Tell;
let told: number;
const ends: (() => Promise<void> | void)[] = [];

beforeAll(async () => {
  issuer = await createTestIssuer();
  connection = connect(await startServer());
});

beforeEach(() => {
  told = 0;
});

afterAll(async () => {
  for (const end of ends.toReversed()) await end();
});

async function startServer(options: Partial<ServerOptions> = {}): Promise<number> {
  const count: Tell = (request, call) => {
    told += 1;
    return tell(request, call);
  };
  const { port, stop } = await startTurns(count, issuer, options);
  ends.push(stop);
  return port;
}

function connect(port: number | string, life?: ConnectionLife): Connection {
  const opened = openConnection('copilot', `127.0.0.1:${port}`, TURN_METHODS, undefined, life);
  ends.push(() => opened.close());
  return opened;
}

interface Call extends Partial<CallContext> {
  readonly as?: Principal | undefined;
  readonly times?: Partial<StreamTimes>;
  readonly over?: Connection;
}

async function inCall<Result>({ as: principal = testUser(), ...call }: Call, work: () => Result) {
  const context: CallContext = {
    requestId: 'r1',
    deadline: Date.now() + 5 * SECOND_MS,
    signal: new AbortController().signal,
    assertion: await issuer.sign(principal),
    ...call,
  };
  return runInCall(context, work);
}

const clientOf = ({ over = connection, times = {} }: Call) =>
  createClient(TurnService, over, { ...STREAM_TIMES, ...times });

/** The messages, one by one; nothing is sent before reading starts. */
async function* follow(request: object = {}, call: Call = {}, method: 'follow' | 'admin' = 'follow') {
  yield* await inCall(call, () => ({ messages: clientOf(call)[method](request) })).then(({ messages }) => messages);
}

async function collect(messages: AsyncIterable<object>): Promise<object[]> {
  const collected: object[] = [];
  for await (const message of messages) collected.push(message);
  return collected;
}

/** A stream whose first message has arrived, and whose next is held until `release`. */
function held() {
  const { promise, resolve: release } = Promise.withResolvers<void>();
  tell = async function* () {
    yield { n: 1 };
    await promise;
    yield { n: 2 };
  };
  return { release };
}

test('the timeouts are as documented', () => {
  expect([STREAM_TIMES, PING_MS, STREAM_GRACE_MS]).toEqual([
    { deadlineMs: 600 * SECOND_MS, silenceMs: 30 * SECOND_MS },
    15 * SECOND_MS,
    240 * SECOND_MS,
  ]);
});

test("messages arrive one by one and in order, for the calling user, with the call's context", async () => {
  const user = testUser();
  tell = async function* (request, { user: caller, context }) {
    yield { request, caller, requestId: context.requestId, operation: context.operation };
    for (let n = 0; n < 500; n += 1) yield { n };
  };

  const [first, ...rest] = await collect(follow({ a: 1 }, { as: user, operation: 'copilot.send_message' }));

  expect(first).toEqual({ request: { a: 1 }, caller: user, requestId: 'r1', operation: 'copilot.send_message' });
  expect(rest).toEqual(Array.from({ length: 500 }, (_, n) => ({ n })));
});

test('each message arrives when it is sent, not when all are', async () => {
  const { release } = held();
  const messages = follow();

  expect(await messages.next()).toEqual({ value: { n: 1 }, done: false });
  release();

  expect(await collect(messages)).toEqual([{ n: 2 }]);
});

test.each<[string, Principal | undefined, string]>([
  ['agents', testAgent({}, ['svc.read']), 'FORBIDDEN'],
  ['services', { kind: 'service', service: 'deal' }, 'FORBIDDEN'],
  ['users', testUser(), 'ADMIN_REQUIRED'],
])('%s get nothing meant for others, and no handler sees them', async (_who, principal, code) => {
  tell = async function* () {
    yield {};
  };

  await expect(collect(follow({}, { as: principal }, 'admin'))).rejects.toMatchObject({ code });
  await expect(collect(follow({}, { assertion: 'nonsense' }))).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });

  expect(told).toBe(0);
});

test.each([0, 3])('an error after %s messages is delivered completely, after them', async (count) => {
  tell = async function* () {
    for (let n = 0; n < count; n += 1) yield { n };
    throw appError('RATE_LIMITED', 'Später.', { retryAfterSeconds: 7, data: { limit: 5 } });
  };
  const messages = follow();
  for (let n = 0; n < count; n += 1) expect(await messages.next()).toEqual({ value: { n }, done: false });

  await expect(messages.next()).rejects.toMatchObject({
    code: 'RATE_LIMITED',
    message: 'Später.',
    retryAfterSeconds: 7,
    data: { limit: 5 },
  });
});

test('a bug is reported only as an internal error', async () => {
  tell = async function* () {
    yield { n: 1 };
    throw new Error('password=hunter2');
  };

  await expect(collect(follow())).rejects.toThrow(
    'copilot/test.v1.EchoService/Follow answered INTERNAL: Internal error.',
  );
});

test('a method that a process of the previous version lacks is unavailable', async () => {
  const NewService = { later: echoStream('Later') };

  const asked = inCall({}, () => collect(createClient(NewService, connection).later({})));

  await expect(asked).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfterSeconds: 1 });
});

test('the request is not sent before the client reads', async () => {
  tell = async function* () {
    yield { n: 1 };
  };

  await inCall({}, () => void clientOf({}).follow({}));
  await inCall({}, () => clientOf({}).read({}));

  expect(told).toBe(0);
});

test('a reader who leaves ends the work, without an error', async () => {
  const left = Promise.withResolvers<string>();
  tell = async function* (_request, { context }) {
    context.signal.addEventListener('abort', () => left.resolve('told'));
    yield { n: 1 };
    await left.promise;
  };

  for await (const message of follow()) {
    expect(message).toEqual({ n: 1 });
    break;
  }

  expect(await left.promise).toBe('told');
});

test('a stream ends with its call, even before the first message', async () => {
  const gone = new AbortController();
  const cancelled = Promise.withResolvers<void>();
  tell = async function* (_request, { context }) {
    context.signal.addEventListener('abort', () => cancelled.resolve());
    gone.abort();
    await cancelled.promise;
    yield {};
  };

  await expect(collect(follow({}, { signal: gone.signal }))).rejects.toMatchObject({ code: 'TIMEOUT' });
  await cancelled.promise;
});

test('a stream has its own deadline, not that of the call', async () => {
  held();
  const messages = follow({}, { deadline: Date.now(), times: { deadlineMs: 300 } });

  expect(await messages.next()).toEqual({ value: { n: 1 }, done: false });
  await expect(messages.next()).rejects.toMatchObject({ code: 'TIMEOUT' });
});

test('a silent stream counts as broken, one that only pings does not', async () => {
  const [quiet, pinging] = [connect(await startServer()), connect(await startServer({ pingMs: 40 }))];
  const { release } = held();
  const times = { silenceMs: 400 };
  const kept = follow({}, { over: pinging, times });
  await kept.next();
  const broken = follow({}, { over: quiet, times });
  await broken.next();

  await expect(broken.next()).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfterSeconds: 1 });
  release();

  expect(await collect(kept)).toEqual([{ n: 2 }]);
});

test('unread messages are buffered, so that other calls on the connection proceed', async () => {
  const text = 'x'.repeat(100_000);
  const whole = Promise.withResolvers<void>();
  tell = async function* () {
    for (let n = 0; n < 100; n += 1) yield { n, text };
    whole.resolve();
  };
  const messages = follow();

  await messages.next();
  await whole.promise;

  expect(await inCall({}, () => clientOf({}).read({}))).toEqual({ read: true });
  expect(await collect(messages)).toHaveLength(99);
});

test("a stream outlasts the maximum age of its connection, within the server's grace", async () => {
  const age = { connectionAgeMs: 100, pingMs: 20 };
  const start = async (options: Partial<ServerOptions>) => {
    const proxy = await createTcpProxy(`http://127.0.0.1:${await startServer({ ...age, ...options })}`);
    ends.push(() => proxy.close());
    return { proxy, over: connect(new URL(proxy.through('http://proxy')).port) };
  };
  const [patient, strict] = [await start({}), await start({ connectionGraceMs: 100 })];
  const { release } = held();
  const [kept, cut] = [follow({}, { over: patient.over }), follow({}, { over: strict.over })];
  await Promise.all([kept.next(), cut.next()]);

  await expect(cut.next()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  // The connection no longer accepts other calls.
  await eventually(async () => {
    await inCall({}, () => clientOf({ over: patient.over }).read({}));
    expect(patient.proxy.accepted()).toBeGreaterThan(1);
  });
  release();

  expect(await collect(kept)).toEqual([{ n: 2 }]);
});

test('a connection past its maximum age that gets pings does not cut its stream', async () => {
  const proxy = await createTcpProxy(`http://127.0.0.1:${await startServer({ connectionAgeMs: 100 })}`);
  ends.push(() => proxy.close());
  const over = connect(new URL(proxy.through('http://proxy')).port, { ageMs: 0, graceMs: 50 });
  const { release } = held();
  const messages = follow({}, { over });
  await messages.next();
  await eventually(async () => {
    await inCall({}, () => clientOf({ over }).read({}));
    expect(proxy.accepted()).toBeGreaterThan(5);
  });
  release();

  expect(await collect(messages)).toEqual([{ n: 2 }]);
});

test('after a silent stream, the next one uses another connection', async () => {
  const proxy = await createTcpProxy(`http://127.0.0.1:${await startServer()}`);
  ends.push(() => proxy.close());
  const over = connect(new URL(proxy.through('http://proxy')).port);
  held();
  const messages = follow({}, { over, times: { silenceMs: 1_000 } });
  await messages.next();
  proxy.silence();
  await expect(messages.next()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  proxy.restore();
  const before = proxy.accepted();

  await follow({}, { over }).next();

  expect(proxy.accepted()).toBe(before + 1);
});

test('both ends have a span for the whole stream, within the span that opened it', async () => {
  const recording = recordSpans();
  const { release } = held();
  const messages = await inSpan('turn', { kind: SpanKind.SERVER }, () =>
    inCall({}, () => ({ opened: clientOf({}).follow({})[Symbol.asyncIterator]() })),
  );
  await messages.opened.next();

  const name = 'test.v1.EchoService/Follow';
  expect(recording.spans).toMatchObject([
    { name: 'turn', hasEnded: true },
    { name, parent: 'turn', kind: SpanKind.CLIENT, hasEnded: false },
    { name, kind: SpanKind.SERVER, hasEnded: false },
  ]);
  release();
  await collect({ [Symbol.asyncIterator]: () => messages.opened });
  recording.stop();

  await eventually(() => expect(recording.spans.map(({ hasEnded }) => hasEnded)).toEqual([true, true, true]));
});

test('a stream may change nothing, and sends no empty message', async () => {
  const methods = Object.fromEntries(
    Object.entries(TURN_METHODS).map(([path, rule]) => [path, { ...rule, readOnly: false, services: ['deal'] }]),
  );
  const server = new GrpcServer({ methods, verify: issuer.verify, log: silentLog });
  const Service = { follow: TurnService.follow };
  expect(() => server.add(Service, stubHandlers(Service))).toThrow('is not marked as reading only');
  const Empty = { follow: { ...TurnService.follow, responseSerialize: () => Buffer.alloc(0) } };
  const other = new GrpcServer({ methods: TURN_METHODS, verify: issuer.verify, log: silentLog });
  other.add(Empty, {
    follow: async function* () {
      yield {};
    },
  });
  const port = await other.listen('127.0.0.1:0');
  ends.push(() => other.stop(0));

  await expect(collect(follow({}, { over: connect(port) }))).rejects.toThrow('INTERNAL');
});

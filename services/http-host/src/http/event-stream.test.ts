import { once } from 'node:events';
import { request as sendRequest } from 'node:http';
import { connect } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { runInCall } from '@svc/chassis/calls/call-context';
import { appError } from '@svc/chassis/errors/app-error';
import { createClient, type PromiseClient } from '@svc/chassis/grpc/client';
import { openConnection } from '@svc/chassis/grpc/connection';
import { eventually } from '@svc/chassis/testing/eventually';
import { createTestIssuer, type TestIssuer } from '@svc/chassis/testing/stub-server';
import { testUser } from '@svc/chassis/testing/test-service';
import { startTurns, type Tell, TURN_METHODS, TurnService } from '@svc/chassis/testing/turn-service';
import { askForTurn, startEventHost } from '../testing/event-host.js';
import { EVENT_STREAM, type EventAnswer } from './event-stream.js';

const LIMITS = { ...EVENT_STREAM, pingMs: 40 };

let tell: Tell;
let told: number;
let issuer: TestIssuer;
let client: PromiseClient<typeof TurnService>;
let answer: () => EventAnswer | undefined;
let port: number;
const ends: (() => Promise<void> | void)[] = [];

beforeAll(async () => {
  issuer = await createTestIssuer();
  const count: Tell = (request, call) => {
    told += 1;
    return tell(request, call);
  };
  const turns = await startTurns(count, issuer);
  const connection = openConnection('copilot', `127.0.0.1:${turns.port}`, TURN_METHODS);
  client = createClient(TurnService, connection);
  const host = await startHost();
  port = host.port;
  ends.push(turns.stop, () => connection.close(), host.stop);
});

beforeEach(() => {
  told = 0;
  answer = follow;
});

afterAll(async () => {
  for (const end of ends.toReversed()) await end();
});

const startHost = () => startEventHost(() => answer(), LIMITS);
const ask = (sent: { method?: string; accept?: string } = {}) => askForTurn(port, sent);

/** A turn, as an operation reads it from its service. */
function follow(): EventAnswer {
  const inCall = async function* (signal: AbortSignal) {
    const call = { requestId: 'r', deadline: Date.now() + 5_000, signal, assertion: await issuer.sign(testUser()) };
    yield* runInCall(call, () => ({ messages: client.follow({}) })).messages;
  };
  return {
    async *events(signal) {
      for await (const message of inCall(signal)) yield JSON.stringify(message, null, '\n');
    },
    async whole(signal) {
      const messages: object[] = [];
      for await (const message of inCall(signal)) messages.push(message);
      return { messages };
    },
  };
}

const read = async () => {
  const call = { requestId: 'r', deadline: Date.now() + 30_000, signal: new AbortController().signal };
  const assertion = await issuer.sign(testUser());
  return runInCall({ ...call, assertion }, () => client.read({}));
};

const jsonOf = async (response: Awaited<ReturnType<typeof ask>>): Promise<unknown> =>
  JSON.parse(await textOf(response));

async function* tellThree() {
  yield { n: 1, text: 'zwei\nZeilen\r\n' };
  yield { n: 2 };
  yield { n: 3 };
}

test('the limits match the documentation', () => {
  expect(EVENT_STREAM).toEqual({ pingMs: 15_000, waitingBytesMax: 131_072 });
});

test.each([['GET'], ['POST']])('events arrive by %s, one line each, followed by the end marker', async (method) => {
  tell = tellThree;

  const response = await ask({ method });

  expect(response.statusCode).toBe(200);
  expect(response.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    'x-vercel-ai-ui-message-stream': 'v1',
    vary: 'Accept',
  });
  for (const name of ['content-encoding', 'content-disposition', 'content-length']) {
    expect(response.headers).not.toHaveProperty(name);
  }
  const lines = (await textOf(response)).split('\n\n');
  expect(lines.slice(-2)).toEqual(['data: [DONE]', '']);
  const data = lines.filter((line) => line.startsWith('data: {')).map((line) => JSON.parse(line.slice(6)) as object);
  expect(data).toEqual([{ n: 1, text: 'zwei\nZeilen\r\n' }, { n: 2 }, { n: 3 }]);
});

test.each([
  ['application/json', true],
  ['application/json, text/plain, */*', true],
  ['text/event-stream', false],
  ['text/event-stream, application/json', false],
  ['application/json;q=0.5, text/event-stream', false],
  ['*/*', false],
  ['text/html', false],
])('a client that accepts %j gets one JSON response: %s', async (accept, isWhole) => {
  tell = tellThree;

  const response = await ask({ accept });

  expect(response.headers['content-type']?.startsWith('application/json')).toBe(isWhole);
  const body = await textOf(response);
  if (isWhole) expect(JSON.parse(body)).toEqual({ messages: [expect.objectContaining({ n: 1 }), { n: 2 }, { n: 3 }] });
  else expect(body).toContain('data: [DONE]');
});

test.each(['text/event-stream', 'application/json'])('HEAD starts nothing for %s', async (accept) => {
  const response = await ask({ method: 'HEAD', accept });

  expect([response.statusCode, response.headers['content-type']?.split(';')[0], told]).toEqual([200, accept, 0]);
  expect(await textOf(response)).toBe('');
});

test('without events the response has no content', async () => {
  answer = () => undefined;

  expect((await ask({ method: 'GET' })).statusCode).toBe(204);
});

test.each([['text/event-stream'], ['application/json']])(
  'a failure before the first event is a plain error for %s',
  async (accept) => {
    tell = async function* () {
      await Promise.reject(appError('RATE_LIMITED', 'Later.', { retryAfterSeconds: 7 }));
      yield {};
    };

    const response = await ask({ accept });

    expect([response.statusCode, response.headers['retry-after']]).toEqual([429, '7']);
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(await jsonOf(response)).toMatchObject({ error: { code: 'RATE_LIMITED', message: 'Later.' } });
  },
);

test('a later failure ends the stream without its end marker, and sets the status of a JSON response', async () => {
  tell = async function* () {
    yield { n: 1 };
    throw appError('UNAVAILABLE', 'Away.');
  };

  const [stream, whole] = await Promise.all([ask(), ask({ accept: 'application/json' })]);

  expect(await textOf(stream)).toBe('data: { "n": 1 }\n\n');
  expect([whole.statusCode, await jsonOf(whole)]).toMatchObject([503, { error: { code: 'UNAVAILABLE' } }]);
});

test('comments keep a quiet stream alive, and events are sent immediately', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  tell = async function* () {
    yield { n: 1 };
    await promise;
    yield { n: 2 };
  };
  const response = await ask();
  let heard = '';
  response.setEncoding('utf8').on('data', (part: string) => (heard += part));

  await eventually(() => expect(heard).toMatch(/^data: \{ "n": 1 \}\n\n(: ping\n\n){2,}$/));
  resolve();
  await once(response, 'end');

  expect(heard.replaceAll(': ping\n\n', '')).toBe('data: { "n": 1 }\n\ndata: { "n": 2 }\n\ndata: [DONE]\n\n');
});

test.each([['text/event-stream'], ['application/json']])(
  'a client that disconnects stops the work for %s',
  async (accept) => {
    const begun = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<void>();
    tell = async function* (_request, { context }) {
      context.signal.addEventListener('abort', () => ended.resolve());
      yield { n: 1 };
      begun.resolve();
      await ended.promise;
    };
    const options = { host: '127.0.0.1', port, path: '/turn', method: 'POST', headers: { accept } };
    const request = sendRequest(options, (response) => response.resume().on('error', () => undefined));
    request.on('error', () => undefined).end();
    await begun.promise;

    request.destroy();

    await ended.promise;
  },
);

/** Sends a request without ever reading the response. */
async function askAndReadNothing() {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  socket.pause();
  await once(socket, 'connect');
  socket.write('POST /turn HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n');
  return socket;
}

test('40 clients that never read are disconnected, and other clients get responses during this time', async () => {
  const READERS = 40;
  const text = 'x'.repeat(32_768);
  const sent: number[] = [];
  let running = 0;
  tell = async function* (_request, { context }) {
    running += 1;
    let n = 0;
    try {
      for (; !context.signal.aborted; n += 1) {
        yield { n, text };
        await new Promise(setImmediate);
      }
    } finally {
      sent.push(n * text.length);
    }
  };
  const sockets = await Promise.all(Array.from({ length: READERS }, askAndReadNothing));
  await eventually(() => expect(running).toBe(READERS));

  expect(await read()).toEqual({ read: true });
  await eventually(() => expect(sent).toHaveLength(READERS));

  // The kernel's buffers for a connection, plus the maximum that may wait here.
  expect(Math.max(...sent)).toBeLessThan(32 * 1_024 * 1_024);
  for (const socket of sockets) socket.destroy();
});

test('a slow client may take its time for a replay of any size', async () => {
  const waiting = Promise.withResolvers<void>();
  const text = 'x'.repeat(24 * 1_024 * 1_024);
  answer = () => ({
    async *events() {
      yield { json: JSON.stringify({ text }), isReplay: true };
      yield '{"n":2}';
      await new Promise(setImmediate);
      await new Promise(setImmediate);
      waiting.resolve();
    },
    whole: () => Promise.resolve({}),
  });
  const socket = await askAndReadNothing();
  await waiting.promise;

  const heard: Buffer[] = [];
  for await (const bytes of socket.resume()) {
    heard.push(bytes as Buffer);
    if (String(bytes).includes('[DONE]')) break;
  }

  expect(Buffer.concat(heard).length).toBeGreaterThan(text.length);
});

test('a client that reads may be sent any amount at once', async () => {
  const text = 'x'.repeat(50_000);
  tell = async function* () {
    for (let n = 0; n < 10; n += 1) yield { n, text };
  };

  expect(await textOf(await ask())).toMatch(/data: \[DONE\]\n\n$/);
});

test('a host that stops ends its streams immediately, without their end marker', async () => {
  const host = await startHost();
  const { promise, resolve } = Promise.withResolvers<void>();
  tell = async function* () {
    yield { n: 1 };
    await promise;
  };
  const response = await askForTurn(host.port);
  const [first] = (await once(response, 'data')) as [Buffer];

  const startedAt = performance.now();
  const stopped = host.stop();
  const rest = await textOf(response);
  await stopped;
  resolve();

  expect(String(first) + rest).toMatch(/^data: \{ "n": 1 \}\n\n(: ping\n\n)*$/);
  expect(performance.now() - startedAt).toBeLessThan(8_000);
  expect(response.complete).toBe(true);
});

test('a host that stops before the first event responds that the request may be retried', async () => {
  const host = await startHost();
  const begun = Promise.withResolvers<void>();
  tell = async function* (_request, { context }) {
    begun.resolve();
    await once(context.signal, 'abort');
    yield {};
  };
  const asking = askForTurn(host.port);
  await begun.promise;

  const stopped = host.stop();
  const response = await asking;

  expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '1']);
  expect(await jsonOf(response)).toMatchObject({ error: { code: 'UNAVAILABLE' } });
  await stopped;
});

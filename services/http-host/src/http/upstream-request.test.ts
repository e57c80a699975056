import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { PassThrough, Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { runInCall } from '@svc/chassis/calls/call-context';
import { appError } from '@svc/chassis/errors/app-error';
import { eventually } from '@svc/chassis/testing/eventually';
import { listenLocally, type LocalListener } from '@svc/chassis/testing/local-listener';
import { openUpstream, type Upstream, type UpstreamLimits } from './upstream.js';
import { askUpstream, openUpstreamFile } from './upstream-request.js';

const LIMITS: UpstreamLimits = { timeoutMs: 10_000, underWayMax: 4, unavailable: 'Images are away.' };

let listener: LocalListener;
let upstream: Upstream;
let handle: (request: IncomingMessage, response: ServerResponse) => void;

beforeAll(async () => {
  listener = await listenLocally(createServer((request, response) => handle(request, response)));
  upstream = connect();
});

beforeEach(() => {
  handle = (_request, response) => void response.end('{}');
});

afterAll(() => listener.close());

function connect(limits: Partial<UpstreamLimits> = {}): Upstream {
  return openUpstream('test', `127.0.0.1:${listener.port}`, { ...LIMITS, ...limits });
}

const POST = { method: 'POST', path: '/records' };
const GET = { method: 'GET', path: '/files/1' };

function answerJson(status: number, body: object, headers: Record<string, string> = {}): typeof handle {
  return (request, response) => {
    request.resume();
    response.writeHead(status, headers).end(JSON.stringify(body));
  };
}

/** Responds to the first request of each connection and closes it on the second, as a stopping service may. */
function closeKeptConnections(answer: typeof handle): { readonly closed: () => number } {
  const seen = new WeakSet();
  let closed = 0;
  handle = (request, response) => {
    if (seen.has(request.socket)) {
      closed += 1;
      request.socket.destroy();
      return;
    }
    seen.add(request.socket);
    answer(request, response);
  };
  return { closed: () => closed };
}

test('a read is retried when its idle connection was just being closed', async () => {
  const own = connect();
  const service = closeKeptConnections(answerJson(200, { id: 1 }));

  const readFile = async () => (await openUpstreamFile(own, GET)).content;
  await askUpstream(own, { method: 'GET', path: '/records' });
  const records = await askUpstream(own, { method: 'GET', path: '/records' });
  await readFile().then((file) => file && text(file));
  const content = await readFile();

  expect(records.body).toEqual({ id: 1 });
  expect(content && (await text(content))).toBe('{"id":1}');
  expect(service.closed()).toBe(2);
});

test('an idle connection serves one more request after a minute, and is then replaced by one to another process', async () => {
  const own = connect();
  const sockets: unknown[] = [];
  handle = (request, response) => {
    sockets.push(request.socket);
    response.end('{}');
  };
  const ask = () => askUpstream(own, { method: 'GET', path: '/records' });
  await ask();
  await ask();
  const now = performance.now();
  const clock = jest.spyOn(performance, 'now').mockImplementation(() => now + 60_000);

  await ask();
  await ask();
  clock.mockRestore();

  const [first, second, third, fourth] = sockets;
  expect([second === first, third === first, fourth === first]).toEqual([true, true, false]);
});

test('a write gets a fresh connection, because it cannot be retried', async () => {
  const own = connect();
  const service = closeKeptConnections(answerJson(200, {}));

  for (const body of ['one', 'other']) await askUpstream(own, { ...POST, body: Buffer.from(body) });
  await askUpstream(own, { method: 'DELETE', path: '/records/1' });

  expect(service.closed()).toBe(0);
});

test.each([
  ['bytes', () => Buffer.from('the bytes')],
  ['a stream', () => Readable.from(['the ', 'bytes'])],
])("%s are sent in the name of the current call's caller, with their own headers", async (_what, bodyOf) => {
  const asked: { method: string | undefined; url: string | undefined; headers: IncomingHttpHeaders; body: string }[] =
    [];
  handle = (request, response) => {
    const { method, url, headers } = request;
    void text(request).then((body) => {
      asked.push({ method, url, headers, body });
      response.setHeader('idempotency-replayed', 'true').end('{"id":1}');
    });
  };
  const call = { requestId: 'r1', assertion: 'proof', deadline: Infinity, signal: new AbortController().signal };

  const answer = await runInCall(call, () =>
    askUpstream(upstream, {
      method: 'PUT',
      path: '/records/1?x=1',
      headers: { 'content-type': 'image/webp', 'content-length': '9', 'x-nothing': undefined },
      body: bodyOf(),
      idempotencyKey: 'screenshot:1',
      clientAddress: '198.51.100.1',
    }),
  );

  expect(answer).toEqual({ body: { id: 1 }, replayed: true });
  expect(asked).toMatchObject([{ method: 'PUT', url: '/records/1?x=1', body: 'the bytes' }]);
  expect(asked[0]?.headers).toMatchObject({
    'content-type': 'image/webp',
    'content-length': '9',
    'idempotency-key': 'screenshot:1',
    'svc-assertion': 'proof',
    'svc-client-address': '198.51.100.1',
    'x-request-id': 'r1',
  });
  expect(asked[0]?.headers).not.toHaveProperty('x-nothing');
});

test("a service's refusal becomes the error that it sent, with its limits and members", async () => {
  const headers = { 'retry-after': '90', ratelimit: '"hour";r=0;t=90', 'ratelimit-policy': '"hour";q=120;w=3600' };
  handle = answerJson(429, { error: { code: 'RATE_LIMITED', message: 'Too many.', requestId: 'x', more: 1 } }, headers);

  const asked = askUpstream(upstream, POST);

  await expect(asked).rejects.toMatchObject({
    kind: 'rate_limited',
    code: 'RATE_LIMITED',
    message: 'Too many.',
    data: { more: 1 },
    retryAfterSeconds: 90,
    limit: { scarcest: 'hour', remaining: 0 },
  });
});

test.each<[string, typeof handle]>([
  ['no JSON', (_request, response) => void response.writeHead(503).end('<html>')],
  ['an error without an envelope', answerJson(500, { message: 'x' })],
  ['with a detour', (_request, response) => void response.writeHead(302, { location: '/' }).end()],
  ['nothing', (_request, response) => void response.destroy()],
])('a service that responds %s is unavailable', async (_what, answer) => {
  handle = answer;

  await expect(askUpstream(upstream, POST)).rejects.toMatchObject({ code: 'UNAVAILABLE', message: 'Images are away.' });
  await expect(openUpstreamFile(upstream, GET)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
});

test('an incomplete response is UNAVAILABLE', async () => {
  handle = (_request, response) => void response.write('{', () => response.destroy());

  await expect(askUpstream(upstream, POST)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
});

test('a body that fails midway ends the request, with the error of its stream', async () => {
  const broken = appError('UNAVAILABLE', 'The store is away.');
  const { promise: ended, resolve } = Promise.withResolvers<boolean>();
  handle = (request) => {
    request.once('close', () => resolve(request.complete));
    request.resume();
  };
  const body = new PassThrough();
  body.write('half');

  const asked = askUpstream(upstream, { ...POST, body });
  setImmediate(() => body.destroy(broken));

  await expect(asked).rejects.toBe(broken);
  expect(await ended).toBe(false);
});

test.each([
  ['has ended', 'x'],
  ['has begun', ''],
])('a refusal is read before the body %s', async (_what, sent) => {
  handle = (_request, response) => {
    response.writeHead(413, { connection: 'close' });
    response.end('{"error":{"code":"PAYLOAD_TOO_LARGE","message":"Too large."}}');
  };
  const endless = new PassThrough();
  endless.write(sent);

  await expect(askUpstream(upstream, { ...POST, body: endless })).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
  endless.destroy();
});

test('a request ends when its caller leaves or its time is up, and releases its slot', async () => {
  let open = 0;
  handle = (request, response) => {
    open += 1;
    response.once('close', () => (open -= 1));
    request.resume();
  };
  const hasty = connect({ timeoutMs: 50, underWayMax: 1 });
  const gone = new AbortController();

  const left = askUpstream(upstream, { ...POST, signal: gone.signal });
  await eventually(() => expect(open).toBe(1));
  gone.abort();

  await expect(left).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  await expect(askUpstream(hasty, POST)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  await expect(askUpstream(hasty, { ...POST, signal: gone.signal })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  await expect(openUpstreamFile(hasty, GET)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  await eventually(() => expect(open).toBe(0));
  handle = answerJson(200, {});
  // Retries, because a busy machine may exceed the short timeout.
  await eventually(async () => expect(await askUpstream(hasty, POST)).toMatchObject({ body: {} }));
});

test('a file has only the headers that describe it', async () => {
  const headers = {
    'content-type': 'image/png',
    'content-range': 'bytes 2-4/9',
    etag: '"a"',
    'cache-control': 'private, max-age=300',
    'set-cookie': 'a=b',
    'x-internal': 'yes',
  };
  handle = (_request, response) => void response.writeHead(206, headers).end('abc');

  const file = await openUpstreamFile(upstream, GET);

  const { 'set-cookie': _cookie, 'x-internal': _internal, ...kept } = headers;
  expect([file.status, file.headers]).toMatchObject([206, kept]);
  expect(Object.keys(file.headers)).not.toEqual(expect.arrayContaining(['set-cookie']));
  expect(file.headers).not.toHaveProperty('x-internal');
  expect(await readAll(file)).toBe('abc');
});

test.each([304, 416])('a file with status %s has no content, and releases its slot', async (status) => {
  const narrow = connect({ underWayMax: 1 });
  handle = (_request, response) => void response.writeHead(status, { etag: '"a"' }).end();

  for (let time = 0; time < 3; time += 1) {
    const { content, ...file } = await openUpstreamFile(narrow, GET);
    expect([file.status, content]).toEqual([status, undefined]);
  }
});

test('a failed file has the error that the service sent', async () => {
  handle = answerJson(409, { error: { code: 'SCREENSHOT_NOT_UPLOADED', message: 'Not yet.' } });

  await expect(openUpstreamFile(upstream, GET)).rejects.toMatchObject({ code: 'SCREENSHOT_NOT_UPLOADED' });
});

test('a file ends when its reader leaves or its service sends nothing', async () => {
  const piece = Buffer.alloc(1_000_000);
  let open = 0;
  handle = (_request, response) => {
    open += 1;
    response.once('close', () => (open -= 1));
    response.writeHead(200, { 'content-length': String(100 * piece.length) }).write(piece);
  };
  const gone = new AbortController();
  const narrow = connect({ underWayMax: 1, timeoutMs: 100 });

  const left = await openUpstreamFile(upstream, { ...GET, signal: gone.signal });
  gone.abort();
  await expect(readAll(left)).rejects.toThrow();
  // Retries, because a busy machine may exceed the short timeout.
  const silent = await eventually(() => openUpstreamFile(narrow, GET));
  await expect(readAll(silent)).rejects.toThrow();

  await eventually(() => expect(open).toBe(0));
  handle = (_request, response) => void response.end('x');
  await eventually(async () => expect(await readAll(await openUpstreamFile(narrow, GET))).toBe('x'));
});

async function readAll({ content }: { content?: Readable }): Promise<string> {
  return content ? (await buffer(content)).toString() : '';
}

import { createServer, type IncomingHttpHeaders } from 'node:http';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import { listenLocally, type LocalListener } from '@svc/chassis/testing/local-listener';
import { PHOTO_ROUTES, SCREENSHOT_HEADER } from '@svc/image-routes/photo-routes';
import express from 'express';
import { startTestGateway, type TestGateway } from '../testing/test-gateway.js';
import { createForwarders } from './forward.js';
import { FORWARDED_BODIES, FORWARDED_FILES } from './proxied-routes.js';

/** Requests that the shortener's internal listener received. */
interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

const asked: Asked[] = [];
let answer: { status: number; headers?: Record<string, string>; body: unknown } = { status: 200, body: {} };

/** Accepts requests but never responds, like a process that hangs. */
let hangs = false;

/** Closes each connection on its second request, like a process that stops at that moment. */
let isStopping = false;
const used = new WeakSet();

const shortener = createServer((request, response) => {
  if (hangs) return;
  if (isStopping && used.has(request.socket)) {
    request.socket.destroy();
    return;
  }
  used.add(request.socket);
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { method = '', url: path = '', headers } = request;
    asked.push({ method, path, headers, body: Buffer.concat(chunks).toString() });
    response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers });
    response.end(JSON.stringify(answer.body));
  });
});

let listener: LocalListener;
let gateway: TestGateway;
let alone: TestGateway;

beforeAll(async () => {
  listener = await listenLocally(shortener);
  const shortenerHttpAddress = `127.0.0.1:${listener.port}`;
  gateway = await startTestGateway({ shortenerHttpAddress });
  alone = await startTestGateway();
});

afterAll(async () => {
  await gateway.stop();
  await alone.stop();
  await listener.close();
});

const JSON_TYPE = { 'content-type': 'application/json' };

async function errorOf(response: Response) {
  const { error } = (await response.json()) as { error: { code: string; details: object[] } };
  return { status: response.status, code: error.code, details: error.details };
}

test('a redirect passes unchanged, without identifying the caller', async () => {
  answer = { status: 302, headers: { location: 'https://example.com/' }, body: '' };

  const response = await gateway.fetch('/r/abc1234?x=1', { headers: { cookie: 'svc_session=secret' } });

  expect([response.status, response.headers.get('location')]).toEqual([302, 'https://example.com/']);
  const last = asked.at(-1);
  expect([last?.method, last?.path, last?.headers.cookie]).toEqual(['GET', '/r/abc1234?x=1', undefined]);
  expect(last?.headers['svc-client-address']).toBe('127.0.0.1');
});

test('a redirect and a photo get through while the shortener closes idle connections', async () => {
  const { token } = gateway.signIn();
  answer = { status: 302, headers: { location: 'https://example.com/' }, body: '' };
  isStopping = true;
  const sendPhoto = () => {
    const headers = { ...JSON_TYPE, authorization: `Bearer ${token}` };
    return gateway.fetch('/api/shortener/v1/photos', { method: 'POST', headers, body: '{"image":"AAAA"}' });
  };

  const redirects = [await gateway.fetch('/r/abc1234'), await gateway.fetch('/r/abc1234')];
  answer = { status: 201, body: { id: 1 } };
  const photos = [await sendPhoto(), await sendPhoto()];
  isStopping = false;

  expect(redirects.map(({ status }) => status)).toEqual([302, 302]);
  expect(photos.map(({ status }) => status)).toEqual([201, 201]);
});

test("a proxied response has this host's links, and further ones of the service", async () => {
  const linksOf = async (link: string) => {
    answer = { status: 302, headers: { location: 'https://example.com/', link, 'content-signal': 'x=y' }, body: '' };
    const { headers } = await gateway.fetch('/r/abc1234');
    return [headers.get('link'), headers.get('content-signal')];
  };
  const [own, signal] = await linksOf('<https://go.example/.well-known/api-catalog>; rel="api-catalog"');

  expect(own).toMatch(/^<\/\.well-known\/api-catalog>; rel="api-catalog"/);
  expect(signal).toBe('ai-train=no, search=yes, ai-input=yes');
  expect(await linksOf('</next>; rel="next"')).toEqual([`${own}, </next>; rel="next"`, signal]);
});

test('the shortener accepts the caller only from the gateway', async () => {
  answer = { status: 200, body: { items: [] } };
  const { token } = gateway.signIn();
  const forged = {
    'svc-assertion': 'forged',
    'svc-client-address': '203.0.113.9',
    authorization: `Bearer ${token}`,
  };

  await gateway.fetch('/api/shortener/v1/agents', { headers: forged });
  await gateway.fetch('/api/shortener/v1/health', { headers: { 'svc-assertion': 'forged' } });

  const [known, unknown] = asked.slice(-2);
  expect(known?.headers['svc-assertion']).toMatch(/^ey/);
  expect(known?.headers['svc-client-address']).toBe('127.0.0.1');
  expect(known?.headers.authorization).toBeUndefined();
  expect(unknown?.headers['svc-assertion']).toBe('');
});

test('the gateway refuses an invalid token, and a cookie write from another site', async () => {
  const { token } = gateway.signIn();
  const count = asked.length;

  const invalid = await gateway.fetch('/api/shortener/v1/links', {
    headers: { authorization: `Bearer svc_at_${'x'.repeat(43)}` },
  });
  const foreign = await gateway.fetch('/api/shortener/v1/agents/1', {
    method: 'DELETE',
    headers: { cookie: `svc_session=${token}`, origin: 'https://evil.example' },
  });

  expect(await errorOf(invalid)).toMatchObject({ status: 401, code: 'unauthorized' });
  expect(await errorOf(foreign)).toMatchObject({ status: 403, code: 'csrf_rejected' });
  expect(asked).toHaveLength(count);
});

test('while the shortener is down only its routes respond with 503 and Retry-After', async () => {
  const { token } = alone.signIn();
  const headers = { ...JSON_TYPE, authorization: `Bearer ${token}` };

  const redirect = await alone.fetch('/r/abc1234');
  const photo = await alone.fetch('/api/shorten/photos', { method: 'POST', headers, body: '{"image":"AAAA"}' });
  const health = await alone.fetch('/api/health');

  expect([redirect.status, redirect.headers.get('retry-after')]).toEqual([503, '1']);
  expect([photo.status, photo.headers.get('retry-after')]).toEqual([503, '1']);
  expect(health.status).toBe(200);
});

test('a limit that the shortener reports reaches the uploader of a photo', async () => {
  const { token } = gateway.signIn();
  const told = {
    'retry-after': '90',
    ratelimit: '"photo-hour";r=0;t=90',
    'ratelimit-policy': '"photo-hour";q=120;w=3600',
  };
  answer = { status: 429, headers: told, body: { error: { code: 'rate_limited', message: 'Too many.' } } };

  const { status, headers } = await gateway.fetch('/api/shorten/photos', {
    method: 'POST',
    headers: { ...JSON_TYPE, authorization: `Bearer ${token}` },
    body: '{"image":"AAAA"}',
  });

  expect(status).toBe(429);
  expect(Object.fromEntries(Object.keys(told).map((name) => [name, headers.get(name)]))).toEqual(told);
});

test.each([
  ['/r', 'not_found'],
  ['/api/shorten/a/b/c', 'not_found'],
  ['/api/shortener/v2/links', 'not_found'],
  ['/api/shortening', 'NOT_FOUND'],
  ['/api/nothing', 'NOT_FOUND'],
])('the error of %s is spelled %s', async (path, code) => {
  expect(await errorOf(await gateway.fetch(path))).toMatchObject({ status: 404, code });
});

test('a photo is streamed to the shortener with its type, key and caller, and returns as a link', async () => {
  const { token, user } = gateway.signIn();
  answer = { status: 201, headers: { 'idempotency-replayed': 'true' }, body: link(user.userId) };

  const response = await gateway.fetch('/api/shorten/photos', {
    method: 'POST',
    headers: { 'content-type': 'image/png', 'idempotency-key': 'once', authorization: `Bearer ${token}` },
    body: 'the bytes',
  });

  expect(response.status).toBe(201);
  expect(response.headers.get('location')).toBe('/api/shorten/01900000-0000-7000-8000-000000000001');
  expect(response.headers.get('idempotency-replayed')).toBe('true');
  expect(await response.json()).toEqual(link(user.userId));
  const last = asked.at(-1);
  expect([last?.method, last?.path, last?.body]).toEqual(['POST', '/dashboard/photos', 'the bytes']);
  expect(last?.headers).toMatchObject({ 'content-type': 'image/png', 'idempotency-key': 'once' });
  expect(last?.headers['svc-assertion']).toMatch(/^ey/);
});

test('a client cannot name a screenshot whose deletion ends the link of its photo', async () => {
  const { token, user } = gateway.signIn();
  answer = { status: 201, body: link(user.userId) };

  await gateway.fetch('/api/shorten/photos', {
    method: 'POST',
    headers: {
      'content-type': 'image/png',
      [SCREENSHOT_HEADER]: crypto.randomUUID(),
      authorization: `Bearer ${token}`,
    },
    body: 'the bytes',
  });

  expect(asked.at(-1)?.path).toBe('/dashboard/photos');
  expect(asked.at(-1)?.headers[SCREENSHOT_HEADER]).toBeUndefined();
});

test('an invalid key is refused before the photo is forwarded', async () => {
  const count = asked.length;
  const authorization = `Bearer ${gateway.signIn().token}`;
  const headers = { 'content-type': 'image/png', 'idempotency-key': 'x'.repeat(256), authorization };

  const response = await gateway.fetch('/api/shorten/photos', { method: 'POST', headers, body: 'the bytes' });

  expect(await errorOf(response)).toMatchObject({ status: 400, code: 'validation_error' });
  expect(asked).toHaveLength(count);
});

test("the shortener's refusal is returned unchanged", async () => {
  const { token } = gateway.signIn();
  const details = [{ path: 'image', message: 'No image.' }];
  const error = { code: 'unsupported_image', message: 'No image.', details, detectedType: 'text/html' };
  answer = { status: 415, body: { error: { ...error, requestId: 'of-the-shortener' } } };

  const response = await gateway.fetch('/api/shorten/photos', {
    method: 'POST',
    headers: { ...JSON_TYPE, authorization: `Bearer ${token}` },
    body: '{"image":"AAAA"}',
  });

  expect(response.status).toBe(415);
  expect(await response.json()).toEqual({ error: { ...error, requestId: response.headers.get('x-request-id') } });
});

test('a photo without a session, or that is not an image, is refused before it is forwarded', async () => {
  const { token } = gateway.signIn();
  const count = asked.length;
  const post = (headers: Record<string, string>) =>
    gateway.fetch('/api/shorten/photos', { method: 'POST', headers, body: 'text' });

  const anonymous = await post({ 'content-type': 'image/png' });
  const text = await post({ 'content-type': 'text/plain', authorization: `Bearer ${token}` });

  expect(await errorOf(anonymous)).toMatchObject({ status: 401, code: 'unauthorized' });
  expect(await errorOf(text)).toMatchObject({ status: 415, code: 'unsupported_media_type' });
  expect(asked).toHaveLength(count);
});

function link(ownerId: string) {
  const time = '2026-05-01T10:00:00.000Z';
  return {
    id: '01900000-0000-7000-8000-000000000001',
    ownerId,
    shortId: 'abc1234',
    shortUrl: 'https://go.example/abc1234',
    kind: 'photo',
    url: null,
    targetHost: null,
    title: null,
    campaign: null,
    tags: [],
    dealId: null,
    clicks: 0,
    lastClickAt: null,
    expiresAt: null,
    isActive: true,
    switchedOffByAdmin: false,
    isFlagged: false,
    photo: { contentType: 'image/png', bytes: 9, width: 1, height: 1, directUrl: 'https://go.example/abc1234/raw' },
    clientId: null,
    createdAt: time,
    updatedAt: time,
    version: 1,
    access: { role: 'owner', teamIds: [], canEdit: true, canEditViews: false, redacted: [] },
  };
}

test('a redirect does not wait long for a shortener that hangs, nor do queued ones', async () => {
  hangs = true;
  try {
    const answers = await Promise.all(Array.from({ length: 20 }, () => gateway.fetch('/r/abc1234')));

    for (const response of answers) {
      expect(await errorOf(response)).toMatchObject({ status: 503, code: 'unavailable' });
      expect(response.headers.get('retry-after')).toBe('1');
    }
  } finally {
    hangs = false;
  }
});

test('photos for a shortener that hangs are refused once many are in flight, and accepted again when it recovers', async () => {
  // Several users, because one user gets only half of the slots.
  const tokens = [gateway.signIn().token, gateway.signIn().token];
  const gone = new AbortController();
  const upload = (index = 0, signal?: AbortSignal) => {
    const headers = { 'content-type': 'image/png', authorization: `Bearer ${tokens[index % 2]}` };
    const sent = { method: 'POST', headers, body: 'the bytes', ...(signal ? { signal } : {}) };
    return gateway.fetch('/api/shorten/photos', sent);
  };
  hangs = true;
  try {
    const refused: number[] = [];
    const uploads = Array.from({ length: 70 }, (_, index) =>
      upload(index, gone.signal).then(
        ({ status }) => void refused.push(status),
        () => undefined,
      ),
    );
    await eventually(() => expect(refused).toEqual([503, 503, 503, 503, 503, 503]));
    gone.abort();
    await Promise.all(uploads);
  } finally {
    hangs = false;
  }
  answer = { status: 415, body: { error: { code: 'unsupported_image', message: 'No image.' } } };

  expect((await upload()).status).toBe(415);
});

test('a photo is aborted when the whole upload takes too long, even while the shortener keeps sending bytes', async () => {
  const trickling = createServer((_request, response) => {
    const trickle = setInterval(() => response.write(' '), 20);
    response.once('close', () => clearInterval(trickle));
  });
  const { port, close } = await listenLocally(trickling);
  const bodies = { ...FORWARDED_BODIES, timeoutMs: 300 };
  const forwardFor = createForwarders(
    { shortener: `127.0.0.1:${port}`, screenshot: '127.0.0.1:1' },
    { bodies, files: FORWARDED_FILES },
  );
  const codes: unknown[] = [];
  const app = express().post('/', (request, response) => {
    const forwarded = forwardFor(request, response).forwardBody(PHOTO_ROUTES.create, {});
    void forwarded.catch(({ code }: { code: string }) => codes.push(code)).then(() => response.end());
  });
  const front = await listenLocally(app);
  await fetch(front.url, { method: 'POST', body: 'the bytes' });

  expect(codes).toEqual(['UNAVAILABLE']);
  await front.close();
  await close();
});

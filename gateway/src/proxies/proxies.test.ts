import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestGateway, type TestGateway } from '../testing/test-gateway.js';

/** What the shortener's internal listener was asked. */
interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

const asked: Asked[] = [];
let answer: { status: number; headers?: Record<string, string>; body: unknown } = { status: 200, body: {} };

const shortener = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { method = '', url: path = '', headers } = request;
    asked.push({ method, path, headers, body: Buffer.concat(chunks).toString() });
    response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers });
    response.end(JSON.stringify(answer.body));
  });
});

let gateway: TestGateway;
let alone: TestGateway;

beforeAll(async () => {
  await new Promise<void>((resolve) => shortener.listen(0, '127.0.0.1', resolve));
  const shortenerHttpAddress = `127.0.0.1:${(shortener.address() as AddressInfo).port}`;
  gateway = await startTestGateway({ shortenerHttpAddress });
  alone = await startTestGateway();
});

afterAll(async () => {
  await gateway.stop();
  await alone.stop();
  shortener.closeAllConnections();
  await new Promise((resolve) => shortener.close(resolve));
});

const JSON_TYPE = { 'content-type': 'application/json' };

async function errorOf(response: Response) {
  const { error } = (await response.json()) as { error: { code: string; details: object[] } };
  return { status: response.status, code: error.code, details: error.details };
}

test('a redirect goes through as it is, without a look at who calls', async () => {
  answer = { status: 302, headers: { location: 'https://example.com/' }, body: '' };

  const response = await gateway.fetch('/r/abc1234?x=1', { headers: { cookie: 'svc_session=secret' } });

  expect([response.status, response.headers.get('location')]).toEqual([302, 'https://example.com/']);
  const last = asked.at(-1);
  expect([last?.method, last?.path, last?.headers.cookie]).toEqual(['GET', '/r/abc1234?x=1', undefined]);
  expect(last?.headers['svc-client-address']).toBe('127.0.0.1');
});

test('the shortener is told who calls by the gateway alone', async () => {
  answer = { status: 200, body: { items: [] } };
  const { token } = gateway.signIn();
  const forged = { 'svc-assertion': 'forged', 'svc-client-address': '203.0.113.9', authorization: `Bearer ${token}` };

  await gateway.fetch('/api/shortener/v1/agents', { headers: forged });
  await gateway.fetch('/api/shortener/v1/health', { headers: { 'svc-assertion': 'forged' } });

  const [known, unknown] = asked.slice(-2);
  expect(known?.headers['svc-assertion']).toMatch(/^ey/);
  expect(known?.headers['svc-client-address']).toBe('127.0.0.1');
  expect(known?.headers.authorization).toBeUndefined();
  expect(unknown?.headers['svc-assertion']).toBe('');
});

test('a token that opens nothing is refused here, and so is a write with a cookie from another site', async () => {
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

test('without the shortener its routes answer 503 with Retry-After, and nothing else does', async () => {
  const { token } = alone.signIn();
  const headers = { ...JSON_TYPE, authorization: `Bearer ${token}` };

  const redirect = await alone.fetch('/r/abc1234');
  const photo = await alone.fetch('/api/shorten/photos', { method: 'POST', headers, body: '{"image":"AAAA"}' });
  const health = await alone.fetch('/api/health');

  expect([redirect.status, redirect.headers.get('retry-after')]).toEqual([503, '1']);
  expect([photo.status, photo.headers.get('retry-after')]).toEqual([503, '1']);
  expect(health.status).toBe(200);
});

test('a photo is streamed to the shortener with its type, key and caller, and comes back as a link', async () => {
  const { token, user } = gateway.signIn();
  answer = { status: 201, body: link(user.userId) };

  const response = await gateway.fetch('/api/shorten/photos', {
    method: 'POST',
    headers: { 'content-type': 'image/png', 'idempotency-key': 'once', authorization: `Bearer ${token}` },
    body: 'the bytes',
  });

  expect(response.status).toBe(201);
  expect(response.headers.get('location')).toBe('/api/shorten/01900000-0000-7000-8000-000000000001');
  expect(await response.json()).toEqual(link(user.userId));
  const last = asked.at(-1);
  expect([last?.method, last?.path, last?.body]).toEqual(['POST', '/dashboard/photos', 'the bytes']);
  expect(last?.headers).toMatchObject({ 'content-type': 'image/png', 'idempotency-key': 'once' });
  expect(last?.headers['svc-assertion']).toMatch(/^ey/);
});

test('what the shortener refuses is answered as it said it', async () => {
  const { token } = gateway.signIn();
  const details = [{ path: 'image', message: 'No image.' }];
  answer = { status: 415, body: { error: { code: 'unsupported_image', message: 'No image.', details } } };

  const response = await gateway.fetch('/api/shorten/photos', {
    method: 'POST',
    headers: { ...JSON_TYPE, authorization: `Bearer ${token}` },
    body: '{"image":"AAAA"}',
  });

  expect(await errorOf(response)).toEqual({ status: 415, code: 'unsupported_image', details });
});

test('a photo without a sign-in, or as something else than an image, is refused before it is sent on', async () => {
  const { token } = gateway.signIn();
  const count = asked.length;
  const post = (headers: Record<string, string>) =>
    gateway.fetch('/api/shorten/photos', { method: 'POST', headers, body: 'text' });

  const nobody = await post({ 'content-type': 'image/png' });
  const text = await post({ 'content-type': 'text/plain', authorization: `Bearer ${token}` });

  expect(await errorOf(nobody)).toMatchObject({ status: 401, code: 'unauthorized' });
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
    isFlagged: false,
    photo: { contentType: 'image/png', bytes: 9, width: 1, height: 1, directUrl: 'https://go.example/abc1234/raw' },
    clientId: null,
    createdAt: time,
    updatedAt: time,
    version: 1,
    access: { role: 'owner', teamIds: [], canEdit: true, canEditViews: false, redacted: [] },
  };
}

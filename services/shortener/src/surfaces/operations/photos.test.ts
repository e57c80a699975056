import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import sharp from 'sharp';
import type { HostAnswer, ShortenerService, TestHosts } from '../../testing/shortener-service.js';
import { agentWith, API, freshSlug, ORIGIN, startShortener } from '../../testing/shortener-service.js';

let service: ShortenerService;
let hosts: TestHosts;
let png: Buffer;
const agent = agentWith();

beforeAll(async () => {
  service = await startShortener();
  hosts = await service.openHosts({ imageBytesMax: 100_000 });
  png = await sharp({ create: { width: 6, height: 4, channels: 3, background: '#123456' } })
    .png()
    .toBuffer();
});

afterAll(() => service?.stop());

const upload = (body: unknown, headers: Record<string, string> = {}) =>
  hosts.call('POST', '/photos', { as: agent, body, headers });

function expectUploaded({ status, body }: HostAnswer, fields: object = {}): void {
  expect(status).toBe(201);
  expect(body).toEqual({
    shortId: expect.any(String),
    shortUrl: `${ORIGIN}/${body.shortId}`,
    directUrl: `${ORIGIN}/${body.shortId}/raw`,
    kind: 'photo',
    owner: 'agent',
    contentType: 'image/png',
    width: 6,
    height: 4,
    bytes: png.length,
    title: null,
    tags: [],
    expiresAt: null,
    createdAt: expect.any(String),
    statsUrl: `${ORIGIN}${API}/links/${body.shortId}/stats`,
    ...fields,
  });
}

test('an agent uploads a photo as base64 or data URL in JSON', async () => {
  const slug = freshSlug();
  const base64 = png.toString('base64');

  const plain = await upload({ image: base64, slug, title: ' A photo ', tags: ['a', 'b'] });
  const dataUrl = await upload({ image: `data:image/png;base64,${base64}`, slug: '' });

  expectUploaded(plain, { shortId: slug, title: 'A photo', tags: ['a', 'b'] });
  expectUploaded(dataUrl);
});

test('an agent uploads a photo as a form with repeated tags', async () => {
  const form = new FormData();
  form.set('image', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'photo.png');
  form.set('title', 'A photo');
  form.append('tags', 'a');
  form.append('tags', 'b');

  expectUploaded(await upload(form), { title: 'A photo', tags: ['a', 'b'] });
});

test('an agent uploads a photo as the raw body', async () => {
  expectUploaded(await upload(png, { 'content-type': 'image/png' }));
});

test.each([
  ['text that is no image', { image: Buffer.from('no image at all').toString('base64') }, 415, 'unsupported_image'],
  [
    'an SVG',
    { image: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64') },
    415,
    'unsupported_image',
  ],
  ['bad base64', { image: '***' }, 400, 'validation_error'],
  ['no image', { title: 'A photo' }, 400, 'validation_error'],
  ['an unknown field', { image: 'PNG', unknown: 1 }, 400, 'validation_error'],
  ['too much', { image: Buffer.alloc(120_000, 1).toString('base64') }, 413, 'payload_too_large'],
])('an upload of %s is refused', async (_, body, status, code) => {
  const sent = 'image' in body && body.image === 'PNG' ? { ...body, image: png.toString('base64') } : body;

  const answer = await upload(sent);

  expect([answer.status, answer.body.error.code]).toEqual([status, code]);
});

test('a truncated image is rejected as undecodable', async () => {
  const whole = await sharp({
    create: {
      width: 200,
      height: 200,
      channels: 3,
      background: '#123456',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
    .jpeg()
    .toBuffer();

  const { status, body } = await upload({ image: whole.subarray(0, 400).toString('base64') });

  expect([status, body.error.code]).toEqual([415, 'unsupported_image']);
});

test('other body types, broken JSON and an empty body are rejected', async () => {
  const text = await upload('image', { 'content-type': 'text/plain' });
  const broken = await upload('{"image":', { 'content-type': 'application/json' });
  const nothing = await upload(undefined);

  expect([text.status, text.body.error.code]).toEqual([415, 'unsupported_media_type']);
  expect([broken.status, broken.body.error.code]).toEqual([400, 'validation_error']);
  expect(nothing.status).toBeGreaterThanOrEqual(400);
  expect(nothing.status).toBeLessThan(500);
});

test('an unavailable slug is rejected for photos too', async () => {
  const slug = freshSlug();
  const image = png.toString('base64');
  await upload({ image, slug });

  const codes: string[] = [];
  for (const wanted of [slug.toUpperCase(), 'admin', 'a b c']) {
    codes.push((await upload({ image, slug: wanted })).body.error.code);
  }

  expect(codes).toEqual(['slug_taken', 'reserved_slug', 'invalid_slug']);
});

test('a retried upload with an idempotency key returns the same link', async () => {
  const headers = { 'idempotency-key': freshSlug() };
  const body = { image: png.toString('base64') };

  const [first, second] = [await upload(body, headers), await upload(body, headers)];

  expect([second.status, second.body]).toEqual([201, first.body]);
});

test.each(['public', 'internal'] as const)(
  'a guest is refused before the image is read, on the %s listener',
  async (through) => {
    const { port } = new URL(through === 'public' ? hosts.publicUrl : hosts.internalUrl);
    const headers = { 'content-type': 'image/png', 'content-length': 90_000 };

    const { status, text } = await new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
      const sent = httpRequest({ host: '127.0.0.1', port, path: `${API}/photos`, method: 'POST', headers });
      sent.on('response', (response) => {
        let text = '';
        response.on('data', (bytes: Buffer) => (text += bytes.toString()));
        response.on('end', () => resolve({ status: response.statusCode, text }));
      });
      sent.on('error', reject);
      // The image is never sent.
      sent.flushHeaders();
    });

    expect([status, JSON.parse(text)]).toMatchObject([401, { error: { code: 'auth_required_for_customization' } }]);
  },
);

test('other agents see only the public fields of a photo', async () => {
  const { body } = await upload({ image: png.toString('base64'), title: 'Private' });

  const seen = await hosts.call('GET', `/links/${body.shortId}`, { as: agentWith() });
  const own = await hosts.call('GET', `/links/${body.shortId}`, { as: agent });

  expect(Object.keys(seen.body).toSorted()).toEqual([
    'createdAt',
    'expiresAt',
    'isActive',
    'kind',
    'shortId',
    'shortUrl',
    'targetHost',
  ]);
  expect(seen.body).toMatchObject({ kind: 'photo', targetHost: null });
  expect(own.body).toMatchObject({ title: 'Private', targetUrl: null, directUrl: `${ORIGIN}/${body.shortId}/raw` });
});

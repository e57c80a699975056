import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { testUser } from '@svc/chassis/testing/test-service';
import { makeBmp } from '@svc/images/testing/bmp-file';
import { noise, paint } from '@svc/images/testing/test-images';
import { call, reserve, sendContent } from '../testing/image-requests.js';
import { type ScreenshotService, startScreenshot } from '../testing/screenshot-service.js';
import { freshPng } from '../testing/test-files.js';

/** Limits in these tests, in bytes. */
const IMAGE_MAX = 100_000;
const BODY_MAX = 140_000;
const user = testUser();
const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');

let service: ScreenshotService;

beforeAll(async () => {
  service = await startScreenshot({ limits: { bodyBytesMax: BODY_MAX, imageBytesMax: IMAGE_MAX } });
});

afterAll(() => service?.stop());

async function send(body: unknown, headers: Record<string, string> = {}) {
  return call(service, 'POST', '/screenshots', { as: user, body, headers });
}

/** Pads a PNG to an exact size. */
async function pngOf(bytes: number): Promise<Buffer> {
  const small = await freshPng();
  return Buffer.concat([small, Buffer.alloc(bytes - small.length)]);
}

/** The start of an ISO media file with the given brands. */
function ftyp(major: string, ...compatible: string[]): Buffer {
  const brands = latin1(`ftyp${major}\0\0\0\0${compatible.join('')}`);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(brands.length + 4);
  return Buffer.concat([size, brands, Buffer.alloc(64)]);
}

describe('size', () => {
  test('accepts an image at the size limit and rejects one a byte larger', async () => {
    const [exact, over] = [await pngOf(IMAGE_MAX), await pngOf(IMAGE_MAX + 1)];

    const answers = [
      await sendContent(service, user, await reserve(service, user), exact),
      await send({ image: exact.toString('base64') }),
      await sendContent(service, user, await reserve(service, user), over),
      await send({ image: over.toString('base64') }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([200, 201, 413, 413]);
    expect(answers[3]?.body.error).toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
  });

  test('accepts a JSON body at the size limit and rejects one a byte larger, with or without Content-Length', async () => {
    const image = (await freshPng()).toString('base64');
    const padded = (bytes: number): Buffer => {
      const text = JSON.stringify({ image });
      return Buffer.from(text + ' '.repeat(bytes - text.length));
    };
    const json = { 'content-type': 'application/json' };
    const chunked = async (bytes: number) => {
      const body = new Blob([new Uint8Array(padded(bytes))]).stream();
      const headers = { ...json, ...(await service.headersOf(user)) };
      const sent = fetch(`${service.url}/screenshots`, {
        method: 'POST',
        headers,
        body,
        duplex: 'half',
      } as RequestInit);
      return (await sent).status;
    };

    const statuses = [
      (await send(padded(BODY_MAX), json)).status,
      (await send(padded(BODY_MAX + 1), json)).status,
      await chunked(BODY_MAX),
      await chunked(BODY_MAX + 1),
    ];

    expect(statuses).toEqual([201, 413, 201, 413]);
  });
});

describe('base64', () => {
  test('accepts every common base64 variant', async () => {
    const image = (await noise(8, 8)).toString('base64');
    const spellings = [
      (image.match(/.{1,20}/g) ?? []).join('\r\n'),
      image.replaceAll('=', ''),
      image.replaceAll('+', '-').replaceAll('/', '_'),
      `DATA:IMAGE/PNG;BASE64,${image}`,
    ];
    const escaped = latin1(JSON.stringify({ image }).replaceAll('/', '\\/'));

    const statuses = [];
    for (const spelling of spellings) statuses.push((await send({ image: spelling })).status);
    statuses.push((await send(escaped, { 'content-type': 'application/json' })).status);

    expect(statuses).toEqual([201, 201, 201, 201, 201]);
  });

  test.each([
    ['invalid characters in base64', 'aGVs!@#bG8h', 400, 'INVALID_BASE64'],
    ['padding in the middle of base64', 'aGVs==bG8h', 400, 'INVALID_BASE64'],
    ['base64 with an extra character', 'aGVsbG8ha', 400, 'INVALID_BASE64'],
    ['an empty string', '', 400, 'INVALID_BASE64'],
    ['a declared SVG', 'data:image/svg+xml;base64,aGVsbG8=', 415, 'UNSUPPORTED_IMAGE'],
    ['a number', 5, 400, 'VALIDATION_ERROR'],
  ])('rejects %s as an image', async (_what, image, status, code) => {
    const answer = await send({ image });

    expect([answer.status, answer.body.error.code]).toEqual([status, code]);
  });
});

describe('file types', () => {
  const avif = async (): Promise<Buffer> => {
    const bytes = await paint(8, 8).avif().toBuffer();
    return bytes;
  };
  test.each<[string, () => Promise<Buffer> | Buffer]>([
    ['image/png', () => freshPng()],
    ['image/jpeg', () => paint(8, 8).jpeg().toBuffer()],
    ['image/webp', () => paint(8, 8).webp().toBuffer()],
    ['image/gif', () => paint(8, 8).gif().toBuffer()],
    ['image/avif', avif],
    ['image/avif', async () => withMajorBrand(await avif(), 'mif1')],
    ['image/bmp', () => makeBmp({ width: 1, height: 1, depth: 24, pixels: [9, 9, 9, 0] })],
  ])('detects and displays %s', async (contentType, bytesOf) => {
    const created = await send({ image: (await bytesOf()).toString('base64'), filename: 'view.png' });
    const { status, headers } = await call(service, 'GET', `/screenshots/${created.body.screenshotId}/thumbnail`, {
      as: user,
    });

    expect(created.body).toMatchObject({
      image: { contentType, warnings: contentType === 'image/png' ? [] : ['DECLARED_TYPE_MISMATCH'] },
    });
    expect([status, headers.get('content-type')]).toEqual([200, 'image/webp']);
  });

  test.each([
    ['image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['image/heic', ftyp('heic', 'mif1')],
    ['image/heif', ftyp('mif1', 'heic')],
    ['image/tiff', latin1('II*\0\x08\0\0\0\0\0\0\0\0\0\0\0')],
    ['image/tiff', latin1('MM\0*\0\0\0\x08\0\0\0\0\0\0\0\0')],
    ['application/pdf', latin1('%PDF-1.7\n')],
    ['image/jxl', latin1('\xff\x0a\0\0\0\0\0\0')],
    ['application/zip', latin1(`PK\x03\x04\x14${'\0'.repeat(60)}`)],
    ['unknown', latin1('BM is how this text begins, and it goes on for long enough to hold a header.')],
  ])('rejects %s by its detected type', async (type, bytes) => {
    const id = await reserve(service, user);

    const { status, body } = await sendContent(service, user, id, bytes);

    expect([status, body.error.code]).toEqual([415, 'UNSUPPORTED_IMAGE']);
    if (type !== 'unknown') expect(body.error.details[0]?.message).toContain(type);
    const { screenshot } = await service.shots(user).getScreenshot({ screenshotId: id });
    expect(screenshot).toMatchObject({ status: 'pending', image: null });
  });

  test.each<[string, () => Promise<Buffer> | Buffer, string]>([
    ['is truncated', async () => (await noise(60, 60)).subarray(0, 4_000), 'IMAGE_CORRUPT'],
    ['claims 400 megapixels', async () => withSize(await freshPng(), 20_000), 'IMAGE_TOO_LARGE'],
    [
      'claims enormous dimensions',
      () => makeBmp({ width: 65_535, height: 65_535, depth: 24, pixels: [0, 0, 0, 0] }),
      'IMAGE_TOO_LARGE',
    ],
  ])('rejects an image that %s and keeps the screenshot waiting for another', async (_what, bytesOf, code) => {
    const id = await reserve(service, user);

    const { status, body } = await sendContent(service, user, id, await bytesOf());
    const { screenshot } = await service.shots(user).getScreenshot({ screenshotId: id });
    const again = await sendContent(service, user, id, await freshPng());

    expect([status, body.error.code]).toEqual([422, expect.stringContaining(code)]);
    expect([screenshot?.status, again.status]).toEqual(['pending', 200]);
  });

  test('stores a GIF that is also a script without making it executable', async () => {
    const gif = Buffer.concat([await paint(4, 4).gif().toBuffer(), latin1('=1;alert(1)/*')]);
    const { body } = await send({ image: gif.toString('base64') });

    const { headers, bytes } = await call(service, 'GET', `/screenshots/${body.screenshotId}/image`, { as: user });

    expect(bytes).toEqual(gif);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/gif',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    });
  });
});

describe('fields sent with an image', () => {
  const image = paint(4, 4).png().toBuffer();

  test.each<[string, Record<string, unknown>]>([
    ['sourceUrl', { sourceUrl: `https://a.example/${'x'.repeat(3_000)}` }],
    ['sourceUrl', { sourceUrl: 'javascript:alert(1)' }],
    ['note', { note: 'x'.repeat(2_001) }],
    ['note', { note: 'a\0b' }],
    ['note', { note: '\ud83d' }],
    ['filename', { filename: 'x'.repeat(300) }],
    ['platform', { platform: 'x'.repeat(41) }],
    ['detectedViews', { detectedViews: -1 }],
    ['detectedViews', { detectedViews: 1.5 }],
    ['detectedViews', { detectedViews: 1e300 }],
    ['capturedAt', { capturedAt: 'yesterday' }],
    ['capturedAt', { capturedAt: '9999-12-31T23:59:59-23:59' }],
    ['capturedAt', { capturedAt: '0000-01-01T00:00:00Z' }],
    ['dealId', { dealId: 'x' }],
    ['dealId', { videoId: '0190f3a0-0000-7000-8000-000000000000' }],
    ['ownerId', { ownerId: '0190f3a0-0000-7000-8000-000000000000' }],
    ['__proto__', JSON.parse('{"__proto__":{"grade":"server_captured"}}') as Record<string, unknown>],
  ])('names an invalid %s and creates nothing', async (path, fields) => {
    const before = await service.shots(user).listScreenshots({ pageSize: 1, skip: 0, scope: '' });

    const { status, body } = await send({ image: (await image).toString('base64'), ...fields });

    expect([status, body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect(body.error.details.map((detail) => detail.path)).toContain(path);
    const after = await service.shots(user).listScreenshots({ pageSize: 1, skip: 0, scope: '' });
    expect(after.totalSize).toBe(before.totalSize);
  });

  test('rejects text over 4 KiB and more than one image', async () => {
    const bytes = new Uint8Array(await image);
    const long = new FormData();
    long.append('image', new File([bytes], 'a.png'));
    long.append('note', 'x'.repeat(4_097));
    const twice = new FormData();
    twice.append('image', new File([bytes], 'a.png'));
    twice.append('image', new File([bytes], 'b.png'));

    const answers = [
      await send(long),
      await send(twice),
      await send({ image: (await image).toString('base64'), note: 'x'.repeat(4_097) }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400]);
  });
});

/** Rewrites the PNG header to claim a square with sides of so many pixels. */
function withSize(png: Buffer, side: number): Buffer {
  const copy = Buffer.from(png);
  copy.writeUInt32BE(side, 16);
  copy.writeUInt32BE(side, 20);
  copy.writeUInt32BE(crc32(copy.subarray(12, 29)), 29);
  return copy;
}

/** Replaces the major brand of an AVIF; its own stays among the compatible brands. */
function withMajorBrand(avif: Buffer, brand: string): Buffer {
  const copy = Buffer.from(avif);
  copy.write(brand, 8, 'latin1');
  return copy;
}

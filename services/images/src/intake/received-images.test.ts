import { constants, crc32, deflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createLog } from '@svc/chassis/logging/log';
import type { ObjectStore } from '@svc/objects/store/object-store';
import { openObjectStore } from '@svc/objects/store/open-object-store';
import { testFolderOptions } from '@svc/objects/testing/test-object-store';
import sharp from 'sharp';
import { makeBmp } from '../testing/bmp-file.js';
import { type IntakeAnswer, type IntakeServer, startIntakeServer } from '../testing/intake-server.js';
import { derivedSizes, noise, paint, readObject } from '../testing/test-images.js';

let store: ObjectStore;
let server: IntakeServer;
let photo: Buffer;

beforeAll(async () => {
  store = await openObjectStore(testFolderOptions(), createLog('test', 'fatal'));
  server = await startIntakeServer(store, { bodyBytesMax: 10_000_000, imageBytesMax: 5_000_000 });
  photo = await paint(64, 40).png().toBuffer();
});

afterAll(async () => {
  await server.close();
});

test.each([
  ['image/png', () => noise(300, 200)],
  ['image/jpeg', () => paint(300, 200).jpeg().toBuffer()],
  ['image/jpeg', () => paint(300, 200).toColourspace('cmyk').jpeg().toBuffer()],
  ['image/png', () => paint(300, 200).toColourspace('b-w').png().toBuffer()],
  ['image/png', () => paint(300, 200).toColourspace('rgb16').png().toBuffer()],
  ['image/webp', () => paint(300, 200).webp().toBuffer()],
  ['image/gif', () => paint(300, 200).gif().toBuffer()],
  ['image/avif', () => paint(300, 200).avif().toBuffer()],
  ['image/avif', async () => withMajorBrand(await paint(300, 200).avif().toBuffer(), 'mif1')],
  [
    'image/bmp',
    async () => makeBmp({ width: 300, height: 200, depth: 24, pixels: [...Buffer.alloc(300 * 200 * 3, 90)] }),
  ],
])('%s is accepted and rendered, for a tiny and a real image', async (type, make) => {
  const image = await make();

  const { status, body } = await server.sendJson({ image: image.toString('base64') });

  expect({ status, code: body.code }).toEqual({ status: 200, code: undefined });
  expect(body.image).toMatchObject({ contentType: type, width: 300, height: 200, frames: 1, warnings: [] });
  expect(await derivedSizes(store, body.image.sha256)).toEqual({
    display: [300, 200],
    'thumb-160': [160, 107],
    'thumb-480': [300, 200],
    'thumb-1280': [300, 200],
  });
});

test('the smallest possible image is accepted', async () => {
  for (const image of [
    await paint(1, 1).png().toBuffer(),
    makeBmp({ width: 1, height: 1, depth: 24, pixels: [0, 0, 0, 0] }),
  ]) {
    const { body } = await server.sendJson({ image: image.toString('base64') });

    expect(body.image).toMatchObject({ width: 1, height: 1 });
  }
});

test('a GIF that is also a script is a GIF, and its derived images are not scripts', async () => {
  const picture = await paint(20, 20).gif().toBuffer();
  const polyglot = Buffer.concat([picture, Buffer.from('*/=1;alert(document.cookie)//')]);

  const { body } = await server.send('image/gif', polyglot);

  expect(body.image.contentType).toBe('image/gif');
  expect(await readObject(store, body.image.originalKey)).toEqual(polyglot);
  expect((await readObject(store, body.image.displayKey)).includes('alert')).toBe(false);
});

test.each([
  ['a text that begins like a BMP', Buffer.from(`BM${'x'.repeat(200)}`), 415, 'UNSUPPORTED_IMAGE'],
  ['an archive', Buffer.from('PK\x03\x04\x14\0\0\0\0\0'.padEnd(60, '\0')), 415, 'UNSUPPORTED_IMAGE'],
  [
    'a BMP of impossible height',
    makeBmp({ width: 1, height: -2_147_483_648, depth: 24, pixels: [0] }),
    422,
    'IMAGE_TOO_LARGE',
  ],
  [
    'a BMP of impossible size',
    makeBmp({ width: 65_535, height: 65_535, depth: 24, pixels: [0] }),
    422,
    'IMAGE_TOO_LARGE',
  ],
  ['a BMP without its pixels', makeBmp({ width: 500, height: 500, depth: 24, pixels: [0] }), 422, 'IMAGE_CORRUPT'],
])('%s is refused', async (_what, bytes, status, code) => {
  expect(refusal(await server.send('image/png', bytes))).toEqual([status, code]);
});

test('derived images have at most 4096 pixels on a side, and are never enlarged', async () => {
  const wide = await paint(6_000, 3_000).jpeg({ quality: 40 }).toBuffer();

  const [large, small] = await Promise.all([server.send('image/jpeg', wide), server.send('image/png', photo)]);

  expect(await derivedSizes(store, large.body.image.sha256)).toMatchObject({ display: [4_096, 2_048] });
  expect(await derivedSizes(store, small.body.image.sha256)).toMatchObject({
    display: [64, 40],
    'thumb-1280': [64, 40],
  });
});

test.each(['image/*', 'application/octet-stream'])(
  'bytes declared as %s are recognized by themselves',
  async (type) => {
    const { body } = await server.send(type, photo);

    expect(body.image).toMatchObject({ contentType: 'image/png', warnings: [] });
  },
);

test('any other wrong declaration causes a warning, and the bytes take precedence', async () => {
  const { body } = await server.sendJson({ image: `data:image/gif;base64,${photo.toString('base64')}` });

  expect(body.image).toMatchObject({ contentType: 'image/png', warnings: ['DECLARED_TYPE_MISMATCH'] });
});

test('a damaged image is refused even if its header is valid', async () => {
  const picture = await noise(200, 200);

  for (const broken of [picture.subarray(0, picture.length / 2), picture.subarray(0, 40)]) {
    expect(refusal(await server.send('image/png', broken))).toEqual([422, 'IMAGE_CORRUPT']);
  }
});

test('a photo is rendered upright and without its location, and its original keeps both', async () => {
  const taken = await paint(300, 200)
    .withMetadata({ orientation: 6 })
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100' }, IFD0: { Artist: 'someone' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();

  const { body } = await server.sendJson({ image: taken.toString('base64') });

  expect(body.image).toMatchObject({ width: 200, height: 300, hasLocation: true });
  expect(await readObject(store, body.image.originalKey)).toEqual(taken);
  const display = await readObject(store, body.image.displayKey);
  expect(await sharp(display).metadata()).toMatchObject({ width: 200, height: 300 });
  expect((await sharp(display).metadata()).exif).toBeUndefined();
  expect(display.includes('someone')).toBe(false);
});

test('a small animation stays animated, and a large one is reduced to its first frame with a warning', async () => {
  const small = await animate(40, 30, 5);
  const large = await animate(1_200, 900, 20);

  const [moving, flat] = [await server.send('image/gif', small), await server.send('image/gif', large)];

  expect(moving.body.image).toMatchObject({ contentType: 'image/gif', frames: 5, height: 30, warnings: [] });
  expect((await sharp(await readObject(store, moving.body.image.displayKey)).metadata()).pages).toBe(5);
  expect(flat.body.image).toMatchObject({ frames: 20, height: 900, warnings: ['ANIMATION_FLATTENED'] });
  expect((await sharp(await readObject(store, flat.body.image.displayKey)).metadata()).pages ?? 1).toBe(1);
});

test('an image that is too large to decode is refused based on its header', async () => {
  const frames = await sharp(Buffer.alloc(10_000 * 4 * 3), {
    raw: { width: 4, height: 10_000, channels: 3, pageHeight: 1 },
    limitInputPixels: false,
  })
    .gif({ loop: 0, dither: 0, keepDuplicateFrames: true })
    .toBuffer();
  const huge = blackPng(20_000, 20_000);
  await server.send('image/png', photo);
  const before = process.memoryUsage().rss;
  let peak = before;
  const sampling = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 2);

  const answers = [await server.send('image/gif', frames), await server.send('image/png', huge)];

  clearInterval(sampling);
  for (const answer of answers) expect(refusal(answer)).toEqual([422, 'IMAGE_TOO_LARGE']);
  expect(answers[0]?.body.message).toContain('10000 frames');
  expect(answers[1]?.body.message).toContain('20000 x 20000');
  // Decoded, the second would take 1.2 GB.
  expect(peak - before).toBeLessThan(200_000_000);
});

function refusal({ status, body }: IntakeAnswer): [number, string] {
  return [status, body.code];
}

/** The same file with another major brand; its own stays among the compatible brands. */
function withMajorBrand(avif: Buffer, brand: string): Buffer {
  const copy = Buffer.from(avif);
  copy.write(brand, 8, 'latin1');
  return copy;
}

/** A GIF whose frames differ. */
async function animate(width: number, height: number, frames: number): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * frames * 3);
  for (let frame = 0; frame < frames; frame += 1) pixels.fill(frame * 10, frame * width * height * 3);
  return sharp(pixels, { raw: { width, height: height * frames, channels: 3, pageHeight: height } })
    .gif()
    .toBuffer();
}

/** A black PNG. Repeats the same compressed rows, because compressing a large image takes seconds. */
function blackPng(width: number, height: number): Buffer {
  const rowsAtOnce = 100;
  const rowBytes = 1 + width * 3;
  const rows = deflateRawSync(Buffer.alloc(rowBytes * rowsAtOnce), { finishFlush: constants.Z_FULL_FLUSH });
  const header = Buffer.from([...bigEndian(width), ...bigEndian(height), 8, 2, 0, 0, 0]);
  // The Adler-32 checksum of zeros.
  const checksum = ((rowBytes * height) % 65_521) * 65_536 + 1;
  const pixels = [
    Buffer.from([0x78, 0x01]),
    ...Array<Buffer>(height / rowsAtOnce).fill(rows),
    Buffer.from([0x03, 0x00]),
    bigEndian(checksum),
  ];
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    pngChunk('IHDR', header),
    pngChunk('IDAT', Buffer.concat(pixels)),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

function pngChunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type), data]);
  return Buffer.concat([bigEndian(data.length), content, bigEndian(crc32(content))]);
}

function bigEndian(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

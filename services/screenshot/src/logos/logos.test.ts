import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { testAgent, testUser } from '@svc/chassis/testing/test-service';
import { makeBmp } from '@svc/images/testing/bmp-file';
import { paint } from '@svc/images/testing/test-images';
import { derivedFolder, originalKey } from '@svc/objects/store/object-keys';
import { sweepObjects } from '@svc/objects/sweep/sweep-objects';
import { agedStore, ageMarks } from '@svc/objects/testing/image-tables';
import { testS3Options } from '@svc/objects/testing/test-object-store';
import { PurgeService } from '@svc/proto/purge/v1/purge_service';
import { LogoService } from '@svc/proto/screenshot/v1/logo_service';
import sharp from 'sharp';
import { v7 as newId } from 'uuid';
import { call, type ImageRequest, keep, openUpload } from '../testing/image-requests.js';
import { type ScreenshotService, startScreenshot } from '../testing/screenshot-service.js';
import { freshPng, locatedJpeg } from '../testing/test-files.js';
import { imageSweep } from '../upkeep/sweep-images.js';
import { LOGO_BYTES_MAX } from './set-logo.js';

const IMAGE_MAX = 40 * 1_048_576;

let service: ScreenshotService;
let user: ReturnType<typeof testUser>;

beforeAll(async () => {
  service = await startScreenshot({
    objects: testS3Options(),
    limits: { bodyBytesMax: IMAGE_MAX, imageBytesMax: IMAGE_MAX },
  });
});

beforeEach(() => {
  user = testUser();
});

afterAll(() => service?.stop());

const send = (bytes: Buffer, as: ImageRequest['as'] = user, type = 'image/*') =>
  call(service, 'PUT', '/logo', { as, body: bytes, headers: { 'content-type': type } });
const read = (as: ImageRequest['as'] = user) => call(service, 'GET', '/logo', { as });
const readShared = (pass: string) => call(service, 'GET', `/public/shares/t/logo?viewingPass=${pass}`);
const logos = (as: ImageRequest['as'] = user) => service.as(as, LogoService);
const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Names of the stored variants of an image. */
async function picturesOf(bytes: Buffer): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of service.store.list(derivedFolder(sha256Of(bytes)))) keys.push(key);
  return keys.map((key) => key.split('/').at(-1) ?? '');
}

/** A viewing pass for a share of the user's that shows only a name. */
function openedShare(): string {
  const pass = newId();
  const share = {
    entityType: 'influencer',
    entityId: newId(),
    ownerId: user.userId,
    visibleFields: ['name'],
    videos: [],
  };
  service.deal.passes.set(pass, share);
  return pass;
}

test('stores a small picture of a logo without metadata and drops the original', async () => {
  const file = await sharp(await locatedJpeg())
    .keepMetadata()
    .resize(1_200, 600)
    .jpeg()
    .toBuffer();
  expect((await sharp(file).metadata()).exif).toBeDefined();

  const sent = await send(file);
  const { status, bytes, headers } = await read();
  const { logo } = await logos().getLogo({});

  expect([sent.status, sent.body]).toEqual([200, { updatedAt: logo?.updatedAt?.toISOString() }]);
  expect([status, headers.get('content-type')]).toEqual([200, 'image/webp']);
  expect([headers.get('cache-control'), headers.get('x-content-type-options')]).toEqual([
    'private, max-age=300',
    'nosniff',
  ]);
  const { width, height, exif, xmp } = await sharp(bytes).metadata();
  expect([width, height, exif, xmp]).toEqual([480, 240, undefined, undefined]);
  expect(await picturesOf(file)).toEqual(['thumb-480.webp']);
  expect(await service.store.stat(originalKey(sha256Of(file)))).toBeNull();
});

test('keeps transparency, replaces the previous logo, and shows it to its user only', async () => {
  const clear = await sharp({ create: { width: 40, height: 20, channels: 4, background: '#00000000' } })
    .png()
    .toBuffer();

  await send(await paint(64, 40).webp().toBuffer());
  const before = await logos().getLogo({});
  await send(clear);
  const after = await logos().getLogo({});
  const { width, hasAlpha } = await sharp((await read()).bytes).metadata();

  expect([width, hasAlpha]).toEqual([40, true]);
  expect(after.logo?.updatedAt?.getTime()).toBeGreaterThan(before.logo?.updatedAt?.getTime() ?? 0);
  const other = testUser();
  expect([(await read(other)).status, (await logos(other).getLogo({})).logo]).toEqual([404, null]);
});

test.each<[string, () => Promise<Buffer>, string, number, string]>([
  ['SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/*', 415, 'image/svg+xml'],
  ['SVG declared as such', async () => Buffer.from('<svg/>'), 'image/svg+xml', 415, 'image/svg+xml'],
  ['GIF', () => paint(8, 8).gif().toBuffer(), 'image/png', 415, 'image/gif'],
  ['AVIF', () => paint(8, 8).avif().toBuffer(), 'image/*', 415, 'image/avif'],
  ['BMP', async () => makeBmp({ width: 1, height: 1, depth: 24, pixels: [0, 0, 0, 0] }), 'image/*', 415, 'image/bmp'],
  ['text', async () => Buffer.from('a logo'), 'image/png', 415, 'unknown'],
])('rejects %s by its detected type and keeps the logo', async (_what, bytesOf, type, status, detected) => {
  await send(await freshPng());
  const before = (await read()).bytes;

  const { status: answered, body } = await send(await bytesOf(), user, type);

  expect([answered, body.error.code]).toEqual([status, 'UNSUPPORTED_IMAGE']);
  expect(body.error.message).toBe('The logo must be a PNG, JPEG or WebP image. Convert it before the upload.');
  expect(body.error.details[0]?.message).toBe(`Detected type: ${detected}.`);
  expect((await read()).bytes).toEqual(before);
});

test('rejects a truncated file, and one larger than 2 MB', async () => {
  const png = await freshPng(100);
  const padded = (bytes: number) => Buffer.concat([png, Buffer.alloc(bytes - png.length)]);

  const answers = [
    await send(png.subarray(0, png.length / 2)),
    await send(padded(LOGO_BYTES_MAX)),
    await send(padded(LOGO_BYTES_MAX + 1)),
  ];

  expect(LOGO_BYTES_MAX).toBe(2 * 1_048_576);
  expect(answers.map(({ status }) => status)).toEqual([422, 200, 413]);
  expect(answers[2]?.body.error).toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
});

test('rejects 40 MB before reading them and keeps the logo when an upload is cut off', async () => {
  await send(await freshPng());
  const before = (await read()).bytes;
  const headers = { ...(await service.headersOf(user)), 'content-type': 'image/png' };
  const large = openUpload(`${service.url}/logo`, 40 * 1_048_576, headers);
  await large.write(Buffer.alloc(1));
  const png = await freshPng(100);
  const broken = openUpload(`${service.url}/logo`, png.length, headers);
  await broken.write(png.subarray(0, 100));

  expect(await large.answered).toBe(413);
  large.drop();
  broken.drop();

  expect((await read()).bytes).toEqual(before);
});

test('refuses logos of anonymous callers and agents', async () => {
  const agent = testAgent({}, ['svc.read', 'svc.write.low_risk', 'svc.write.sensitive', 'mcp']);
  const png = await freshPng();

  const statuses = [
    (await call(service, 'PUT', '/logo', { body: png, headers: { 'content-type': 'image/png' } })).status,
    (await call(service, 'GET', '/logo')).status,
    (await send(png, agent)).status,
    (await read(agent)).status,
  ];

  expect(statuses).toEqual([401, 401, 403, 403]);
  await expect(logos(agent).removeLogo({})).rejects.toMatchObject({ kind: 'forbidden' });
});

test("shows the owner's logo on an opened share with any fields, only with the pass", async () => {
  const pass = openedShare();
  const shared = (viewingPass: string) => logos().getSharedLogo({ token: 't', viewingPass });
  const none = [(await shared(pass)).logo, (await readShared(pass)).status];
  await send(await freshPng());

  const { bytes, status, headers } = await readShared(pass);

  expect(none).toEqual([null, 404]);
  expect([status, headers.get('cache-control')]).toEqual([200, 'private, max-age=300']);
  expect(bytes).toEqual((await read()).bytes);
  expect((await shared(pass)).logo?.updatedAt).toBeInstanceOf(Date);
  expect([(await readShared('')).status, (await readShared(newId())).status]).toEqual([404, 404]);
  await expect(shared('')).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('deletes a removed logo, sweeps its picture a day later, and keeps others', async () => {
  const [gone, kept] = [await freshPng(), await freshPng()];
  const other = testUser();
  await send(gone);
  await send(kept, other);

  for (let time = 0; time < 2; time += 1) await logos().removeLogo({});
  await ageMarks({ pool: service.pool, schema: 'screenshot' }, 1);
  await service.pool.query(`update screenshot.image_blobs set last_put_at = last_put_at - interval '1 day'`);
  await sweepObjects(imageSweep(service.pool, { ...service.claim, store: agedStore(service.store) }));

  expect([(await read()).status, (await read(other)).status]).toEqual([404, 200]);
  expect([await picturesOf(gone), await picturesOf(kept)]).toEqual([[], ['thumb-480.webp']]);
});

test("keeps a screenshot's image when the same file is removed as a logo", async () => {
  const bytes = await freshPng();
  await send(bytes);
  const id = await keep(service, user, bytes);

  await logos().removeLogo({});

  expect((await call(service, 'GET', `/screenshots/${id}/image`, { as: user })).bytes).toEqual(bytes);
});

test('deletes a logo with its account and keeps those of others', async () => {
  const other = testUser();
  await send(await freshPng());
  await send(await freshPng(), other);

  const purge = service.as({ kind: 'service', service: 'identity' }, PurgeService);
  for (let time = 0; time < 2; time += 1) await purge.purgeAccount({ ownerId: user.userId });

  expect([(await read()).status, (await read(other)).status]).toEqual([404, 200]);
});

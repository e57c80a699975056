import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { testUser } from '@svc/chassis/testing/test-service';
import { paint, readObject } from '@svc/images/testing/test-images';
import { derivedKey } from '@svc/objects/store/object-keys';
import { TeamShareService } from '@svc/proto/sharing/v1/sharing_service';
import { v7 as newId } from 'uuid';
import { call, keep, reserve } from '../testing/image-requests.js';
import { type ScreenshotService, startScreenshot } from '../testing/screenshot-service.js';
import { freshPng, locatedJpeg } from '../testing/test-files.js';

const user = testUser();

let service: ScreenshotService;
let id: string;
let bytes: Buffer;
let etag: string;

beforeAll(async () => {
  service = await startScreenshot();
  bytes = await freshPng(20);
  id = await keep(service, user, bytes);
  etag = `"${createHash('sha256').update(bytes).digest('hex')}-original"`;
});

afterAll(() => service?.stop());

const read = (path = 'image', headers: Record<string, string> = {}, method = 'GET', as = user) =>
  call(service, method, `/screenshots/${id}/${path}`, { as, headers });

test('serves an image with its type and headers that keep browsers from executing it', async () => {
  const { screenshot } = await service.shots(user).getScreenshot({ screenshotId: id });

  const answer = await read();

  expect([answer.status, answer.bytes]).toEqual([200, bytes]);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/png',
    'content-length': String(bytes.length),
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-site',
    'content-disposition': `inline; filename="screenshot-${screenshot?.shortId}.png"`,
    etag,
    'cache-control': 'private, max-age=300',
    'accept-ranges': 'bytes',
  });
});

test('answers 304 to a client that already has the image', async () => {
  const answers = [
    await read('image', { 'if-none-match': etag }),
    await read('image', { 'if-none-match': `"other", W/${etag}` }),
    await read('image', { 'if-none-match': '"other"' }),
    await read('thumbnail', { 'if-none-match': etag }),
  ];

  expect(answers.map(({ status }) => status)).toEqual([304, 304, 200, 200]);
  expect([answers[0]?.bytes.length, answers[0]?.headers.get('etag')]).toEqual([0, etag]);
});

test('serves one byte range, honoring If-Range', async () => {
  const size = bytes.length;
  const ranged = async (range: string, headers = {}) => read('image', { range, ...headers });

  const [middle, tail, beyond, past] = [
    await ranged('bytes=10-19'),
    await ranged('bytes=-5'),
    await ranged(`bytes=${size}-`),
    await ranged(`bytes=10-${size + 100}`),
  ];
  const whole = [
    await ranged('bytes=0-1,4-5'),
    await ranged('lines=1-2'),
    await ranged('bytes=10-19', { 'if-range': '"other"' }),
  ];
  const resumed = await ranged('bytes=10-19', { 'if-range': etag });

  expect([middle.status, middle.headers.get('content-range')]).toEqual([206, `bytes 10-19/${size}`]);
  expect(middle.bytes).toEqual(bytes.subarray(10, 20));
  expect([tail.status, tail.bytes]).toEqual([206, bytes.subarray(-5)]);
  expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${size}`]);
  expect([past.status, past.bytes]).toEqual([206, bytes.subarray(10)]);
  expect(whole.map((answer) => [answer.status, answer.bytes.length])).toEqual(whole.map(() => [200, size]));
  expect([resumed.status, resumed.bytes.length]).toEqual([206, 10]);
});

test('answers HEAD like GET, without the body', async () => {
  const [got, head] = [await read(), await read('image', {}, 'HEAD')];

  const named = ['content-type', 'content-length', 'etag', 'content-disposition'];
  expect([head.status, head.bytes.length]).toEqual([200, 0]);
  expect(named.map((name) => head.headers.get(name))).toEqual(named.map((name) => got.headers.get(name)));
});

test('serves thumbnails in three sizes, 480 by default', async () => {
  const large = await keep(service, user, await paint(1_600, 800).png().toBuffer());
  const { screenshot } = await service.shots(user).getScreenshot({ screenshotId: large });
  const sha256 = screenshot?.image?.sha256 ?? '';

  for (const [query, name] of [
    ['', 'thumb-480'],
    ['?size=160', 'thumb-160'],
    ['?size=1280', 'thumb-1280'],
  ] as const) {
    const small = await call(service, 'GET', `/screenshots/${large}/thumbnail${query}`, { as: user });
    expect([small.status, small.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect(small.bytes).toEqual(await readObject(service.store, derivedKey(sha256, name)));
  }
  const odd = await Promise.all(['?size=161', '?size=display', '?width=5'].map((query) => read(`thumbnail${query}`)));
  expect(odd.map(({ status }) => status)).toEqual([400, 400, 400]);
});

test('answers 409 for a screenshot whose image has not arrived', async () => {
  const pending = await reserve(service, user);

  const answers = await Promise.all(
    ['image', 'thumbnail'].map((path) => call(service, 'GET', `/screenshots/${pending}/${path}`, { as: user })),
  );

  expect(answers.map(({ status, body }) => [status, body.error.code])).toEqual(
    answers.map(() => [409, 'SCREENSHOT_NOT_UPLOADED']),
  );
});

test('answers 404 to users without access, including administrators and former team members', async () => {
  const teamId = newId();
  const owner = testUser({ teams: [{ id: teamId, role: 'owner' }] });
  const member = testUser({ teams: [{ id: teamId, role: 'member' }] });
  const shared = await keep(service, owner, bytes);
  await service.as(owner, TeamShareService).shareWithTeam({ teamId, entityType: 'screenshot', entityId: shared });
  const statusFor = async (as: ReturnType<typeof testUser> | undefined) =>
    (await call(service, 'GET', `/screenshots/${shared}/image`, { as })).status;

  const statuses = [
    await statusFor(member),
    await statusFor({ ...member, teams: [] }),
    await statusFor(testUser()),
    await statusFor(testUser({ role: 'admin' })),
    await statusFor(undefined),
  ];

  expect(statuses).toEqual([200, 404, 404, 404, 401]);
});

test('keeps location metadata in the original only', async () => {
  const photo = await locatedJpeg();
  const located = await keep(service, user, photo);
  const { screenshot } = await service.shots(user).getScreenshot({ screenshotId: located });
  const sha256 = screenshot?.image?.sha256 ?? '';

  const original = await call(service, 'GET', `/screenshots/${located}/image`, { as: user });

  expect(original.bytes).toEqual(photo);
  expect(photo.includes('SecretCamera')).toBe(true);
  for (const name of ['display', 'thumb-160', 'thumb-480', 'thumb-1280']) {
    const shown = await readObject(service.store, derivedKey(sha256, name));
    expect([shown.includes('EXIF'), shown.includes('Exif'), shown.includes('SecretCamera')]).toEqual([
      false,
      false,
      false,
    ]);
  }
});

test('keeps data appended to an image in the original only, which no browser executes', async () => {
  const rider = '<html><script>alert(1)</script></html>';
  const sent = Buffer.concat([await freshPng(), Buffer.from(rider)]);
  const ridden = await keep(service, user, sent);
  const { screenshot } = await service.shots(user).getScreenshot({ screenshotId: ridden });
  const sha256 = screenshot?.image?.sha256 ?? '';

  const original = await call(service, 'GET', `/screenshots/${ridden}/image`, { as: user });

  expect(original.bytes).toEqual(sent);
  expect(Object.fromEntries(original.headers)).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  });
  for (const name of ['display', 'thumb-160', 'thumb-480', 'thumb-1280']) {
    expect((await readObject(service.store, derivedKey(sha256, name))).includes('<script>')).toBe(false);
  }
});

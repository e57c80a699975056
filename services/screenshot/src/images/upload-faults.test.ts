import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import { createTcpProxy, type TcpProxy } from '@svc/chassis/testing/tcp-proxy';
import { testUser } from '@svc/chassis/testing/test-service';
import { originalKey } from '@svc/objects/store/object-keys';
import { testS3Options } from '@svc/objects/testing/test-object-store';
import { beginUpload, call, keep, reserve, sendContent } from '../testing/image-requests.js';
import { type ScreenshotService, startScreenshot } from '../testing/screenshot-service.js';
import { freshPng } from '../testing/test-files.js';

let service: ScreenshotService;
let proxy: TcpProxy;
let user: ReturnType<typeof testUser>;

beforeAll(async () => {
  const s3 = testS3Options();
  proxy = await createTcpProxy(s3.endpoint);
  service = await startScreenshot({ objects: { ...s3, endpoint: proxy.through(s3.endpoint) } });
});

beforeEach(() => {
  user = testUser();
});

afterEach(() => {
  jest.restoreAllMocks();
  proxy.restore();
  service.deal.isAway = false;
});

afterAll(async () => {
  await service?.stop();
  await proxy?.close();
});

const statusOf = async (screenshotId: string) =>
  (await service.shots(user).getScreenshot({ screenshotId })).screenshot?.status;

const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Number of screenshots that use the image. */
async function namesOf(bytes: Buffer): Promise<number> {
  const named = await service.pool.list(`select 1 from screenshot.screenshots where blob_sha256 = $1`, [
    sha256Of(bytes),
  ]);
  return named.length;
}

test('leaves the screenshot waiting and stores nothing when an upload is cut off', async () => {
  const id = await reserve(service, user);
  const bytes = await freshPng(100);
  const upload = await beginUpload(service, user, id, bytes.length);
  await upload.write(bytes.subarray(0, Math.floor(bytes.length * 0.9)));
  await eventually(async () => expect(await statusOf(id)).toBe('processing'));

  upload.drop();

  await eventually(async () => expect(await statusOf(id)).toBe('pending'));
  expect(await service.store.stat(originalKey(sha256Of(bytes)))).toBeNull();
  expect((await sendContent(service, user, id, bytes)).status).toBe(200);
});

test('fails only the upload whose decoder was killed, and accepts it again', async () => {
  const [id, bytes] = [await reserve(service, user), await freshPng()];
  await keep(service, user, await freshPng());
  const pids = service.images.decoderPids();

  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  const lost = sendContent(service, user, id, bytes);
  await eventually(async () => expect(await statusOf(id)).toBe('processing'));
  for (const pid of pids) process.kill(pid, 'SIGKILL');
  const { status, body } = await lost;

  expect([status, body.error.code, await statusOf(id)]).toEqual([422, 'IMAGE_CORRUPT', 'pending']);
  expect(body.error.message).toMatch(/Try again; if that fails too/);
  expect((await sendContent(service, user, id, bytes)).status).toBe(200);
});

test('refuses an upload while the store is unavailable, and accepts it later', async () => {
  const [id, bytes] = [await reserve(service, user), await freshPng()];
  const kept = await keep(service, user, await freshPng());
  proxy.cut();

  const refused = await sendContent(service, user, id, bytes);
  const create = await call(service, 'POST', '/screenshots', { as: user, body: { image: bytes.toString('base64') } });
  const read = await call(service, 'GET', `/screenshots/${kept}/image`, { as: user });
  const state = await statusOf(id);
  const named = await namesOf(bytes);
  proxy.restore();
  const again = await sendContent(service, user, id, bytes);

  for (const { status, body, headers } of [refused, create, read]) {
    expect([status, body.error.code]).toEqual([503, 'UNAVAILABLE']);
    expect(headers.get('retry-after')).not.toBeNull();
  }
  expect([state, named]).toEqual(['pending', 0]);
  expect([again.status, await namesOf(bytes)]).toEqual([200, 1]);
});

test('answers 503 when the disk is full, and accepts an upload once there is space', async () => {
  const onDisk = await startScreenshot();
  try {
    const [id, bytes] = [await reserve(onDisk, user), await freshPng()];
    const file = await open(import.meta.filename);
    await file.close();
    const full = jest
      .spyOn(Object.getPrototypeOf(file) as typeof file, 'writeFile')
      .mockRejectedValue(Object.assign(new Error('no space left on device'), { code: 'ENOSPC', syscall: 'write' }));

    const refused = await sendContent(onDisk, user, id, bytes);
    const { screenshot } = await onDisk.shots(user).getScreenshot({ screenshotId: id });
    const stored = await onDisk.store.stat(originalKey(sha256Of(bytes)));
    full.mockRestore();
    const taken = await sendContent(onDisk, user, id, bytes);

    expect([refused.status, refused.body.error.code]).toEqual([503, 'UNAVAILABLE']);
    expect(screenshot).toMatchObject({ status: 'pending', image: null });
    expect([stored, taken.status]).toEqual([null, 200]);
  } finally {
    await onDisk.stop();
  }
});

/** Uploads so slowly that the assertion expires during the upload; returns the status. */
async function sendSlowly(id: string, bytes: Buffer, meanwhile: () => void): Promise<number> {
  const upload = await beginUpload(service, user, id, bytes.length);
  await upload.write(bytes.subarray(0, 10));
  await eventually(async () => expect(await statusOf(id)).toBe('processing'));
  meanwhile();
  const startedAt = performance.now();
  const clock = jest.spyOn(performance, 'now').mockImplementation(() => startedAt + 60_000);
  await upload.write(bytes.subarray(10));
  const status = await upload.end();
  clock.mockRestore();
  return status;
}

test('rejects an upload that outlasts its assertion when the session has ended', async () => {
  const [ended, lasting] = [await reserve(service, user), await reserve(service, user)];
  const bytes = await freshPng();
  const slowly = (id: string, meanwhile: () => void) => sendSlowly(id, bytes, meanwhile);

  const unknown = await slowly(lasting, () => void (service.identity.isAway = true));
  service.identity.isAway = false;
  const inTime = await slowly(lasting, () => undefined);
  const tooLate = await slowly(ended, () => service.identity.endedGrants.add(user.sessionId));

  expect([unknown, inTime, tooLate]).toEqual([503, 200, 401]);
  expect([await statusOf(lasting), await statusOf(ended)]).toEqual(['uploaded', 'pending']);
});

test('keeps an upload whose session ends after the image is stored', async () => {
  const id = await reserve(service, user, { createShortLink: true });
  jest.spyOn(service.identity.endedGrants, 'has').mockReturnValueOnce(false).mockReturnValueOnce(true);

  const status = await sendSlowly(id, await freshPng(), () => undefined);

  expect([status, await statusOf(id)]).toEqual([200, 'uploaded']);
});

test('stores no image for a screenshot deleted during its upload', async () => {
  const id = await reserve(service, user);
  const bytes = await freshPng();
  const upload = await beginUpload(service, user, id, bytes.length);
  await upload.write(bytes.subarray(0, 10));
  await eventually(async () => expect(await statusOf(id)).toBe('processing'));

  await service.shots(user).deleteScreenshot({ screenshotId: id });
  await upload.write(bytes.subarray(10));

  expect(await upload.end()).toBe(409);
  expect([await statusOf(id), await namesOf(bytes)]).toEqual(['deleted', 0]);
});

test('keeps the first image to arrive when a slow upload was released', async () => {
  const id = await reserve(service, user);
  const [slow, quick] = [await freshPng(), await freshPng()];
  const upload = await beginUpload(service, user, id, slow.length);
  await upload.write(slow.subarray(0, 10));
  await eventually(async () => expect(await statusOf(id)).toBe('processing'));
  await service.pool.query(
    `update screenshot.screenshots set status = 'pending', claim_id = null, claimed_at = null where id = $1`,
    [id],
  );

  const first = await sendContent(service, user, id, quick);
  await upload.write(slow.subarray(10));

  expect([first.status, await upload.end()]).toEqual([200, 409]);
  expect((await call(service, 'GET', `/screenshots/${id}/image`, { as: user })).bytes).toEqual(quick);
});

test('leaves the screenshot waiting when fields are invalid', async () => {
  const [id, bytes] = [await reserve(service, user), await freshPng()];
  const send = (fields: object) => {
    const body = { image: bytes.toString('base64'), ...fields };
    return call(service, 'POST', `/screenshots/${id}/upload`, { as: user, body });
  };

  const refused = [await send({ note: 'Not here' }), await send({ sourceUrl: `https://a.example/${'é'.repeat(900)}` })];
  const state = await statusOf(id);

  expect(refused.map(({ status, body }) => [status, body.error.details[0]?.path])).toEqual([
    [400, 'note'],
    [400, 'sourceUrl'],
  ]);
  expect([state, (await send({ detectedViews: 5 })).status]).toEqual(['pending', 200]);
});

test('does not serve a partial image as complete when the store loses it', async () => {
  const bytes = await freshPng(100);
  const id = await keep(service, user, bytes);
  const read = () => call(service, 'GET', `/screenshots/${id}/image`, { as: user });
  jest.spyOn(service.store, 'read').mockResolvedValueOnce(
    Readable.from(
      (async function* () {
        yield bytes.subarray(0, 100);
        throw new Error('The store is gone.');
      })(),
    ),
  );

  await expect(read()).rejects.toThrow();
  const whole = await read();
  await service.store.delete(originalKey(sha256Of(bytes)));
  const lost = await read();

  expect(whole.bytes).toEqual(bytes);
  expect([lost.status, lost.body.error.code]).toEqual([503, 'UNAVAILABLE']);
});

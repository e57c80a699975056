import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { serviceUrl } from '@svc/chassis/postgres/migrations/bootstrap';
import { migrate } from '@svc/chassis/postgres/migrations/migrations';
import { silentLog } from '@svc/chassis/testing/service-database';
import { testAgent, testUser } from '@svc/chassis/testing/test-service';
import { PurgeService } from '@svc/proto/purge/v1/purge_service';
import { UsageService } from '@svc/proto/usage/v1/usage_service';
import { beginUpload, call, keep, reserve, sendContent } from '../testing/image-requests.js';
import { type ScreenshotService, startScreenshot } from '../testing/screenshot-service.js';
import { freshPng } from '../testing/test-files.js';

const UPLOADS_AN_HOUR = 8;

let service: ScreenshotService;
let pictures: Buffer[];
/** A byte quota that fits two of the images. */
let bytesMax: number;

beforeAll(async () => {
  pictures = await Promise.all(Array.from({ length: 3 }, () => freshPng(32)));
  bytesMax = pictures.reduce((sum, { length }) => sum + length, 0) - 1;
  service = await startScreenshot({ quota: { imagesMax: 4, bytesMax, uploadsAnHour: UPLOADS_AN_HOUR } });
});

afterAll(() => service?.stop());

const picture = (index: number): Buffer => pictures[index] ?? Buffer.alloc(0);
const usageOf = (user: UserPrincipal) => service.as(user, UsageService).getUsage({});
const create = (user: UserPrincipal, bytes: Buffer) =>
  call(service, 'POST', '/screenshots', { as: user, body: { image: bytes.toString('base64') } });
const remove = (user: UserPrincipal, screenshotId: string) => service.shots(user).deleteScreenshot({ screenshotId });

test('enforces the byte quota and frees space on deletion', async () => {
  const user = testUser();
  const first = await keep(service, user, picture(0));
  const second = await create(user, picture(1));

  const refused = await create(user, picture(2));

  expect([second.status, refused.status, refused.body.error.code]).toEqual([201, 409, 'SCREENSHOT_QUOTA_EXCEEDED']);
  expect(refused.body.error.message).toMatch(/Delete some screenshots first\.$/);
  const bytes = picture(0).length + picture(1).length;
  expect(await usageOf(user)).toEqual({ records: 2, recordsMax: 4, bytes, bytesMax });
  await remove(user, first);
  expect((await create(user, picture(2))).status).toBe(201);
});

test('returns the screenshot that used up the quota to a retry', async () => {
  const user = testUser();
  for (let count = 0; count < 3; count += 1) await reserve(service, user);
  const body = { image: picture(0).toString('base64') };
  const send = () =>
    call(service, 'POST', '/screenshots', { as: user, body, headers: { 'idempotency-key': 'last-free-place' } });

  const first = await send();
  const again = await send();

  expect([first.status, again.status]).toEqual([201, 201]);
  expect(again.body.screenshotId).toBe(first.body.screenshotId);
});

test('does not store an image over the quota', async () => {
  const user = testUser();
  await keep(service, user, picture(0));
  await keep(service, user, picture(1));
  const { rows: before } = await service.pool.query('select 1 from screenshot.image_blobs');

  const refused = await sendContent(service, user, await reserve(service, user), await freshPng(40));

  expect([refused.status, refused.body.error.code]).toEqual([409, 'SCREENSHOT_QUOTA_EXCEEDED']);
  const { rows: after } = await service.pool.query('select 1 from screenshot.image_blobs');
  expect(after).toHaveLength(before.length);
});

test('enforces the quota for concurrent uploads', async () => {
  const user = testUser();

  const answers = await Promise.all(pictures.map((bytes) => create(user, bytes)));

  expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(1);
});

test('counts reservations against the quota until they end', async () => {
  const user = testUser();
  const reserved = [await reserve(service, user), await reserve(service, user), await reserve(service, user)];
  await reserve(service, user);

  await expect(reserve(service, user)).rejects.toMatchObject({ code: 'SCREENSHOT_QUOTA_EXCEEDED' });
  expect(await usageOf(user)).toMatchObject({ records: 4, bytes: 0 });
  await remove(user, reserved[0] ?? '');
  expect(await reserve(service, user)).not.toBe('');
});

test('rate limits uploads before reading the image', async () => {
  const user = testUser();
  const id = await reserve(service, user);
  for (let count = 1; count < UPLOADS_AN_HOUR; count += 1) {
    await call(service, 'POST', '/screenshots', { as: user, body: { image: 'none' } });
  }

  const upload = await beginUpload(service, user, id, 1_000_000);
  await upload.write(picture(0));
  const ofAgent = await create(testAgent({ userId: user.userId }, ['mcp']), picture(0));

  expect(await upload.answered).toBe(429);
  expect([ofAgent.status, ofAgent.body.error.code]).toEqual([429, 'RATE_LIMITED']);
  expect(ofAgent.headers.get('retry-after')).toMatch(/^\d+$/);
  expect(ofAgent.headers.get('ratelimit')).toMatch(/^"upload-hour";r=0;t=\d+$/);
  await expect(reserve(service, user)).rejects.toMatchObject({ kind: 'rate_limited' });
  upload.drop();
});

test('deletes the usage record of a removed account', async () => {
  const user = testUser();
  await keep(service, user, picture(0));

  await service.as({ kind: 'service', service: 'identity' }, PurgeService).purgeAccount({ ownerId: user.userId });

  const { rows } = await service.pool.query('select 1 from screenshot.image_usage where owner_id = $1', [user.userId]);
  expect(rows).toEqual([]);
});

/** The migration that counts usage, and those after it, which must run again in order. */
const MIGRATIONS = ['0007_image_usage.sql', '0008_logos.sql'];

function migrateAgain(): Promise<string[]> {
  const password = process.env.TEST_SERVICE_PASSWORD ?? '';
  const connectionString = serviceUrl(service.adminUrl, { name: 'screenshot', password });
  const directories = [fileURLToPath(new URL('../../migrations', import.meta.url))];
  return migrate({ connectionString, schema: 'screenshot', directories, log: silentLog });
}

test('counts existing screenshots in the migration', async () => {
  const user = testUser();
  await keep(service, user, picture(0));
  await reserve(service, user);
  await remove(user, await keep(service, user, picture(1)));
  const before = await usageOf(user);
  for (const statement of [
    'drop table screenshot.image_usage',
    'drop function screenshot.count_image_usage cascade',
    'drop table screenshot.logos',
  ]) {
    await service.pool.query(statement);
  }
  await service.pool.query('delete from screenshot.schema_migrations where name = any ($1)', [MIGRATIONS]);

  expect(await migrateAgain()).toEqual(MIGRATIONS);

  expect(before).toMatchObject({ records: 2, bytes: picture(0).length });
  expect(await usageOf(user)).toEqual(before);
});

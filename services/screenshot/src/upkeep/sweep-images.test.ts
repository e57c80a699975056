import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { serviceUrl } from '@svc/chassis/postgres/migrations/bootstrap';
import { createPool, type Pool } from '@svc/chassis/postgres/pool';
import { eventually } from '@svc/chassis/testing/eventually';
import { silentLog } from '@svc/chassis/testing/service-database';
import { testUser } from '@svc/chassis/testing/test-service';
import { derivedSizes } from '@svc/images/testing/test-images';
import { originalKey } from '@svc/objects/store/object-keys';
import type { ObjectStore } from '@svc/objects/store/object-store';
import { sweepObjects } from '@svc/objects/sweep/sweep-objects';
import { agedStore, ageMarks } from '@svc/objects/testing/image-tables';
import { testFolderOptions, testS3Options } from '@svc/objects/testing/test-object-store';
import { call, keep, reserve, sendContent } from '../testing/image-requests.js';
import { type ScreenshotService, startScreenshot } from '../testing/screenshot-service.js';
import { freshPng } from '../testing/test-files.js';
import { imageSweep, sweepImages } from './sweep-images.js';

const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Simulates an upload that failed so many days ago because the store was unavailable. */
async function addBlob(pool: Pool, daysAgo: number): Promise<string> {
  const sha256 = randomBytes(32).toString('hex');
  await pool.query(
    `insert into screenshot.image_blobs (sha256, bytes, content_type, width, height, frames, has_location, last_put_at)
     values ($1, 9, 'image/png', 1, 1, 1, false, now() - make_interval(days => $2))`,
    [sha256, daysAgo],
  );
  return sha256;
}

describe.each([
  ['a folder', testFolderOptions],
  ['S3', testS3Options],
])('with images in %s', (_where, optionsOf) => {
  const user = testUser();
  let service: ScreenshotService;

  beforeAll(async () => {
    service = await startScreenshot({ objects: optionsOf() });
  });

  afterAll(() => service?.stop());

  const isThere = async (bytes: Buffer): Promise<boolean> =>
    (await service.store.stat(originalKey(sha256Of(bytes)))) !== null;

  /** Sweeps, treating all objects as old. */
  const sweep = (pool = service.pool, store = service.store): Promise<number> =>
    sweepObjects(imageSweep(pool, { ...service.claim, store: agedStore(store) }));

  const age = async (days: number): Promise<void> => {
    await ageMarks({ pool: service.pool, schema: 'screenshot' }, days);
    await service.pool.query(`update screenshot.image_blobs set last_put_at = last_put_at - $1 * interval '1 day'`, [
      days,
    ]);
  };

  /** Creates an image whose only screenshot is deleted. */
  async function orphan(): Promise<Buffer> {
    const bytes = await freshPng();
    await service.shots(user).deleteScreenshot({ screenshotId: await keep(service, user, bytes) });
    return bytes;
  }

  test('deletes the image of a deleted screenshot after a day, and no other', async () => {
    const unnamed = await orphan();
    const named = await freshPng();
    await keep(service, user, named);

    await sweep();
    const early = await isThere(unnamed);
    await age(1);
    await sweep();

    expect([early, await isThere(unnamed), await isThere(named)]).toEqual([true, false, true]);
    const rows = await service.pool.list<{ sha256: string }>(
      `select sha256 from screenshot.image_blobs where sha256 = any ($1)`,
      [[unnamed, named].map(sha256Of)],
    );
    expect(rows.map(({ sha256 }) => sha256)).toEqual([sha256Of(named)]);
  });

  test('deletes each image once, and no used one, when two processes sweep concurrently', async () => {
    const password = process.env.TEST_SERVICE_PASSWORD ?? '';
    const connectionString = serviceUrl(service.adminUrl, { name: 'screenshot', password });
    const other = createPool({ connectionString, max: 2, applicationName: 'other', log: silentLog });
    const unnamed = [await orphan(), await orphan(), await orphan()];
    const named = await freshPng();
    await keep(service, user, named);

    await age(1);
    const deleted = await Promise.all([service.pool, other].map((pool) => sweep(pool)));
    await other.end();

    expect(deleted.reduce((sum, count) => sum + count)).toBe(unnamed.length * 5);
    expect(await Promise.all(unnamed.map(isThere))).toEqual([false, false, false]);
    expect(await isThere(named)).toBe(true);
  });

  test('makes an upload wait while the same image is being deleted, then stores it', async () => {
    const bytes = await orphan();
    const id = await reserve(service, user);
    const begun = Promise.withResolvers<void>();
    const mayGoOn = Promise.withResolvers<void>();
    const slow: ObjectStore = {
      ...service.store,
      async delete(key) {
        begun.resolve();
        await mayGoOn.promise;
        await service.store.delete(key);
      },
    };

    await age(1);
    const sweeping = sweep(service.pool, slow);
    await begun.promise;
    const upload = sendContent(service, user, id, bytes);
    await isWaitingForLock();
    mayGoOn.resolve();

    const { status } = await upload;

    expect(status).toBe(200);
    expect(await sweeping).toBe(5);
    expect((await call(service, 'GET', `/screenshots/${id}/image`, { as: user })).bytes).toEqual(bytes);
    expect(Object.keys(await derivedSizes(service.store, sha256Of(bytes)))).toHaveLength(4);
  });

  test('keeps an image stored again during a sweep', async () => {
    const bytes = await orphan();
    let id = '';
    const putMeanwhile: ObjectStore = {
      ...service.store,
      async *list(below) {
        id ||= await keep(service, user, bytes);
        yield* service.store.list(below);
      },
    };
    // Leaves only the mark of an unused image, so that the sweep lists the store before deleting.
    await service.pool.query(`delete from screenshot.released_objects`);
    await sweep();
    await age(8);

    await sweep(service.pool, putMeanwhile);

    expect((await call(service, 'GET', `/screenshots/${id}/image`, { as: user })).bytes).toEqual(bytes);
  });

  test('forgets an image that was never stored after a week', async () => {
    const blob = (daysAgo: number): Promise<string> => addBlob(service.pool, daysAgo);
    const [forgotten, recent] = [await blob(8), await blob(6)];
    const named = await freshPng();
    await keep(service, user, named);
    await service.pool.query(
      `update screenshot.image_blobs set last_put_at = now() - interval '1 year' where sha256 = $1`,
      [sha256Of(named)],
    );

    await sweepImages(service.pool, service.claim);

    const rows = await service.pool.list<{ sha256: string }>(
      `select sha256 from screenshot.image_blobs where sha256 = any ($1)`,
      [[forgotten, recent, sha256Of(named)]],
    );
    expect(new Set(rows.map(({ sha256 }) => sha256))).toEqual(new Set([recent, sha256Of(named)]));
  });

  /** Resolves once a transaction waits for another's lock. */
  const isWaitingForLock = () =>
    eventually(async () => {
      const waiting = await service.pool.list(
        `select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and wait_event = 'advisory'`,
      );
      expect(waiting).not.toEqual([]);
    });
});

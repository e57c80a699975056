import { afterEach, expect, test } from '@jest/globals';
import { testUser } from '@svc/chassis/testing/test-service';
import { agedStore, ageMarks } from '@svc/objects/testing/image-tables';
import { testFolderOptions } from '@svc/objects/testing/test-object-store';
import { call, keep } from '../testing/image-requests.js';
import { type ScreenshotService, startScreenshot } from '../testing/screenshot-service.js';
import { freshPng } from '../testing/test-files.js';
import { sweepImages } from './sweep-images.js';

const services: ScreenshotService[] = [];

afterEach(async () => {
  for (const service of services.splice(0)) await service.stop();
});

async function start(
  objects: ReturnType<typeof testFolderOptions>,
  installationId = 'one',
): Promise<ScreenshotService> {
  const service = await startScreenshot({ objects, installationId });
  services.push(service);
  // Test databases are copies of one template, as after a restore.
  await service.pool.query(`update screenshot.object_database set id = gen_random_uuid()`);
  return service;
}

/** Sweeps four times a day for so many days, treating all objects as old. */
async function sweepForDays({ pool, claim }: ScreenshotService, days: number): Promise<void> {
  const aged = { ...claim, store: agedStore(claim.store) };
  for (let turn = 0; turn < days * 4; turn += 1) {
    await sweepImages(pool, aged);
    await ageMarks({ pool, schema: 'screenshot' }, 0.25);
    await pool.query(`update screenshot.image_blobs set last_put_at = last_put_at - interval '6 hours'`);
  }
}

async function originalsIn({ store }: ScreenshotService): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of store.list('sha256/')) keys.push(key);
  return keys;
}

const imageOf = async (service: ScreenshotService, as: ReturnType<typeof testUser>, id: string): Promise<number> =>
  (await call(service, 'GET', `/screenshots/${id}/image`, { as })).status;

test.each([
  ['an empty database of the same installation', 'one', 'database'],
  ['an empty database of another installation', 'two', 'installation'],
] as const)(
  '%s deletes none of these images in a week and refuses uploads with a clear message',
  async (_, id, problem) => {
    const [folder, user] = [testFolderOptions(), testUser()];
    const right = await start(folder);
    const shown = [await keep(right, user, await freshPng()), await keep(right, user, await freshPng())];
    const wrong = await start(folder, id);

    const answer = await call(wrong, 'POST', '/screenshots', {
      as: user,
      body: { image: (await freshPng()).toString('base64') },
    });
    await sweepForDays(wrong, 9);

    expect(await wrong.claim.look()).toBe(problem);
    expect(answer).toMatchObject({
      status: 503,
      body: { error: { message: expect.stringContaining('belongs to another') } },
    });
    expect(answer.headers.get('retry-after')).toBe('60');
    for (const each of shown) expect(await imageOf(right, user, each)).toBe(200);
  },
);

test('accepts uploads in a wrong, empty store and keeps the right one intact', async () => {
  const [folder, user] = [testFolderOptions(), testUser()];
  const right = await start(folder);
  const id = await keep(right, user, await freshPng());
  const { store } = await start(testFolderOptions());
  const wrong = { ...right, claim: { ...right.claim, store } };

  await sweepForDays(wrong, 9);
  await sweepForDays(right, 9);

  expect(await imageOf(right, user, id)).toBe(200);
});

test('keeps images for a week when a restore lost their rows', async () => {
  const user = testUser();
  const service = await start(testFolderOptions());
  const ids = [await keep(service, user, await freshPng()), await keep(service, user, await freshPng())];
  // The state after a restore: no rows, and no record of their deletion.
  await service.pool.query(`delete from screenshot.screenshots`);
  await service.pool.query(`truncate screenshot.released_objects`);

  await sweepForDays(service, 6);

  expect(await originalsIn(service)).toHaveLength(ids.length);
});

test('keeps images that a restored store brings back for another week', async () => {
  const user = testUser();
  const service = await start(testFolderOptions());
  const bytes = await freshPng();
  await service.shots(user).deleteScreenshot({ screenshotId: await keep(service, user, bytes) });
  const [key = ''] = await originalsIn(service);
  await sweepForDays(service, 2);
  const swept = await originalsIn(service);
  await service.store.put(key, bytes);

  await sweepForDays(service, 6);

  expect([swept, await originalsIn(service)]).toEqual([[], [key]]);
});

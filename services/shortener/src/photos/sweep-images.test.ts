import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { derivedKey, originalKey } from '@svc/chassis/objects/object-keys';
import type { ObjectStore } from '@svc/chassis/objects/object-store';
import { openObjectStore } from '@svc/chassis/objects/open-object-store';
import { createPool, type Pool } from '@svc/chassis/postgres/pool';
import { silentLog } from '@svc/chassis/testing/service-database';
import { createTestDatabase, type TestDatabase } from '@svc/chassis/testing/test-database';
import { v7 as newId } from 'uuid';
import { sweepImages } from './sweep-images.js';

const DAY_MS = 24 * 60 * 60 * 1_000;

let database: TestDatabase;
let pool: Pool;
let objects: ObjectStore;
const folder = mkdtempSync(join(tmpdir(), 'sweep-'));

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool({ connectionString: database.url('shortener'), max: 2, applicationName: 'test', log: silentLog });
  objects = await openObjectStore({ kind: 'folder', folder }, silentLog);
});

afterAll(async () => {
  objects.close();
  await pool.end();
  await database.drop();
  rmSync(folder, { recursive: true });
});

/** Puts an image and answers its keys; with a link that names it when asked for. */
async function putImage(link?: { deleted: boolean }): Promise<string[]> {
  const bytes = randomBytes(32);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const keys = [originalKey(sha256), derivedKey(sha256, 'display')];
  for (const key of keys) await objects.put(key, bytes);
  if (!link) return keys;
  const id = newId();
  await pool.query(
    `insert into shortener.links (id, short_id, kind, owner_id, deleted_at) values ($1, $2, 'photo', $3, $4)`,
    [id, `photo-${id}`, newId(), link.deleted ? new Date() : null],
  );
  await pool.query(
    `insert into shortener.link_photos (link_id, sha256, content_type, bytes, width, height, display_key, display_content_type)
     values ($1, $2, 'image/png', 32, 1, 1, $3, 'image/webp')`,
    [id, sha256, keys[1]],
  );
  return keys;
}

const isThere = async (keys: readonly string[]) =>
  Promise.all(keys.map(async (key) => (await objects.stat(key)) !== null));

test('images that no link names go after a week, with everything made of them; all others stay', async () => {
  const [named, ofDeleted, unnamed] = [
    await putImage({ deleted: false }),
    await putImage({ deleted: true }),
    await putImage(),
  ];

  const tooEarly = await sweepImages(pool, objects, new Date(Date.now() + 6 * DAY_MS));
  const inTime = await sweepImages(pool, objects, new Date(Date.now() + 8 * DAY_MS));

  expect([tooEarly, inTime]).toEqual([0, 4]);
  expect(await isThere(named)).toEqual([true, true]);
  expect(await isThere([...ofDeleted, ...unnamed])).toEqual([false, false, false, false]);
});

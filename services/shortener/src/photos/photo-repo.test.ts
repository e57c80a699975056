import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createPool, type Pool } from '@svc/chassis/postgres/pool';
import { silentLog } from '@svc/chassis/testing/service-database';
import { createTestDatabase, type TestDatabase } from '@svc/chassis/testing/test-database';
import { v7 as newId } from 'uuid';
import { listNamedImages } from './photo-repo.js';

let database: TestDatabase;
let pool: Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool({ connectionString: database.url('shortener'), max: 2, applicationName: 'test', log: silentLog });
});

afterAll(async () => {
  await pool.end();
  await database.drop();
});

/** A photo link, and the hash of its image. */
async function insertPhoto({ isDeleted }: { isDeleted: boolean }): Promise<string> {
  const id = newId();
  const sha256 = createHash('sha256').update(randomBytes(32)).digest('hex');
  await pool.query(
    `insert into shortener.links (id, short_id, kind, owner_id, deleted_at) values ($1, $2, 'photo', $3, $4)`,
    [id, `photo-${id}`, newId(), isDeleted ? new Date() : null],
  );
  await pool.query(
    `insert into shortener.link_photos (link_id, sha256, content_type, bytes, width, height, display_key, display_content_type)
     values ($1, $2, 'image/png', 32, 1, 1, $3, 'image/webp')`,
    [id, sha256, `derived/${sha256}/display.webp`],
  );
  return sha256;
}

test('images are in use by the links that show them, until those are deleted', async () => {
  const [shown, ofDeleted] = [await insertPhoto({ isDeleted: false }), await insertPhoto({ isDeleted: true })];

  expect(await listNamedImages(pool, [shown, ofDeleted, 'f'.repeat(64)])).toEqual(new Set([shown]));
});

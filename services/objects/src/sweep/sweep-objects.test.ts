import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createPool, type Pool } from '@svc/chassis/postgres/pool';
import { inTransaction } from '@svc/chassis/postgres/transaction';
import { createServiceDatabase, type ServiceDatabase, silentLog } from '@svc/chassis/testing/service-database';
import { expectImage, type ImageTables } from '../claim/image-tables.js';
import { createObjectClaim } from '../claim/object-claim.js';
import { derivedKey, originalKey } from '../store/object-keys.js';
import type { ObjectStore } from '../store/object-store.js';
import { type ObjectStoreOptions, openObjectStore } from '../store/open-object-store.js';
import { agedStore, ageMarks, createImageTables } from '../testing/image-tables.js';
import { testFolderOptions, testS3Options } from '../testing/test-object-store.js';
import { type ObjectSweep, sweepObjects } from './sweep-objects.js';

let database: ServiceDatabase;
let pool: Pool;
let tables: ImageTables;
const named = new Set<string>();
const opened: ObjectStore[] = [];

beforeAll(async () => {
  database = await createServiceDatabase();
  pool = createPool({ connectionString: database.url, max: 4, applicationName: 'tests', log: silentLog });
  tables = await createImageTables(
    pool,
    database.service,
    async (_db, all) => new Set(all.filter((each) => named.has(each))),
  );
});

afterAll(async () => {
  for (const store of opened) store.close();
  await pool?.end();
  await database?.drop();
});

/** A sweep of an empty store claimed by us, whose objects appear old. */
async function openSweep(options: ObjectStoreOptions = testFolderOptions()): Promise<ObjectSweep> {
  await pool.query(`truncate ${database.service}.unnamed_objects, ${database.service}.released_objects`);
  const store = await openObjectStore(options, silentLog);
  opened.push(store);
  const claim = createObjectClaim({ ...tables, store: agedStore(store), installationId: 'tests' });
  await claim.look();
  return { ...tables, claim };
}

/** An image in the store: its hash and keys. */
async function putImage({ claim: { store } }: ObjectSweep, derived = ['display', 'thumb-160']) {
  const bytes = randomBytes(32);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const keys = [originalKey(sha256), ...derived.map((name) => derivedKey(sha256, name))];
  for (const key of keys) await store.put(key, bytes);
  return { sha256, keys };
}

const countThere = async ({ claim: { store } }: ObjectSweep, keys: readonly string[]): Promise<number> =>
  (await Promise.all(keys.map((key) => store.stat(key)))).filter((found) => found !== null).length;

const release = (sha256: string) =>
  pool.query(`insert into ${database.service}.released_objects (sha256) values ($1)`, [sha256]);

describe.each([
  ['an S3 store', testS3Options],
  ['a folder', testFolderOptions],
])('%s', (_name, options) => {
  test('deletes images seen without a row for a week, with all derived images, and no others', async () => {
    const sweep = await openSweep(options());
    const [kept, unnamed, second] = [await putImage(sweep), await putImage(sweep), await putImage(sweep)];
    named.add(kept.sha256);

    const first = await sweepObjects(sweep);
    await ageMarks(tables, 6);
    const tooEarly = await sweepObjects(sweep);
    await ageMarks(tables, 1);
    const inTime = await sweepObjects(sweep);

    expect([first, tooEarly, inTime, await sweepObjects(sweep)]).toEqual([0, 0, 6, 0]);
    expect(await countThere(sweep, kept.keys)).toBe(3);
    expect(await countThere(sweep, [...unnamed.keys, ...second.keys])).toBe(0);
  });

  test('deletes a released image after a day, unless a row refers to it or it was stored again', async () => {
    const sweep = await openSweep(options());
    const [gone, again, kept] = [await putImage(sweep), await putImage(sweep), await putImage(sweep)];
    named.add(kept.sha256);
    for (const { sha256 } of [gone, again, kept]) await release(sha256);

    const tooEarly = await sweepObjects(sweep);
    await ageMarks(tables, 1);
    await inTransaction(pool, (tx) => expectImage(tx, database.service, again.sha256));

    expect([tooEarly, await sweepObjects(sweep)]).toEqual([0, 3]);
    expect([await countThere(sweep, gone.keys), await countThere(sweep, [...again.keys, ...kept.keys])]).toEqual([
      0, 6,
    ]);
  });
});

test('derived images without their original are deleted too', async () => {
  const sweep = await openSweep();
  const { keys } = await putImage(sweep);
  await sweep.claim.store.delete(keys[0] ?? '');

  await sweepObjects(sweep);
  await ageMarks(tables, 7);

  expect(await sweepObjects(sweep)).toBe(2);
});

test('the week starts over when an image gets a row, is expected or stored again, or no sweep runs for two days', async () => {
  const sweep = await openSweep();
  const images = [];
  for (let count = 0; count < 4; count += 1) images.push(await putImage(sweep, []));
  const [renamed, expected, put, forgotten] = images.map(({ sha256 }) => sha256);
  await sweepObjects(sweep);
  await ageMarks(tables, 7);
  named.add(renamed ?? '');
  await inTransaction(pool, (tx) => expectImage(tx, database.service, expected ?? ''));
  await pool.query(
    `update ${database.service}.unnamed_objects set last_seen = now() - interval '49 hours' where sha256 = $1`,
    [forgotten],
  );
  const { store } = sweep.claim;
  const putAgain: ObjectStore = {
    ...store,
    async *list(folder) {
      for await (const each of store.list(folder))
        yield put && each.key.endsWith(put) ? { ...each, modifiedAt: new Date() } : each;
    },
  };

  const first = await sweepObjects({ ...sweep, claim: { ...sweep.claim, store: putAgain } });
  named.delete(renamed ?? '');
  const second = await sweepObjects(sweep);

  expect([first, second]).toEqual([0, 0]);
  await ageMarks(tables, 7);
  expect(await sweepObjects(sweep)).toBe(4);
});

test('one run deletes at most a hundred objects, not counting released ones', async () => {
  const sweep = await openSweep();
  const released = await putImage(sweep);
  for (let count = 0; count < 120; count += 1) await putImage(sweep, []);
  await sweepObjects(sweep);
  await release(released.sha256);
  await ageMarks(tables, 7);

  expect([await sweepObjects(sweep), await sweepObjects(sweep), await sweepObjects(sweep)]).toEqual([103, 20, 0]);
});

test('storing an image waits for its deletion, and a sweep does not delete it again', async () => {
  const sweep = await openSweep();
  const { sha256, keys } = await putImage(sweep);
  await sweepObjects(sweep);
  await ageMarks(tables, 7);
  const order: string[] = [];
  let upload: Promise<unknown> | undefined;
  const { store } = sweep.claim;
  const slow: ObjectStore = {
    ...store,
    async delete(key) {
      upload ??= inTransaction(pool, (tx) => expectImage(tx, database.service, sha256)).then(() => order.push('put'));
      await store.delete(key);
      order.push('deleted');
    },
  };

  const deleted = await Promise.all([
    sweepObjects({ ...sweep, claim: { ...sweep.claim, store: slow } }),
    sweepObjects({ ...sweep, claim: { ...sweep.claim, store: slow } }),
  ]);
  await upload;

  expect(deleted.sort()).toEqual([0, keys.length]);
  expect(order).toEqual(['deleted', 'deleted', 'deleted', 'put']);
});

test('a sweep stops between two images when its process stops', async () => {
  const sweep = await openSweep();
  await putImage(sweep);
  const stopping = new AbortController();
  stopping.abort(new Error('stopping'));

  await expect(sweepObjects(sweep, stopping.signal)).rejects.toThrow('stopping');
});

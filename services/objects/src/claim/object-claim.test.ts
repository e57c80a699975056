import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createPool, type Pool } from '@svc/chassis/postgres/pool';
import { createServiceDatabase, type ServiceDatabase, silentLog } from '@svc/chassis/testing/service-database';
import { CLAIM_KEY, originalKey } from '../store/object-keys.js';
import type { ObjectStore } from '../store/object-store.js';
import { openObjectStore } from '../store/open-object-store.js';
import { sweepObjects } from '../sweep/sweep-objects.js';
import { agedStore, ageMarks, createImageTables } from '../testing/image-tables.js';
import { testFolderOptions, testS3Options } from '../testing/test-object-store.js';
import type { ImageTables } from './image-tables.js';
import { createObjectClaim, type ObjectClaim, takeOverObjects } from './object-claim.js';

interface Database extends ImageTables {
  readonly named: Set<string>;
}

const databases: ServiceDatabase[] = [];
const pools: Pool[] = [];
const opened: ObjectStore[] = [];
let first: Database;
let second: Database;

beforeAll(async () => {
  [first, second] = [await openDatabase(), await openDatabase()];
});

afterAll(async () => {
  for (const store of opened) store.close();
  for (const pool of pools) await pool.end();
  for (const database of databases) await database.drop();
});

async function openDatabase(): Promise<Database> {
  const database = await createServiceDatabase();
  databases.push(database);
  const pool = createPool({ connectionString: database.url, max: 4, applicationName: 'tests', log: silentLog });
  pools.push(pool);
  const named = new Set<string>();
  const listNamed = async (_db: unknown, all: readonly string[]) => new Set(all.filter((each) => named.has(each)));
  return { ...(await createImageTables(pool, database.service, listNamed)), named };
}

/** Stores images without checking any claim; returns their hashes. */
async function putImages(store: ObjectStore, count = 3): Promise<string[]> {
  const images = Array.from({ length: count }, () => randomBytes(16));
  const hashed = images.map((bytes) => ({ bytes, sha256: createHash('sha256').update(bytes).digest('hex') }));
  for (const { bytes, sha256 } of hashed) await store.put(originalKey(sha256), bytes);
  return hashed.map(({ sha256 }) => sha256);
}

const countThere = async (store: ObjectStore, sha256s: readonly string[]): Promise<number> =>
  (await Promise.all(sha256s.map((each) => store.stat(originalKey(each))))).filter((found) => found !== null).length;

const upload = (claim: ObjectClaim) => claim.store.put(originalKey('a'.repeat(64)), randomBytes(16));

describe.each([
  ['an S3 store', testS3Options],
  ['a folder', testFolderOptions],
])('%s', (_name, options) => {
  async function openStore(): Promise<ObjectStore> {
    const store = agedStore(await openObjectStore(options(), silentLog));
    opened.push(store);
    return store;
  }
  const claimOf = (store: ObjectStore, database: Database, installationId: string | undefined = 'one') =>
    createObjectClaim({ ...database, store, installationId });

  test('an empty store is claimed, also by the first upload, and stays claimed', async () => {
    const store = await openStore();

    await upload(claimOf(store, first));

    expect(await claimOf(store, first).look()).toBeNull();
    expect(await claimOf(store, first, undefined).look()).toBeNull();
  });

  test('another installation or database gets an error, stores and deletes nothing, and can take the store over', async () => {
    const store = await openStore();
    await claimOf(store, first).look();
    const images = await putImages(store);
    const foreign = claimOf(store, first, 'two');
    const wrong = claimOf(store, second);

    expect([await foreign.look(), await wrong.look()]).toEqual(['installation', 'database']);
    for (const claim of [foreign, wrong]) {
      await expect(upload(claim)).rejects.toMatchObject({ kind: 'unavailable', retryAfterSeconds: 60 });
      await expect(claim.store.delete(originalKey(images[0] ?? ''))).rejects.toMatchObject({ kind: 'unavailable' });
    }
    await takeOverObjects({ ...second, store, installationId: 'two' });

    expect(await claimOf(store, second, 'two').look()).toBeNull();
    expect(await claimOf(store, first).look()).toBe('installation');
    expect(await countThere(store, images)).toBe(3);
  });

  test('an unclaimed store with objects is claimed only when a row refers to one of them', async () => {
    const store = await openStore();
    const images = await putImages(store);

    const unnamed = await claimOf(store, first).look();
    first.named.add(images[1] ?? '');

    expect([unnamed, await claimOf(store, first).look()]).toEqual(['rows', null]);
    expect(await claimOf(store, second).look()).toBe('database');
  });

  test('an unreadable claim counts as foreign', async () => {
    const store = await openStore();
    await store.put(CLAIM_KEY, new TextEncoder().encode('{"owner'));

    expect(await claimOf(store, first).look()).toBe('installation');
  });

  test('a week with a wrong database deletes nothing, and the right one finds everything', async () => {
    const store = await openStore();
    const right = claimOf(store, first);
    await right.look();
    const images = await putImages(store, 20);
    for (const sha256 of images) first.named.add(sha256);

    const wrong = { ...second, claim: claimOf(store, second) };
    for (let day = 0; day < 8; day += 1) {
      expect(await sweepObjects(wrong)).toBe(0);
      await ageMarks(second, 1);
    }

    expect(await sweepObjects({ ...first, claim: right })).toBe(0);
    expect(await countThere(store, images)).toBe(20);
  });

  test("after restoring last week's database, no recent image is deleted for a week", async () => {
    const store = await openStore();
    const claim = claimOf(store, first);
    await claim.look();
    const images = await putImages(store, 20);
    // The backup also contains marks that were a week old at that time.
    await first.pool.query(
      `insert into ${first.schema}.unnamed_objects (sha256, first_seen, last_seen)
       select sha256, now() - interval '14 days', now() - interval '7 days' from unnest($1::text[]) as sha256`,
      [images],
    );

    const deleted = [await sweepObjects({ ...first, claim })];
    await ageMarks(first, 6);
    deleted.push(await sweepObjects({ ...first, claim }));

    expect(deleted).toEqual([0, 0]);
    expect(await countThere(store, images)).toBe(20);
  });
});

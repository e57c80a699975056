import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createPool, type Pool } from '@svc/chassis/postgres/pool';
import { inTransaction } from '@svc/chassis/postgres/transaction';
import { createServiceDatabase, type ServiceDatabase, silentLog } from '@svc/chassis/testing/service-database';
import { DAY_MS } from '@svc/chassis/time/durations';
import { expectImage, type ImageTables } from '../claim/image-tables.js';
import { createObjectClaim } from '../claim/object-claim.js';
import { originalKey } from '../store/object-keys.js';
import type { ObjectStore } from '../store/object-store.js';
import { openObjectStore } from '../store/open-object-store.js';
import { createImageTables } from '../testing/image-tables.js';
import { testFolderOptions } from '../testing/test-object-store.js';
import { sweepObjects } from './sweep-objects.js';

/** Days between two sweeps: fewer than a mark's maximum age. */
const SWEEP_DAYS = 1.5;

const DATABASES = ['right', 'restored', 'empty', 'foreign'] as const;
const BUCKETS = ['right', 'restored', 'empty', 'foreign'] as const;
type DatabaseName = (typeof DATABASES)[number];
type BucketName = (typeof BUCKETS)[number];

interface Database extends ImageTables {
  readonly named: Set<string>;
}

/** A store whose objects age along with the marks. */
interface Bucket {
  readonly store: ObjectStore;
  readonly putOn: Map<string, number>;
}

let databases: Readonly<Record<DatabaseName, Database>>;
const created: ServiceDatabase[] = [];
const pools: Pool[] = [];
const opened: ObjectStore[] = [];
let today = 0;

beforeAll(async () => {
  databases = {
    right: await openDatabase(),
    restored: await openDatabase(),
    empty: await openDatabase(),
    foreign: await openDatabase(),
  };
});

afterAll(async () => {
  for (const store of opened) store.close();
  for (const pool of pools) await pool.end();
  for (const database of created) await database.drop();
});

async function openDatabase(): Promise<Database> {
  const database = await createServiceDatabase();
  created.push(database);
  const pool = createPool({ connectionString: database.url, max: 4, applicationName: 'tests', log: silentLog });
  pools.push(pool);
  const named = new Set<string>();
  const listNamed = async (_db: unknown, all: readonly string[]) => new Set(all.filter((each) => named.has(each)));
  return { ...(await createImageTables(pool, database.service, listNamed)), named };
}

async function openBucket(): Promise<Bucket> {
  const store = await openObjectStore(testFolderOptions(), silentLog);
  opened.push(store);
  const putOn = new Map<string, number>();
  const modifiedAt = (key: string) => new Date(Date.now() - (today - (putOn.get(key) ?? today)) * DAY_MS);
  const aging: ObjectStore = {
    ...store,
    async put(key, content) {
      await store.put(key, content);
      putOn.set(key, today);
    },
    async stat(key) {
      const found = await store.stat(key);
      return found && { ...found, modifiedAt: modifiedAt(key) };
    },
    async *list(folder) {
      for await (const object of store.list(folder)) yield { ...object, modifiedAt: modifiedAt(object.key) };
    },
  };
  return { store: aging, putOn };
}

async function passDays(days: number): Promise<void> {
  today += days;
  const age = ({ pool, schema }: Database) =>
    pool.query(
      `with released as (update ${schema}.released_objects set released_at = released_at - $1 * interval '1 day')
       update ${schema}.unnamed_objects
          set first_seen = first_seen - $1 * interval '1 day', last_seen = last_seen - $1 * interval '1 day'`,
      [days],
    );
  await Promise.all(Object.values(databases).map(age));
}

async function resetDatabase({ pool, schema, named }: Database): Promise<void> {
  named.clear();
  await pool.query(`truncate ${schema}.unnamed_objects, ${schema}.released_objects`);
  await pool.query(`update ${schema}.object_database set id = gen_random_uuid()`);
}

/** Copies one database to another, including its id. */
async function copyDatabase(from: Database, to: Database): Promise<void> {
  for (const each of from.named) to.named.add(each);
  for (const table of ['object_database', 'unnamed_objects', 'released_objects']) {
    const { rows } = await from.pool.query<{ all: string | null }>(
      `select json_agg(t)::text as all from ${from.schema}.${table} t`,
    );
    await to.pool.query(`delete from ${to.schema}.${table}`);
    await to.pool.query(
      `insert into ${to.schema}.${table} overriding system value
       select * from json_populate_recordset(null::${to.schema}.${table}, $1::json)`,
      [rows[0]?.all ?? '[]'],
    );
  }
}

async function copyBucket(from: Bucket, to: Bucket): Promise<void> {
  for (const key of from.putOn.keys()) {
    const stream = await from.store.read(key);
    if (stream) await to.store.put(key, Buffer.concat(await stream.toArray()));
  }
}

/** Stores an image like an upload, with a row in a database if given; returns its hash. */
async function putImage({ store }: Pick<Bucket, 'store'>, what: string, database?: Database): Promise<string> {
  const bytes = Buffer.from(what);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  if (database) await inTransaction(database.pool, (tx) => expectImage(tx, database.schema, sha256));
  await store.put(originalKey(sha256), bytes);
  database?.named.add(sha256);
  return sha256;
}

/** Removes an image from a database, like a deletion. */
async function releaseImage({ pool, schema, named }: Database, sha256: string): Promise<void> {
  named.delete(sha256);
  await pool.query(`insert into ${schema}.released_objects (sha256) values ($1)`, [sha256]);
}

async function listImages({ store }: Bucket): Promise<Set<string>> {
  const found = new Set<string>();
  for await (const { key } of store.list('sha256/')) found.add(key.slice(key.lastIndexOf('/') + 1));
  return found;
}

interface World {
  readonly buckets: Readonly<Record<BucketName, Bucket>>;
  /** Images with a row in the right database, and those that existed at the time of the backups. */
  readonly shown: readonly string[];
  readonly shownBefore: readonly string[];
  readonly ofForeign: string;
  /** Images without a row: one deleted by its owner, and one that never had a row. */
  readonly unnamed: readonly string[];
}

/** An installation with week-old backups and later activity, and another installation. */
async function makeWorld(isClaimed: boolean): Promise<World> {
  for (const each of Object.values(databases)) await resetDatabase(each);
  const buckets = {
    right: await openBucket(),
    restored: await openBucket(),
    empty: await openBucket(),
    foreign: await openBucket(),
  };
  const { right, restored, foreign } = databases;
  const shownBefore = await putImage(buckets.right, 'shown', right);
  const released = await putImage(buckets.right, 'released', right);
  const again = await putImage(buckets.right, 'shown again', right);
  const unnamed = await putImage(buckets.right, 'unnamed');
  const ofForeign = await putImage(buckets.foreign, 'of another installation', foreign);
  await sweepFor(6, 'foreign', buckets.foreign, 'other');
  if (isClaimed) await sweepFor(6, 'right', buckets.right);

  // The backups contain an image that was deleted just before them and is uploaded again just after.
  await releaseImage(right, again);
  await copyDatabase(right, restored);
  await copyBucket(buckets.right, buckets.restored);
  await putImage(buckets.right, 'shown again', right);
  const shownSince = await putImage(buckets.right, 'shown since', right);

  if (isClaimed) await sweepFor(7.5, 'right', buckets.right);
  else await passDays(7.5);
  await releaseImage(right, released);
  return {
    buckets,
    shown: [shownBefore, again, shownSince],
    shownBefore: [shownBefore],
    ofForeign,
    unnamed: [released, unnamed],
  };
}

async function sweepFor(days: number, name: DatabaseName, { store }: Bucket, installationId = 'ours'): Promise<void> {
  const claim = createObjectClaim({ ...databases[name], store, installationId });
  for (let passed = 0; passed < days; passed += SWEEP_DAYS) {
    await sweepObjects({ ...databases[name], claim });
    await passDays(SWEEP_DAYS);
  }
}

/** A restored database counts as right after a week: images that it has seen without a row for that long are deleted. */
const daysWith = (database: DatabaseName): number => (database === 'restored' ? 6 : 9);

const COMBINATIONS = DATABASES.flatMap((database) => BUCKETS.map((bucket) => [database, bucket, 'claimed'] as const));
/** Cases in which the first release with claims was started with wrong settings. */
const UPGRADES = DATABASES.flatMap((database) =>
  (['right', 'restored'] as const).map((bucket) => [database, bucket, 'unclaimed'] as const),
);

test.each([...COMBINATIONS, ...UPGRADES])(
  'the %s database on the %s bucket, %s before, for a week: no image that a right one names is deleted',
  async (database, bucket, state) => {
    const { buckets, shown, shownBefore, ofForeign, unnamed } = await makeWorld(state === 'claimed');

    await sweepFor(daysWith(database), database, buckets[bucket]);
    // Monday: the right settings again, for both installations.
    await sweepFor(9, 'right', buckets.right);
    await sweepFor(9, 'foreign', buckets.foreign, 'other');

    const there = await listImages(buckets.right);
    expect(shown.filter((each) => !there.has(each))).toEqual([]);
    expect([...(await listImages(buckets.foreign))]).toEqual([ofForeign]);
    expect([...(await listImages(buckets.restored))]).toEqual(expect.arrayContaining([...shownBefore]));
    // Proves that the right pair has swept; otherwise the other checks would be meaningless.
    expect(unnamed.filter((each) => there.has(each))).toEqual([]);
  },
);

import type { Pool } from '@svc/chassis/postgres/pool';
import type { ImageTables } from '../claim/image-tables.js';
import type { ObjectStore } from '../store/object-store.js';

/** Creates the image tables in the schema of a service that has none. */
export async function createImageTables(
  pool: Pool,
  schema: string,
  listNamed: ImageTables['listNamed'],
): Promise<ImageTables> {
  await pool.query(`create table ${schema}.object_database (id uuid not null default gen_random_uuid())`);
  await pool.query(`insert into ${schema}.object_database default values`);
  await pool.query(
    `create table ${schema}.unnamed_objects (
       sha256 text primary key, first_seen timestamptz(3) not null, last_seen timestamptz(3) not null
     )`,
  );
  await pool.query(
    `create table ${schema}.released_objects (
       id bigint generated always as identity primary key,
       sha256 text not null, released_at timestamptz(3) not null default now()
     )`,
  );
  return { pool, schema, listNamed };
}

/** Ages all marks by this many days, as if every sweep had renewed them on time. */
export async function ageMarks({ pool, schema }: Pick<ImageTables, 'pool' | 'schema'>, days: number): Promise<void> {
  await pool.query(`update ${schema}.unnamed_objects set first_seen = first_seen - $1 * interval '1 day'`, [days]);
  await pool.query(`update ${schema}.released_objects set released_at = released_at - $1 * interval '1 day'`, [days]);
}

/** A store whose objects are all old. */
export function agedStore(store: ObjectStore): ObjectStore {
  const modifiedAt = new Date(0);
  return {
    ...store,
    async stat(key) {
      const found = await store.stat(key);
      return found && { ...found, modifiedAt };
    },
    async *list(folder) {
      for await (const object of store.list(folder)) yield { ...object, modifiedAt };
    },
  };
}

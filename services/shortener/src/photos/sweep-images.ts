import type { ObjectStore, StoredObject } from '@svc/chassis/objects/object-store';
import type { Db } from '@svc/chassis/postgres/pool';
import { listNamedImages } from './photo-repo.js';

/** Days for which an object may lie there without a row that names it: its upload may still be under way. */
const UNNAMED_DAYS = 7;
const DAY_MS = 24 * 60 * 60 * 1_000;
/** Objects that are asked about with one statement. */
const BATCH = 500;

/** Images as they came, and what was made of them. */
const FOLDERS = ['sha256/', 'derived/'];

/** Deletes the objects that no link names and that have not been put for a week. Putting an image again makes it new. */
export async function sweepImages(db: Db, objects: ObjectStore, now: Date): Promise<number> {
  let deleted = 0;
  const before = now.getTime() - UNNAMED_DAYS * DAY_MS;
  for (const folder of FOLDERS) {
    let batch: StoredObject[] = [];
    for await (const object of objects.list(folder)) {
      if (object.modifiedAt.getTime() < before) batch.push(object);
      if (batch.length < BATCH) continue;
      deleted += await deleteUnnamed(db, objects, batch);
      batch = [];
    }
    deleted += await deleteUnnamed(db, objects, batch);
  }
  return deleted;
}

async function deleteUnnamed(db: Db, objects: ObjectStore, batch: readonly StoredObject[]): Promise<number> {
  if (batch.length === 0) return 0;
  const named = await listNamedImages(
    db,
    batch.map(({ key }) => sha256Of(key)),
  );
  const unnamed = batch.filter(({ key }) => !named.has(sha256Of(key)));
  for (const { key } of unnamed) await objects.delete(key);
  return unnamed.length;
}

/** Every key has the hash of the image in it. */
function sha256Of(key: string): string {
  return /[0-9a-f]{64}/.exec(key)?.[0] ?? '';
}

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** Incremented when the format of backups changes; older ones stay readable. */
export const FORMAT = 1;
/** Folder of the dump, next to the manifest. */
export const DATABASE_FOLDER = 'database';
export const IMAGES_FOLDER = 'images';

const Table = z.object({
  name: z.string(),
  /** Stored columns, without generated ones. */
  columns: z.array(z.string()).min(1),
  rows: z.number().int(),
});

const Partition = z.object({
  table: z.string(),
  name: z.string(),
  /** `FOR VALUES FROM (…) TO (…)`, as the server prints it. */
  bounds: z.string(),
});

const Schema = z.object({
  migrations: z.array(z.string()),
  /** Ordered so that rows are loaded after those they refer to. */
  tables: z.array(Table),
  partitions: z.array(Partition),
});

const Manifest = z.object({
  format: z.literal(FORMAT),
  /** Time of the snapshot of all schemas (ISO 8601), except for memories in a separate database. */
  madeAt: z.iso.datetime(),
  schemas: z.record(z.string(), Schema),
  /** Number of objects, by service. */
  images: z.record(z.string(), z.number().int()),
});

/** A dumped schema, without its rows. */
export type DumpedSchema = z.output<typeof Schema>;
/** The description of a backup; written last, so a folder with a manifest is complete. */
export type Manifest = z.output<typeof Manifest>;

/** Reads the manifest. Throws an error with a one-sentence message for a folder without a backup, or with one of a newer version. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, 'manifest.json'), 'utf8').catch(() => undefined);
  if (text === undefined) throw new Error(`${folder} holds no backup: there is no manifest.json in it.`);
  const parsed = Manifest.safeParse(JSON.parse(text));
  if (!parsed.success)
    throw new Error(`The backup in ${folder} was made by another version of Dealbridge: restore it with that version.`);
  return parsed.data;
}

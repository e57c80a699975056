import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** Raised when backups come to look different; older ones are then still read. */
export const FORMAT = 1;
/** Beside the manifest: the secrets, and the folders of what was dumped. */
export const DATABASE_FOLDER = 'database';
export const IMAGES_FOLDER = 'images';

const Table = z.object({
  name: z.string(),
  /** Those that are stored as they came; the others follow from them. */
  columns: z.array(z.string()).min(1),
  rows: z.number().int(),
});

const Partition = z.object({
  table: z.string(),
  name: z.string(),
  /** `FOR VALUES FROM (…) TO (…)`, as the server says it. */
  bounds: z.string(),
});

const Schema = z.object({
  migrations: z.array(z.string()),
  /** In an order in which no row comes before one that it refers to. */
  tables: z.array(Table),
  partitions: z.array(Partition),
});

const Manifest = z.object({
  format: z.literal(FORMAT),
  /** ISO 8601; the moment that all schemas are of, except those of memories in a database of their own. */
  madeAt: z.iso.datetime(),
  schemas: z.record(z.string(), Schema),
  /** Number of objects, by the service that keeps them. */
  images: z.record(z.string(), z.number().int()),
});

/** A schema as it was dumped, without its rows. */
export type DumpedSchema = z.output<typeof Schema>;
/** What a backup says of itself; it is written last, so a folder that has it is whole. */
export type Manifest = z.output<typeof Manifest>;

/** Throws a sentence for a folder that holds no backup, or one of a newer version. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, 'manifest.json'), 'utf8').catch(() => undefined);
  if (text === undefined) throw new Error(`${folder} holds no backup: there is no manifest.json in it.`);
  const parsed = Manifest.safeParse(JSON.parse(text));
  if (!parsed.success) throw new Error(`The backup in ${folder} is of another version of Dealbridge: use that one.`);
  return parsed.data;
}

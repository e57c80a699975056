import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { backUpImages } from './images.js';
import { type DumpedSchema, FORMAT, type Manifest } from './manifest.js';

/** The source of a backup. */
export interface BackupSource {
  /** Settings with the location of images. */
  readonly environment: NodeJS.ProcessEnv;
  /** Writes the rows of all services below the folder. */
  readonly dump: (folder: string) => Promise<Record<string, DumpedSchema>>;
  /** Writes the secrets into the folder. */
  readonly keepSecrets: (folder: string) => Promise<void>;
}

/** Writes a new folder below `parent`, which gets its final name only once it is complete. Returns the folder and its contents. */
export async function writeBackup(
  parent: string,
  { environment, dump, keepSecrets }: BackupSource,
): Promise<{ readonly folder: string; readonly manifest: Manifest }> {
  const madeAt = new Date().toISOString();
  const folder = join(parent, madeAt.replaceAll(/[:.]/g, ''));
  const unfinished = `${folder}.unfinished`;
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  try {
    // Images are copied before and after the rows, so that the rows refer to no image that was stored too late, or deleted too early, to be copied.
    await backUpImages(environment, unfinished);
    const schemas = await dump(unfinished);
    const images = await backUpImages(environment, unfinished);
    await keepSecrets(unfinished);
    const manifest: Manifest = { format: FORMAT, madeAt, schemas, images };
    await writeFile(join(unfinished, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`, {
      mode: 0o600,
      flush: true,
    });
    await rename(unfinished, folder);
    return { folder, manifest };
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

/** The contents of a backup, in words. */
export function contentsOf({ schemas, images }: Manifest): string {
  const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
  const rows = sum(Object.values(schemas).flatMap(({ tables }) => tables.map((table) => table.rows)));
  return `${rows} rows and ${sum(Object.values(images))} image files`;
}

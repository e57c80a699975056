/**
 * `npm run backup [-- <folder>]`: copies everything that an installation keeps into a new folder below the one that is named (`backups`
 * when none is), beside a running `npm start` or without one: the rows of all services as they were in one moment, images, and
 * `secrets.json`. Prints where. With DATABASE_URL, MEMORY_DATABASE_URL and S3_* it copies what is there. `npm run restore` reads it.
 */
import { copyFileSync, existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { dumpDatabase } from './backup/dump-database.ts';
import { backUpImages } from './backup/images.ts';
import { FORMAT, type DumpedSchema, type Manifest } from './backup/manifest.ts';
import { displayPath } from '../stack/data-dir.ts';
import { deriveUrls, openDatabase } from '../stack/databases.ts';
import { describeFailure } from '../stack/failure.ts';
import { readSecrets, type Secrets } from '../stack/secrets.ts';

try {
  const { positionals } = parseArgs({ allowPositionals: true });
  if (positionals.length > 1) throw new Error('Name one folder: npm run backup -- <folder>');
  await backUp(resolve(process.env.DATA_DIR || '.data'), resolve(positionals[0] ?? 'backups'));
} catch (error) {
  console.error(describeFailure(error));
  process.exit(1);
}
process.exit(0);

async function backUp(dataDir: string, parent: string): Promise<void> {
  const secretsFile = join(dataDir, 'secrets.json');
  if (!existsSync(secretsFile))
    throw new Error(`There is nothing in ${dataDir} yet: set DATA_DIR, or run npm start first.`);
  const madeAt = new Date().toISOString();
  const folder = join(parent, madeAt.replaceAll(/[:.]/g, ''));
  const unfinished = `${folder}.unfinished`;
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  try {
    // Before and after the rows: none of them then names an image that was put too late, or deleted too early, to be copied.
    await backUpImages(dataDir, unfinished);
    const schemas = await dumpSchemas(dataDir, readSecrets(dataDir), unfinished);
    const images = await backUpImages(dataDir, unfinished);
    copyFileSync(secretsFile, join(unfinished, 'secrets.json'));
    const manifest: Manifest = { format: FORMAT, madeAt, schemas, images };
    await writeFile(join(unfinished, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`, {
      mode: 0o600,
      flush: true,
    });
    await rename(unfinished, folder);
    describe(folder, manifest);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

async function dumpSchemas(dataDir: string, secrets: Secrets, folder: string): Promise<Record<string, DumpedSchema>> {
  const database = await openDatabase(dataDir, secrets);
  try {
    const { copilot, ...urls } = deriveUrls(database.adminUrl, secrets.roles);
    const memoryAdminUrl = process.env.MEMORY_DATABASE_URL;
    if (!memoryAdminUrl) return await dumpDatabase({ ...urls, copilot }, folder);
    const memories = deriveUrls(memoryAdminUrl, { copilot: secrets.roles.copilot });
    return { ...(await dumpDatabase(urls, folder)), ...(await dumpDatabase(memories, folder)) };
  } finally {
    await database.close();
  }
}

function describe(folder: string, { schemas, images }: Manifest): void {
  const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
  const rows = sum(Object.values(schemas).flatMap(({ tables }) => tables.map((table) => table.rows)));
  console.log(`Backed up ${rows} rows and ${sum(Object.values(images))} image files to ${displayPath(folder)}`);
  console.log(
    'It holds every secret of the installation: keep it where nobody else reads it, and not on this machine alone.',
  );
}

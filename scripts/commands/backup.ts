/**
 * `npm run backup [-- <folder>]`: backs up an installation into a new subfolder of the folder (default `backups`), and prints its path. Copies
 * the rows of all services at one moment, images and `secrets.json`, from DATABASE_URL, MEMORY_DATABASE_URL and S3_* if set. Works
 * with or without a running `npm start`. `npm run restore` reads it.
 */
import { existsSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { dumpDatabase } from '@svc/topology/backup/dump-database';
import type { DumpedSchema } from '@svc/topology/backup/manifest';
import { contentsOf, writeBackup } from '@svc/topology/backup/write-backup';
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
    throw new Error(`${dataDir} has no installation yet: set DATA_DIR, or run npm start first.`);
  const { folder, manifest } = await writeBackup(parent, {
    environment: { ...process.env, DATA_DIR: dataDir },
    dump: (unfinished) => dumpSchemas(dataDir, readSecrets(dataDir), unfinished),
    keepSecrets: (unfinished) => copyFile(secretsFile, join(unfinished, 'secrets.json')),
  });
  console.log(`Backed up ${contentsOf(manifest)} to ${displayPath(folder)}`);
  console.log(
    'It contains every secret of the installation: keep it where no one else can read it, and not only on this machine.',
  );
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

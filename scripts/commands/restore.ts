/**
 * `npm run restore -- <folder>`: restores a backup into an empty DATA_DIR, on any machine. With DATABASE_URL and MEMORY_DATABASE_URL (of
 * administrators) it restores rows into those databases, which must be empty; with S3_*, images into that store. Then run `npm start`.
 */
import { existsSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { restoreImages } from '@svc/topology/backup/images';
import { fillDatabase } from '@svc/topology/backup/load-database';
import { type Manifest, readManifest } from '@svc/topology/backup/manifest';
import { createDataDir, displayPath } from '../stack/data-dir.ts';
import { bootstrapAll, bootstrapMemory, openDatabase } from '../stack/databases.ts';
import { describeFailure } from '../stack/failure.ts';
import { completeSecrets, saveSecrets, type Secrets } from '../stack/secrets.ts';

/** The parts of an installation in a data folder. */
const PARTS = ['secrets.json', 'postgres', 'objects'];

try {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [folder] = positionals;
  if (folder === undefined || positionals.length > 1) throw new Error('Name the backup: npm run restore -- <folder>');
  await restore(resolve(folder), resolve(process.env.DATA_DIR || '.data'));
} catch (error) {
  console.error(describeFailure(error));
  process.exit(1);
}
process.exit(0);

async function restore(folder: string, dataDir: string): Promise<void> {
  const manifest = await readManifest(folder);
  const there = PARTS.find((part) => existsSync(join(dataDir, part)));
  if (there) {
    throw new Error(`${displayPath(dataDir)} already has an installation (${there}): move it away, or set DATA_DIR.`);
  }
  const secrets = completeSecrets(JSON.parse(await readFile(join(folder, 'secrets.json'), 'utf8')) as Partial<Secrets>);
  createDataDir(dataDir);
  try {
    saveSecrets(dataDir, secrets);
    await restoreRows(folder, manifest, dataDir, secrets);
    await restoreImages({ ...process.env, DATA_DIR: dataDir }, folder);
  } catch (error) {
    for (const part of PARTS) rmSync(join(dataDir, part), { recursive: true, force: true });
    throw error;
  }
  console.log(`Restored the backup of ${manifest.madeAt} in ${displayPath(dataDir)}. npm start runs it.`);
}

async function restoreRows(folder: string, manifest: Manifest, dataDir: string, secrets: Secrets): Promise<void> {
  const database = await openDatabase(dataDir, secrets);
  try {
    const { installationId, roles } = secrets;
    const claim = { installationId, passwords: 'keep' } as const;
    const urls = await bootstrapAll({ adminUrl: database.adminUrl }, roles, claim);
    const memoryAdminUrl = process.env.MEMORY_DATABASE_URL;
    if (memoryAdminUrl) urls.copilot = await bootstrapMemory(memoryAdminUrl, roles.copilot, claim);
    await fillDatabase(folder, manifest, urls);
  } finally {
    await database.close();
  }
}

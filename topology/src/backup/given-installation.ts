/** Backup and restore of an installation whose stores come from settings, as in compose.yaml. */
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError, readEnvironment } from '@svc/chassis/process/config';
import { z } from 'zod';
import { readGivenUrls } from '../given-databases.js';
import { DATABASE_SERVICE_NAMES, type DatabaseServiceName } from '../processes.js';
import { dumpDatabase } from './dump-database.js';
import { restoreImages } from './images.js';
import { fillDatabase } from './load-database.js';
import { type DumpedSchema, type Manifest, readManifest } from './manifest.js';
import { writeBackup } from './write-backup.js';

/** The secrets needed to decrypt the rows, a subset of those in a backup of `npm run backup`. */
const SECRETS_FILE = 'secrets.json';
const Secrets = z.object({ installationId: z.string(), signingKey: z.string() });

const Environment = z.object({
  INSTALLATION_ID: z.string(),
  SIGNING_KEY_SECRET: z.string(),
  SVC_ENCRYPTION_KEY: z.string().optional(),
  MEMORY_DATABASE_URL: z.string().optional(),
  /** A file with all settings, to include in the backup. */
  SETTINGS_FILE: z.string().optional(),
});

type Urls = Readonly<Record<DatabaseServiceName, string>>;

/** Writes a new backup below `parent`, while the product runs. Returns the folder and its contents. */
export function backUpGiven(environment: NodeJS.ProcessEnv, parent: string): ReturnType<typeof writeBackup> {
  const settings = readEnvironment(Environment, environment);
  const { INSTALLATION_ID, SIGNING_KEY_SECRET, SVC_ENCRYPTION_KEY, SETTINGS_FILE, MEMORY_DATABASE_URL } = settings;
  const secrets = {
    installationId: INSTALLATION_ID,
    signingKey: SIGNING_KEY_SECRET,
    encryptionKey: SVC_ENCRYPTION_KEY,
  };
  return writeBackup(parent, {
    environment,
    dump: (folder) => dumpSchemas(readUrls(environment), MEMORY_DATABASE_URL !== undefined, folder),
    keepSecrets: async (folder) => {
      await writeFile(join(folder, SECRETS_FILE), `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
      if (SETTINGS_FILE) await copyFile(SETTINGS_FILE, join(folder, '.env'));
    },
  });
}

/** Restores a backup to empty stores. Throws an error with a one-sentence message when they are not empty, or belong to another installation. */
export async function restoreGiven(environment: NodeJS.ProcessEnv, folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder);
  const settings = readEnvironment(Environment, environment);
  const kept = Secrets.parse(JSON.parse(await readFile(join(folder, SECRETS_FILE), 'utf8')));
  const isKnown = kept.signingKey.split(',').some((key) => settings.SIGNING_KEY_SECRET.split(',').includes(key));
  if (kept.installationId !== settings.INSTALLATION_ID || !isKnown)
    throw new ConfigError(
      `${folder} was made by an installation with another INSTALLATION_ID or SIGNING_KEY_SECRET: use its .env instead of yours, or copy both from its ${SECRETS_FILE} into yours.`,
    );
  await fillDatabase(folder, manifest, readUrls(environment));
  await restoreImages(environment, folder);
  return manifest;
}

/** Dumps all schemas; memories in a separate database have their own snapshot. */
async function dumpSchemas(
  { copilot, ...urls }: Urls,
  hasMemoryDatabase: boolean,
  folder: string,
): Promise<Record<string, DumpedSchema>> {
  if (!hasMemoryDatabase) return dumpDatabase({ ...urls, copilot }, folder);
  return { ...(await dumpDatabase(urls, folder)), ...(await dumpDatabase({ copilot }, folder)) };
}

function readUrls(environment: NodeJS.ProcessEnv): Urls {
  const urlsByService = readGivenUrls(environment);
  const urls = { ...urlsByService, copilot: environment['MEMORY_DATABASE_URL'] || urlsByService.copilot };
  const missing = DATABASE_SERVICE_NAMES.filter((name) => !urls[name]);
  if (missing.length > 0)
    throw new ConfigError(`Set ${missing.map((name) => `${name.toUpperCase()}_DATABASE_URL`).join(', ')}.`);
  return urls as Urls;
}

/**
 * `npm run migrate [-- --bootstrap]`: applies pending migrations. With `<SERVICE>_DATABASE_URL` (IDENTITY_DATABASE_URL, …), migrates only those
 * services, each with its own role; else all, on the database of DATABASE_URL or the embedded one in DATA_DIR. `--bootstrap` first creates roles,
 * schemas and extensions with an administrator's DATABASE_URL. With MEMORY_DATABASE_URL, also an administrator's, memories use that database. Refuses
 * a database of an installation other than the data folder's or, with `<SERVICE>_DATABASE_URL`, than INSTALLATION_ID if set.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { BootstrapOptions } from '@svc/chassis/postgres/migrations/bootstrap';
import { bootstrapGiven, readGivenUrls } from '@svc/topology/given-databases';
import { DATABASE_SERVICE_NAMES } from '@svc/topology/processes';
import { migrateService } from '@svc/topology/service-migrations';
import { createDataDir } from '../stack/data-dir.ts';
import { bootstrapAll, bootstrapMemory, checkOwners, deriveUrls, openDatabase } from '../stack/databases.ts';
import { describeFailure } from '../stack/failure.ts';
import { readSecrets, saveSecrets } from '../stack/secrets.ts';

type Urls = Readonly<Record<string, string>>;

try {
  const { values } = parseArgs({ options: { bootstrap: { type: 'boolean', default: false } } });
  // npm takes the flag in `npm run migrate --bootstrap` for its own setting.
  const withBootstrap = values.bootstrap || process.env.npm_config_bootstrap === 'true';
  const urls = readGivenUrls(process.env);
  await (Object.keys(urls).length > 0 ? migrateGiven(urls, withBootstrap) : migrateOwn(withBootstrap));
} catch (error) {
  console.error(describeFailure(error));
  process.exit(1);
}
process.exit(0);

/** Migrates the given databases; `--bootstrap` sets the roles' passwords to those in the connection strings. */
async function migrateGiven(urls: Urls, withBootstrap: boolean): Promise<void> {
  if (withBootstrap) await bootstrapGiven(urls, process.env);
  await migrateEach(urls, process.env.INSTALLATION_ID || undefined);
}

async function migrateOwn(withBootstrap: boolean): Promise<void> {
  const dataDir = resolve(process.env.DATA_DIR || '.data');
  const { DATABASE_URL, MEMORY_DATABASE_URL } = process.env;
  createDataDir(dataDir);
  const secrets = readSecrets(dataDir);
  if (DATABASE_URL) await checkOwners(DATABASE_URL, MEMORY_DATABASE_URL, secrets);
  saveSecrets(dataDir, secrets);
  const database = await openDatabase(dataDir, secrets);
  try {
    const { roles, installationId } = secrets;
    const { adminUrl } = database;
    const claim = { installationId, passwords: 'keep' } as const;
    const isPrepared = DATABASE_URL && !withBootstrap;
    const urls = isPrepared ? deriveUrls(adminUrl, roles) : await bootstrapAll({ adminUrl }, roles, claim);
    await migrateEach(
      { ...urls, ...(await openMemory(roles.copilot, isPrepared ? undefined : claim)) },
      installationId,
    );
  } finally {
    await database.close();
  }
}

/** Copilot's connection string when memories have their own database, which is prepared first if a claim is given. */
async function openMemory(password: string, claim: BootstrapOptions | undefined): Promise<Urls> {
  const adminUrl = process.env.MEMORY_DATABASE_URL;
  if (!adminUrl) return {};
  if (claim) return { copilot: await bootstrapMemory(adminUrl, password, claim) };
  return deriveUrls(adminUrl, { copilot: password });
}

async function migrateEach(urls: Urls, installationId: string | undefined): Promise<void> {
  for (const name of DATABASE_SERVICE_NAMES) {
    const url = urls[name];
    if (!url) continue;
    const applied = await migrateService(name, url, { installationId });
    console.log(`${name}: ${applied.length > 0 ? `applied ${applied.join(', ')}` : 'nothing to apply'}`);
  }
}

/**
 * `npm run migrate [-- --bootstrap]`: applies what is outstanding of every service's migrations. With `<SERVICE>_DATABASE_URL`
 * (IDENTITY_DATABASE_URL, …) only of those services, each with its own role; else of all, on the database of DATABASE_URL or the
 * embedded one in DATA_DIR. `--bootstrap` first creates roles, schemas and extensions with DATABASE_URL, an administrator's.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createDataDir } from './stack/data-dir.ts';
import { bootstrapAll, deriveUrls, migrateService, openDatabase } from './stack/databases.ts';
import { describeFailure } from './stack/failure.ts';
import { loadSecrets } from './stack/secrets.ts';
import { DATABASE_SERVICES, type DatabaseServiceName } from './stack/service-list.ts';

type Urls = Readonly<Record<string, string>>;

try {
  const { values } = parseArgs({ options: { bootstrap: { type: 'boolean', default: false } } });
  const given = readGivenUrls();
  await (Object.keys(given).length > 0 ? migrateGiven(given, values.bootstrap) : migrateOwn(values.bootstrap));
} catch (error) {
  console.error(describeFailure(error));
  process.exit(1);
}
process.exit(0);

function readGivenUrls(): Urls {
  const entries = DATABASE_SERVICES.map(
    ({ name }) => [name, process.env[`${name.toUpperCase()}_DATABASE_URL`]] as const,
  );
  return Object.fromEntries(entries.filter((entry): entry is [DatabaseServiceName, string] => Boolean(entry[1])));
}

/** The passwords of the roles are those in the connection strings, so that these work afterwards. */
async function migrateGiven(urls: Urls, withBootstrap: boolean): Promise<void> {
  if (withBootstrap) {
    const adminUrl = process.env.DATABASE_URL;
    if (!adminUrl) throw new Error('--bootstrap needs DATABASE_URL, the connection string of an administrator.');
    const passwords = Object.entries(urls).map(([name, url]) => [name, decodeURIComponent(new URL(url).password)]);
    await bootstrapAll(adminUrl, Object.fromEntries(passwords));
  }
  await migrateEach(urls);
}

async function migrateOwn(withBootstrap: boolean): Promise<void> {
  const dataDir = resolve(process.env.DATA_DIR || '.data');
  createDataDir(dataDir);
  const secrets = loadSecrets(dataDir);
  const database = await openDatabase(dataDir, secrets);
  try {
    const { roles } = secrets;
    const isPrepared = process.env.DATABASE_URL && !withBootstrap;
    await migrateEach(isPrepared ? deriveUrls(database.adminUrl, roles) : await bootstrapAll(database.adminUrl, roles));
  } finally {
    await database.close();
  }
}

async function migrateEach(urls: Urls): Promise<void> {
  for (const { name } of DATABASE_SERVICES) {
    const url = urls[name];
    if (!url) continue;
    const applied = await migrateService(name, url);
    console.log(`${name}: ${applied.length > 0 ? `applied ${applied.join(', ')}` : 'nothing to apply'}`);
  }
}

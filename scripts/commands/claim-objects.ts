/**
 * `npm run claim-objects`: assigns the images in the store of S3_ENDPOINT, or in the data folder, to the installation in DATA_DIR and its database.
 * For images that readiness reports as belonging to another installation or database, or as having no row. Works with or without a running `npm
 * start`.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createLog } from '@svc/chassis/logging/log';
import { createPool } from '@svc/chassis/postgres/pool';
import { takeOverObjects } from '@svc/objects/claim/object-claim';
import { KEEPERS, openStore } from '@svc/topology/backup/images';
import { PROCESSES } from '@svc/topology/processes';
import { checkOwners, deriveUrls, openDatabase } from '../stack/databases.ts';
import { describeFailure } from '../stack/failure.ts';
import { readSecrets } from '../stack/secrets.ts';

try {
  const dataDir = resolve(process.env.DATA_DIR || '.data');
  if (!existsSync(join(dataDir, 'secrets.json')))
    throw new Error(`${dataDir} has no installation yet: run npm start first.`);
  await claimObjects(dataDir);
  console.log(
    `The stored images belong to ${dataDir}/secrets.json and its database now: running processes accept uploads within a minute, ` +
      'and images that this database does not name are deleted after a week. To undo it, run this command for the other installation.',
  );
} catch (error) {
  console.error(describeFailure(error));
  process.exit(1);
}
process.exit(0);

async function claimObjects(dataDir: string): Promise<void> {
  const secrets = readSecrets(dataDir);
  if (process.env.DATABASE_URL) await checkOwners(process.env.DATABASE_URL, undefined, secrets);
  const database = await openDatabase(dataDir, secrets);
  try {
    const urls = deriveUrls(database.adminUrl, secrets.roles);
    const log = createLog('claim-objects', 'error');
    for (const name of KEEPERS) {
      const pool = createPool({ connectionString: urls[name], max: 1, applicationName: 'claim-objects', log });
      const store = await openStore(name, { ...process.env, DATA_DIR: dataDir });
      try {
        const { installationId } = secrets;
        await takeOverObjects({ pool, schema: PROCESSES[name].schema, store, installationId });
      } finally {
        store.close();
        await pool.end();
      }
    }
  } finally {
    await database.close();
  }
}

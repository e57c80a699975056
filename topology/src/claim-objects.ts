/**
 * `node dist/claim-objects.js <service>`: claims the stored images of a service for this installation and database, even if they belong to another
 * one. Reads the service's settings. Exits with 1 if the store or the database is unavailable, and with 78 for an invalid setting.
 */
import { createLog } from '@svc/chassis/logging/log';
import { createPool } from '@svc/chassis/postgres/pool';
import { ConfigError, readEnvironment } from '@svc/chassis/process/config';
import { runJob } from '@svc/chassis/process/job';
import { takeOverObjects } from '@svc/objects/claim/object-claim';
import { readObjectStoreOptions } from '@svc/objects/store/environment';
import { openObjectStore } from '@svc/objects/store/open-object-store';
import { z } from 'zod';
import { PROCESSES } from './processes.js';
import { SETTINGS } from './settings.js';

const { DATABASE_URL, INSTALLATION_ID, S3_ENDPOINT, S3_ACCESS_KEY, S3_SECRET_KEY, S3_BUCKET, S3_REGION, DATA_DIR } =
  SETTINGS;
const Environment = z.object({
  DATABASE_URL,
  INSTALLATION_ID,
  S3_ENDPOINT,
  S3_ACCESS_KEY,
  S3_SECRET_KEY,
  S3_BUCKET,
  S3_REGION,
  DATA_DIR,
});
const KEEPERS = ['screenshot', 'shortener'] as const;

const [argument = ''] = process.argv.slice(2);
const log = createLog(`claim-objects ${argument}`, 'info');

await runJob(log, 'DATABASE_URL', async () => {
  const name = KEEPERS.find((each) => each === argument);
  if (!name) throw new ConfigError(`Name a service that keeps images: ${KEEPERS.join(', ')}.`);
  const settings = readEnvironment(Environment);
  const store = await openObjectStore(readObjectStoreOptions(settings, name), log);
  const pool = createPool({ connectionString: settings.DATABASE_URL, max: 1, applicationName: 'claim-objects', log });
  try {
    const { schema } = PROCESSES[name];
    await takeOverObjects({ pool, schema, store, installationId: settings.INSTALLATION_ID });
    log.info('the stored images belong to this installation and database now: uploads are taken within a minute');
  } finally {
    await pool.end();
    store.close();
  }
});

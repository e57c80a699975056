/**
 * `node dist/migrate.js <service>`: applies what is outstanding of a service's migrations, with its own role (DATABASE_URL, or
 * MEMORY_DATABASE_URL where it has one). Ends with 1 when a migration fails, or when the database belongs to another installation than
 * INSTALLATION_ID; those before it stay applied. Ends with 78 when a setting cannot be used.
 */
import { ConfigError, readEnvironment } from '@svc/chassis/config';
import { runJob } from '@svc/chassis/job';
import { createLog } from '@svc/chassis/log';
import { migrate } from '@svc/chassis/postgres/migrations';
import { z } from 'zod';
import { migrationsOf } from './migrations-folder.js';
import { DATABASE_SERVICE_NAMES, PROCESSES, type Process } from './processes.js';
import { SETTINGS } from './settings.js';

const [given = ''] = process.argv.slice(2);
const log = createLog(`migrate ${given}`, 'info');
const service = DATABASE_SERVICE_NAMES.find((name) => name === given);
const settings: Process['settings'] = service ? PROCESSES[service].settings : [];
const hasOwn = settings.includes('MEMORY_DATABASE_URL') && Boolean(process.env['MEMORY_DATABASE_URL']);
const setting = hasOwn ? 'MEMORY_DATABASE_URL' : 'DATABASE_URL';

await runJob(log, setting, async () => {
  if (!service) throw new ConfigError(`Name a service: ${DATABASE_SERVICE_NAMES.join(', ')}.`);
  const Environment = z.object({ [setting]: SETTINGS.DATABASE_URL, INSTALLATION_ID: SETTINGS.INSTALLATION_ID });
  const { [setting]: connectionString = '', INSTALLATION_ID: installationId } = readEnvironment(Environment);
  const { schema } = PROCESSES[service];
  const directories = [migrationsOf(service)];
  const applied = await migrate({ connectionString, schema, directories, installationId, log });
  log.info({ applied }, 'the schema is up to date');
});

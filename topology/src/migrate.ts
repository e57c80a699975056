/**
 * `node dist/migrate.js <service>`: applies the pending migrations of a service with its own role (DATABASE_URL, or MEMORY_DATABASE_URL if the service
 * has that setting). Exits with 1 if a migration fails, keeping the earlier ones, or if the database belongs to an installation other than
 * INSTALLATION_ID, and with 78 for an invalid setting. Retries a locked table for MIGRATION_LOCK_WAIT_SECONDS (1,500).
 */
import { createLog } from '@svc/chassis/logging/log';
import { migrate } from '@svc/chassis/postgres/migrations/migrations';
import { ConfigError, readEnvironment } from '@svc/chassis/process/config';
import { runJob } from '@svc/chassis/process/job';
import { z } from 'zod';
import { migrationsOf } from './migrations-folder.js';
import { DATABASE_SERVICE_NAMES, type Process, PROCESSES } from './processes.js';
import { SETTINGS } from './settings.js';

const [argument = ''] = process.argv.slice(2);
const log = createLog(`migrate ${argument}`, 'info');
const service = DATABASE_SERVICE_NAMES.find((name) => name === argument);
const settings: Process['settings'] = service ? PROCESSES[service].settings : [];
const hasOwn = settings.includes('MEMORY_DATABASE_URL') && Boolean(process.env['MEMORY_DATABASE_URL']);
const setting = hasOwn ? 'MEMORY_DATABASE_URL' : 'DATABASE_URL';

const Patience = z.object({
  MIGRATION_LOCK_WAIT_SECONDS: z.coerce
    .number('must be a number of seconds')
    .min(0, 'must be 0 or more')
    .max(604_800, 'must be 604800 or less')
    .default(1_500),
});

await runJob(log, setting, async () => {
  if (!service) throw new ConfigError(`Name a service: ${DATABASE_SERVICE_NAMES.join(', ')}.`);
  const Environment = z.object({ [setting]: SETTINGS.DATABASE_URL, INSTALLATION_ID: SETTINGS.INSTALLATION_ID });
  const { [setting]: connectionString = '', INSTALLATION_ID: installationId } = readEnvironment(Environment);
  const { MIGRATION_LOCK_WAIT_SECONDS: lockWaitSeconds } = readEnvironment(Patience);
  const { schema } = PROCESSES[service];
  const directories = [migrationsOf(service)];
  const applied = await migrate({
    connectionString,
    schema,
    directories,
    installationId,
    log,
    lockWaitMs: lockWaitSeconds * 1_000,
  });
  log.info({ applied }, 'the schema is up to date');
});

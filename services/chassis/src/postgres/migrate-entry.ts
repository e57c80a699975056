import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { readEnvironment } from '../config.js';
import { runJob } from '../job.js';
import { createLog } from '../log.js';
import { migrate } from './migrations.js';

const PostgresUrl = z.url({ protocol: /^postgres(ql)?$/ });

/**
 * What a service's `migrate.js` does: applies what is outstanding of the migrations beside it, with the service's own role
 * (`DATABASE_URL`, or the setting that is named, where it is given). Ends with 1 when one fails, or when the database belongs to another
 * installation than `INSTALLATION_ID`, where that is given; those before it stay applied.
 */
export async function runMigrations(schema: string, entryUrl: string, setting = 'DATABASE_URL'): Promise<void> {
  const name = process.env[setting] ? setting : 'DATABASE_URL';
  const log = createLog(`migrate ${schema}`, 'info');
  await runJob(log, name, async () => {
    const Environment = z.object({ [name]: PostgresUrl, INSTALLATION_ID: z.string().optional() });
    const { [name]: connectionString = '', INSTALLATION_ID: installationId } = readEnvironment(Environment);
    const directories = [fileURLToPath(new URL('../migrations', entryUrl))];
    const applied = await migrate({ connectionString, schema, directories, installationId, log });
    log.info({ applied }, 'the schema is up to date');
  });
}

/**
 * `node dist/bootstrap.js [--print]`: prepares the databases for the services whose `<SERVICE>_DATABASE_URL` is set, with the administrator's
 * DATABASE_URL; see `bootstrapGiven`. `--print` only prints the SQL, including passwords, without connecting to a database.
 */
import { parseArgs } from 'node:util';
import { createLog } from '@svc/chassis/logging/log';
import { runJob } from '@svc/chassis/process/job';
import { bootstrapGiven, printBootstrap, readGivenUrls } from './given-databases.js';

const { values } = parseArgs({ options: { print: { type: 'boolean', default: false } } });
const log = createLog('bootstrap', 'info');
await runJob(log, 'DATABASE_URL', async () => {
  const urls = readGivenUrls(process.env);
  if (values.print) {
    process.stdout.write(printBootstrap(urls, process.env));
  } else {
    await bootstrapGiven(urls, process.env);
    log.info({ services: Object.keys(urls) }, 'the databases are ready');
  }
});

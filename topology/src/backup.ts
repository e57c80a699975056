/**
 * `node dist/backup.js [<folder>]`: copies everything that an installation keeps into a new folder below the one that is named (`/backups`
 * when none is), beside the running product: the rows of all services as they were in one moment, images, and what opens them. It reads
 * <SERVICE>_DATABASE_URL of each service, S3_*, INSTALLATION_ID, SIGNING_KEY_SECRET and, where there is one, SVC_ENCRYPTION_KEY; SETTINGS_FILE names a file to keep with them.
 */
import { backUpGiven } from './backup/given-installation.js';
import { runCommand } from './backup/run-command.js';
import { contentsOf } from './backup/write-backup.js';

const [parent = '/backups'] = process.argv.slice(2);
await runCommand(async () => {
  const { folder, manifest } = await backUpGiven(process.env, parent);
  process.stdout.write(`Backed up ${contentsOf(manifest)} to ${folder}.\n`);
  process.stdout.write(
    'It contains every secret: keep it where no one else can read it, and not only on this machine.\n',
  );
});

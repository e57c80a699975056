/**
 * `node dist/backup.js [<folder>]`: backs up an installation, which may be running, into a new folder below the given one (default `/backups`). The
 * backup has the rows of all services as of one moment, images, and secrets. Reads <SERVICE>_DATABASE_URL of each service, S3_*, INSTALLATION_ID,
 * SIGNING_KEY_SECRET and, if set, SVC_ENCRYPTION_KEY; SETTINGS_FILE names a file to include.
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

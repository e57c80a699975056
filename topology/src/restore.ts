/**
 * `node dist/restore.js <backup>`: restores a backup of `backup.js` or `npm run backup` into the empty stores of an installation that is only
 * bootstrapped. A plain name refers to a folder below `/backups`. Reads the same settings as `backup.js`.
 */
import { resolve } from 'node:path';
import { ConfigError } from '@svc/chassis/process/config';
import { restoreGiven } from './backup/given-installation.js';
import { runCommand } from './backup/run-command.js';
import { contentsOf } from './backup/write-backup.js';

const [name] = process.argv.slice(2);
await runCommand(async () => {
  if (name === undefined) throw new ConfigError('Name the backup: docker compose run --rm restore <name>');
  const manifest = await restoreGiven(process.env, resolve('/backups', name));
  process.stdout.write(`Restored ${contentsOf(manifest)} of ${manifest.madeAt}. Start the product now.\n`);
});

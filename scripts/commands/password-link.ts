/**
 * `npm run password-link -- <email>`: prints a link that lets the account's owner set a new password, for installations without mail. Works with or
 * without a running `npm start`; opening the link needs one.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { PROCESS_NAMES, recordOf } from '@svc/topology/processes';
import { checkOwners, deriveUrls, openDatabase } from '../stack/databases.ts';
import { describeFailure } from '../stack/failure.ts';
import { folderOf } from '../stack/paths.ts';
import { environmentOf } from '../stack/process-environment.ts';
import { readSecrets } from '../stack/secrets.ts';

try {
  process.exit(await runPasswordLink(process.argv.slice(2)));
} catch (error) {
  console.error(describeFailure(error));
  process.exit(1);
}

async function runPasswordLink(args: readonly string[]): Promise<number> {
  if (args.length !== 1 || args[0] === '')
    throw new Error('Name the account by its email address: npm run password-link -- me@example.com');
  const dataDir = resolve(process.env.DATA_DIR || '.data');
  if (!existsSync(join(dataDir, 'secrets.json')))
    throw new Error(`${dataDir} has no installation yet: run npm start first.`);
  const secrets = readSecrets(dataDir);
  if (process.env.DATABASE_URL) await checkOwners(process.env.DATABASE_URL, undefined, secrets);
  const database = await openDatabase(dataDir, secrets);
  try {
    const environment = environmentOf('identity', {
      secrets,
      inherited: process.env,
      ports: { ...recordOf(PROCESS_NAMES, () => ({ grpc: 0 })), gateway: { public: Number(process.env.PORT || 8080) } },
      dataDir,
      databaseUrls: deriveUrls(database.adminUrl, secrets.roles),
    });
    const { status } = spawnSync(process.execPath, ['dist/password-link.js', ...args], {
      cwd: folderOf('identity'),
      env: environment,
      stdio: 'inherit',
    });
    return status ?? 1;
  } finally {
    await database.close();
  }
}

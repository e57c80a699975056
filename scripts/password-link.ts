/**
 * `npm run password-link -- <email>`: prints a link with which the owner of the account sets a new password, for installations
 * that send no mail. Works beside a running `npm start` and without one; the link is opened on the running one.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { deriveUrls, openDatabase } from './stack/databases.ts';
import { describeFailure } from './stack/failure.ts';
import { loadSecrets } from './stack/secrets.ts';
import { environmentOf } from './stack/service-environment.ts';
import { folderOf, perService, ROOT, SERVICES } from './stack/service-list.ts';

try {
  process.exit(await runPasswordLink(process.argv.slice(2)));
} catch (error) {
  console.error(describeFailure(error));
  process.exit(1);
}

async function runPasswordLink(args: readonly string[]): Promise<number> {
  const dataDir = resolve(process.env.DATA_DIR || '.data');
  if (!existsSync(join(dataDir, 'secrets.json')))
    throw new Error(`There is nothing in ${dataDir} yet: run npm start first.`);
  const secrets = loadSecrets(dataDir);
  const database = await openDatabase(dataDir, secrets);
  try {
    const environment = environmentOf('identity', {
      secrets,
      inherited: process.env,
      gatewayUrl: `http://localhost:${process.env.PORT || 8080}`,
      ports: perService(SERVICES, () => 0),
      shortenerPorts: { public: 0, internal: 0 },
      dataDir,
      databaseUrls: deriveUrls(database.adminUrl, secrets.roles),
    });
    const { status } = spawnSync(process.execPath, ['dist/password-link.js', ...args], {
      cwd: join(ROOT, folderOf('identity')),
      env: environment,
      stdio: 'inherit',
    });
    return status ?? 1;
  } finally {
    await database.close();
  }
}

/**
 * `npm run claim-database`: assigns the database of DATABASE_URL (and MEMORY_DATABASE_URL if set; both an administrator's), else the one in
 * DATA_DIR, to the installation in DATA_DIR. For a database whose `secrets.json` is lost, or that moves to another machine for good:
 * roles get new passwords, all users must sign in again, and the previous installation is locked out.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createLog } from '@svc/chassis/logging/log';
import { createPool } from '@svc/chassis/postgres/pool';
import { claimDataDir } from '../stack/data-dir.ts';
import { bootstrapAll, bootstrapMemory, openDatabase } from '../stack/databases.ts';
import { setAdminPassword } from '../stack/embedded-postgres.ts';
import { describeFailure } from '../stack/failure.ts';
import { completeSecrets, readSecrets, saveSecrets, type Secrets } from '../stack/secrets.ts';

const dataDir = resolve(process.env.DATA_DIR || '.data');
const ownFolder = join(dataDir, 'postgres');
const { DATABASE_URL, MEMORY_DATABASE_URL } = process.env;

try {
  const release = claimDataDir(dataDir);
  try {
    await (DATABASE_URL ? claimGiven(DATABASE_URL) : claimOwn());
  } finally {
    release();
  }
  const database = DATABASE_URL ? `at ${new URL(DATABASE_URL).host}` : `in ${ownFolder}`;
  console.log(
    `The database ${database} belongs to ${dataDir}/secrets.json now: keep a copy of that file. ` +
      'Everyone must sign in again. npm run claim-objects takes over the stored images of the previous installation.',
  );
} catch (error) {
  console.error(describeFailure(error));
  process.exit(1);
}
process.exit(0);

async function claimGiven(adminUrl: string): Promise<void> {
  const { roles: _old, ...kept } = readSecrets(dataDir);
  const secrets = completeSecrets(kept);
  // Saved first: otherwise passwords already set in the database would be lost if this failed halfway.
  saveSecrets(dataDir, secrets);
  await claim(adminUrl, secrets);
}

/** Claims the embedded database, whose administrator's password was in the lost file. */
async function claimOwn(): Promise<void> {
  if (!existsSync(ownFolder)) {
    throw new Error(
      `There is no database in ${dataDir}: set DATA_DIR, or DATABASE_URL to the connection string of an administrator.`,
    );
  }
  const hasSecrets = existsSync(join(dataDir, 'secrets.json'));
  const { roles: _roles, postgres: _postgres, ...kept }: Partial<Secrets> = hasSecrets ? readSecrets(dataDir) : {};
  const secrets = completeSecrets(kept);
  saveSecrets(dataDir, secrets);
  await setAdminPassword(ownFolder, secrets.postgres);
  const database = await openDatabase(dataDir, secrets);
  try {
    await claim(database.adminUrl, secrets);
  } finally {
    await database.close();
  }
}

async function claim(adminUrl: string, { installationId, roles }: Secrets): Promise<void> {
  const options = { installationId, passwords: 'replace' } as const;
  if (MEMORY_DATABASE_URL) {
    const beforeTakeOver = () => Promise.resolve();
    await bootstrapMemory(MEMORY_DATABASE_URL, roles.copilot, { ...options, beforeTakeOver });
  }
  await bootstrapAll({ adminUrl }, roles, { ...options, beforeTakeOver: ({ identity }) => endSessions(identity) });
}

/** Ends every session and invalidates every key, because the previous owner of the database may know them. */
async function endSessions(identityUrl: string): Promise<void> {
  const log = createLog('claim-database', 'error');
  const pool = createPool({ connectionString: identityUrl, max: 1, applicationName: 'claim-database', log });
  try {
    for (const table of ['identity.signing_keys', 'identity.sessions']) {
      // A database may be claimed before its first migration, without these tables.
      const found = await pool.find<{ isThere: boolean }>(`select to_regclass($1) is not null as "isThere"`, [table]);
      if (found?.isThere) await pool.query(`delete from ${table}`);
    }
  } finally {
    await pool.end();
  }
}

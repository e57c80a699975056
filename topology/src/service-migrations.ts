import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createLog } from '@svc/chassis/logging/log';
import { listReplaced, readMigrations } from '@svc/chassis/postgres/migrations/migration-files';
import { migrate, type MigrateOptions } from '@svc/chassis/postgres/migrations/migrations';
import { migrationsOf } from './migrations-folder.js';
import { type DatabaseServiceName, PROCESSES } from './processes.js';

interface MigrateServiceOptions extends Pick<MigrateOptions, 'installationId' | 'only' | 'lockWaitMs'> {
  /** Repository of another version whose migrations are applied; this one when unset. */
  readonly root?: string | undefined;
}

/** Applies the service's missing migrations, or the named ones, with the service's own role. Returns the names applied. */
export function migrateService(
  name: DatabaseServiceName,
  connectionString: string,
  { root, only, installationId, lockWaitMs }: MigrateServiceOptions = {},
): Promise<string[]> {
  const log = createLog('migrate', 'warn');
  return migrate({
    connectionString,
    schema: PROCESSES[name].schema,
    directories: migrationFolders(name, root),
    installationId,
    lockWaitMs,
    only: only ?? (root === undefined ? undefined : listMigrations(name, root)),
    log,
  });
}

/** Returns those of the migration names that this version neither has nor replaces. */
export async function listUnknownMigrations(name: DatabaseServiceName, names: readonly string[]): Promise<string[]> {
  const migrations = await readMigrations(migrationFolders(name));
  const known = new Set([...migrations.map((migration) => migration.name), ...listReplaced(migrations)]);
  return names.filter((migration) => !known.has(migration));
}

function migrationFolders(name: DatabaseServiceName, root?: string): string[] {
  return [root === undefined ? migrationsOf(name) : folderIn(root, name)].filter(existsSync);
}

/** Names of the migrations of a service in the repository of another version; those of the chassis are this version's. */
function listMigrations(name: DatabaseServiceName, root: string): string[] {
  const ofAll = readdirSync(join(root, 'services/chassis/migrations')).map((file) => `chassis/${file}`);
  return [...ofAll, ...readdirSync(folderIn(root, name))];
}

function folderIn(root: string, name: DatabaseServiceName): string {
  return join(root, PROCESSES[name].folder, 'migrations');
}

import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Tables that every service needs (outbox, idempotency); the path is the same from `src` and from `dist`. */
const CHASSIS_DIRECTORY = fileURLToPath(new URL('../../../migrations', import.meta.url));
const CHASSIS_PREFIX = 'chassis/';
const REPLACES = /^-- replaces (\S+)$/gm;
const FILE_NAME = /^\d{4}_[a-z0-9_]+\.sql$/;

/** A numbered SQL file. */
export interface Migration {
  /** `0001_deals.sql`; the chassis's own are `chassis/0001_outbox.sql`. */
  readonly name: string;
  readonly sql: string;
  /** SHA-256 of the file, in hex. */
  readonly checksum: string;
}

/** All migrations of a service in their order: the chassis's own first, then each directory's by number. */
export async function readMigrations(directories: readonly string[]): Promise<Migration[]> {
  const migrations = await readDirectory(CHASSIS_DIRECTORY, CHASSIS_PREFIX);
  for (const directory of directories) migrations.push(...(await readDirectory(directory, '')));
  const names = new Set<string>();
  for (const { name } of migrations) {
    if (names.has(name)) throw new Error(`There are two migrations called ${name}.`);
    names.add(name);
  }
  return migrations;
}

/** Names of migrations that databases may have applied but that no longer have a file, because these migrations replace them. */
export function listReplaced(migrations: readonly Migration[]): string[] {
  return migrations.flatMap(({ sql }) => [...sql.matchAll(REPLACES)].map(([, name = '']) => name));
}

/** Whether both names belong to one sequence: the chassis's or the service's. */
export function isSameSequence(one: string, other: string): boolean {
  return one.startsWith(CHASSIS_PREFIX) === other.startsWith(CHASSIS_PREFIX);
}

async function readDirectory(directory: string, prefix: string): Promise<Migration[]> {
  const files = (await readdir(directory)).filter((file) => file.endsWith('.sql')).sort();
  const misnamed = files.find((file) => !FILE_NAME.test(file));
  if (misnamed !== undefined) throw new Error(`${join(directory, misnamed)} is not named NNNN_what.sql.`);
  const sameNumber = files.find((file, index) => file.slice(0, 4) === files[index - 1]?.slice(0, 4));
  if (sameNumber !== undefined) throw new Error(`${join(directory, sameNumber)} has the number of another migration.`);
  return Promise.all(
    files.map(async (file) => {
      const content = await readFile(join(directory, file));
      const checksum = createHash('sha256').update(content).digest('hex');
      return { name: prefix + file, sql: content.toString('utf8'), checksum };
    }),
  );
}

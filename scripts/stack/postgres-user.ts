/** Postgres refuses to run as root. Under root it runs as the user `postgres`, which must be able to access its files. */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Options for `spawn`: the user of the process. Empty unless this process is root. */
export interface RunAs {
  readonly uid?: number;
  readonly gid?: number;
}

const NAME = 'postgres';

/** Finds or creates the user for Postgres; `say` gets a line when one is created. */
export function findPostgresUser(say: (line: string) => void = () => undefined): RunAs {
  if (process.getuid?.() !== 0) return {};
  return readUser() ?? createUser(say);
}

function readUser(): RunAs | undefined {
  const ids = ['-u', '-g'].map((flag) => spawnSync('id', [flag, NAME], { encoding: 'utf8' }));
  const [uid, gid] = ids.map(({ status, stdout }) => (status === 0 ? Number(stdout) : undefined));
  return uid === undefined || gid === undefined ? undefined : { uid, gid };
}

function createUser(say: (line: string) => void): RunAs {
  const commands = [
    ['useradd', '--system', '--user-group', '--no-create-home', NAME],
    ['adduser', '-S', '-D', '-H', NAME],
  ] as const;
  for (const [command, ...args] of commands) {
    spawnSync(command, args);
    const user = readUser();
    if (!user) continue;
    say(`Postgres does not run as root, so the system user "${NAME}" was created for it.`);
    return user;
  }
  throw new Error(
    'Postgres does not run as root, and the user "postgres" cannot be created: ' +
      'run this as an ordinary user, or set DATABASE_URL to a running Postgres.',
  );
}

/**
 * Lets the user traverse, but not list, the folders above a path, such as `/root`: only this user when the file system supports access control lists,
 * else everyone. Does nothing when the user can already reach the path. Returns the changed folders.
 */
export function openPathTo(path: string, user: RunAs): string[] {
  if (user.uid === undefined || canReach(path, user)) return [];
  const above: string[] = [];
  for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder)) above.push(folder);
  const opened: string[] = [];
  // Checked from the top, because folders below an inaccessible one cannot be checked.
  for (const folder of above.toReversed()) {
    const { mode, uid, gid } = statSync(folder);
    const needed = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
    if ((mode & needed) === needed) continue;
    if (canPass(folder, user)) continue;
    if (!letPass(folder, user)) chmodSync(folder, (mode & 0o7777) | needed);
    opened.push(folder);
  }
  return opened;
}

function canPass(folder: string, user: RunAs): boolean {
  return spawnSync('test', ['-x', folder], { ...user, cwd: '/' }).status === 0;
}

/** Adds an ACL entry for this user (`setfacl`); false where unsupported. */
function letPass(folder: string, user: RunAs): boolean {
  const { status } = spawnSync('setfacl', ['-m', `u:${user.uid}:--x`, folder]);
  return status === 0 && canPass(folder, user);
}

function canReach(path: string, user: RunAs): boolean {
  return spawnSync('test', ['-r', path], { ...user, cwd: '/' }).status === 0;
}

/** Gives a file or folder to the user; only possible, and only needed, as root. */
export function giveTo(user: RunAs, path: string): void {
  if (user.uid === undefined || user.gid === undefined) return;
  execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, path]);
}

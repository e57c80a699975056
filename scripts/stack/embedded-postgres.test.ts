import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import { Client } from 'pg';
import { type PostgresServer, startEmbeddedPostgres } from './embedded-postgres.ts';
import { readPidFile, stopLeftover } from './postmaster.ts';
import { commandOf } from './processes.ts';

let folder: string;
let logFile: string;
let server: PostgresServer;
let logBytes: number;
let lines: string[];
/** Process id of the checkpointer that a test has frozen. */
let checkpointer: number | undefined;

beforeAll(() => {
  folder = mkdtempSync(join(process.env.TEST_RUN_FOLDER ?? tmpdir(), 'postgres-'));
  logFile = join(folder, 'server.log');
});

beforeEach(async () => {
  lines = [];
  server = await start();
  logBytes = readFileSync(logFile, 'utf8').length;
});

afterEach(async () => {
  thaw();
  await server?.stop();
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function start(): Promise<PostgresServer> {
  return startEmbeddedPostgres({
    folder: join(folder, 'server'),
    password: 'for-tests-only',
    logFile,
    settings: ['fsync=off'],
    say: (line) => lines.push(line),
    detached: false,
  });
}

async function query(text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: server.adminUrl });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

/** Log lines since the test began. */
function newLog(): string {
  return readFileSync(logFile, 'utf8').slice(logBytes);
}

/** Freezes the process that writes the last checkpoint of a stop, to simulate a slow disk. */
async function freezeCheckpointer(): Promise<void> {
  const [row] = (await query(`select pid from pg_stat_activity where backend_type = 'checkpointer'`)) as {
    pid: number;
  }[];
  checkpointer = row?.pid;
  if (checkpointer) process.kill(checkpointer, 'SIGSTOP');
}

function thaw(): void {
  if (checkpointer && commandOf(checkpointer) !== '') process.kill(checkpointer, 'SIGCONT');
  checkpointer = undefined;
}

test('a stop waits for the last checkpoint, and the next start has nothing to recover', async () => {
  await freezeCheckpointer();
  const stopping = server.stop();
  await eventually(() => expect(newLog()).toContain('received fast shutdown request'));
  thaw();
  await stopping;
  logBytes = readFileSync(logFile, 'utf8').length;

  server = await start();

  await eventually(() => expect(newLog()).toContain('database system was shut down at'));
  expect(await query('select 1 as one')).toEqual([{ one: 1 }]);
});

test('a checkpoint that takes too long is aborted with all processes of the server, and the next start recovers', async () => {
  await query('create table kept as select 1 as one');
  await freezeCheckpointer();
  const frozen = checkpointer ?? 0;

  await server.stop(200);

  expect(commandOf(frozen)).toBe('');
  server = await start();
  expect(await query('select one from kept')).toEqual([{ one: 1 }]);
});

test('while the memory of a killed server is in use, the start is retried', async () => {
  await freezeCheckpointer();
  server.kill('SIGKILL');
  await server.stop();

  const starting = start();
  // Normally three exits in a row mean that the server does not start.
  await eventually(() => expect(lines.filter((line) => line.includes('(exit code 1)')).length).toBeGreaterThan(3));
  thaw();
  server = await starting;

  expect(await query('select 1 as one')).toEqual([{ one: 1 }]);
});

test('the server of a killed start is stopped, and keeps its file until then', async () => {
  const pid = readPidFile(join(folder, 'server'))?.pid ?? 0;
  await freezeCheckpointer();
  const stopping = stopLeftover(join(folder, 'server'));
  await eventually(() => expect(newLog()).toContain('received fast shutdown request'));
  expect(existsSync(join(folder, 'server/postmaster.pid'))).toBe(true);
  expect(commandOf(pid)).not.toBe('');
  thaw();
  await stopping;

  expect(commandOf(pid)).toBe('');
});

/** What the database server itself says of the statements that it was sent. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from '@svc/chassis/postgres/pool';
import type { Bench } from './bench.ts';
import { withDatabase } from './database.ts';

/** Milliseconds that the server's processes take to read changed settings, and to write the log to its end. */
const SETTLE_MS = 300;

/** Marks the begin of an entry: the user and the process that it is about. */
const PREFIX = '##%u %p ';

export interface LogEntry {
  readonly user: string;
  readonly process: number;
  readonly text: string;
}

/**
 * Runs the work with server settings that make it log, and answers what it has logged meanwhile. The services' connections are
 * closed first, because some settings only reach new ones.
 */
export async function logWhile(
  bench: Bench,
  adminUrl: string,
  settings: Readonly<Record<string, string>>,
  work: () => Promise<void>,
): Promise<LogEntry[]> {
  const file = join(bench.dataDir, 'logs/postgres.log');
  const apply = (change: (db: Pool) => Promise<void>): Promise<void> =>
    withDatabase(bench, adminUrl, async (db) => {
      await change(db);
      await db.query(`select pg_reload_conf()`);
      await sleep(SETTLE_MS);
      await db.query(`select pg_terminate_backend(pid) from pg_stat_activity where usename like 'svc\\_%'`);
      await sleep(SETTLE_MS);
    });
  await apply(async (db) => {
    for (const [name, value] of Object.entries({ log_line_prefix: PREFIX, ...settings })) {
      await db.query(`alter system set ${name} = '${value}'`);
    }
  });
  const start = statSync(file).size;
  await work();
  await sleep(SETTLE_MS);
  const written = readFileSync(file).subarray(start).toString();
  await apply(async (db) => void (await db.query(`alter system reset all`)));
  return parse(written);
}

function parse(log: string): LogEntry[] {
  return log.split(/^##/m).flatMap((entry) => {
    const [, user = '', process = '', text = ''] = /^(\S+) (\d+) ([^]*)$/.exec(entry) ?? [];
    return user.startsWith('svc_') ? [{ user, process: Number(process), text }] : [];
  });
}

/** Reads what the database server logs about the statements it receives. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from '@svc/chassis/postgres/pool';
import type { Bench } from './bench.ts';
import { withDatabase } from './database.ts';

/** Milliseconds for server processes to read changed settings and to flush the log. */
const SETTLE_MS = 300;

/** Marks the start of a log entry, with its user and process. */
const PREFIX = '##%u %p ';

export interface LogEntry {
  readonly user: string;
  readonly process: number;
  readonly text: string;
}

/**
 * Runs the work while the server logs with these settings; returns the entries. Closes the services' connections first,
 * because some settings only apply to new ones.
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

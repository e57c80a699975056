import { repeat } from '@svc/chassis/concurrency/repeat';
import { tellHealth, watchDependency } from '@svc/chassis/dependencies/dependency-health';
import type { GrpcServer } from '@svc/chassis/grpc/server';
import type { Db, Pool } from '@svc/chassis/postgres/pool';
import type { Sign } from '@svc/chassis/postgres/listen';
import { onlyRow } from '@svc/chassis/postgres/rows';
import type { OnStop } from '@svc/chassis/process/process';
import type { Browser } from '../capture/browser-pool.js';

/** Milliseconds before a browser that did not start is tried again. */
const LOOK_MS = 30_000;
/** Milliseconds between two words to readiness, while the own browser does not start. */
const TELL_MS = 5_000;
/** Milliseconds for which the answer whether other processes can capture is kept. */
const ASKED_MS = 1_000;

/** The two-number key of a Postgres lock; other advisory locks use one large number. */
const KEYS = [0x5c_4e_e0, 0xb0_5e] as const;

/** What a process reports to others about its browser. */
type OwnBrowser = Pick<Browser, 'ensure' | 'hasStarted'>;

/**
 * The sign that a process can capture: a lock that all may share, held on the connection with which it hears of jobs, so that Postgres
 * takes it away when the process dies.
 */
export function signOf(browser: Pick<OwnBrowser, 'hasStarted'> | undefined): Sign {
  return { keys: KEYS, isShown: () => browser?.hasStarted() === true };
}

/** Returns whether this process, or another one, can capture pages. The others are checked at most once a second, and only when this one cannot. */
export function createCaptureCheck(
  db: Db,
  browser: Pick<OwnBrowser, 'hasStarted'> | undefined,
): () => Promise<boolean> {
  let asked: { readonly at: number; readonly answer: Promise<boolean> } | undefined;
  return async () => {
    // One that was never started counts as one that does.
    if (browser && browser.hasStarted() !== false) return true;
    if (!asked || performance.now() - asked.at >= ASKED_MS) {
      const answer = findSign(db);
      asked = { at: performance.now(), answer };
      answer.catch(() => (asked = undefined));
    }
    return asked.answer;
  };
}

/** Starts the browser, so that the first capture need not wait for it, and reports not ready while no process can capture. */
export function watchBrowser(
  browser: OwnBrowser,
  server: GrpcServer,
  { pool, canCapture, onStop }: { pool: Pool; canCapture: () => Promise<boolean>; onStop: OnStop },
): void {
  const check = (): Promise<void> => browser.ensure();
  // Another process may capture while this one cannot: what readiness hears is not what the look finds.
  watchDependency({ name: 'browser', check, onState: () => undefined, intervalMs: LOOK_MS, log: pool.log, onStop });
  const serve = tellHealth(server, 'browser');
  const telling = repeat('word of captures', async () => serve(await canCapture()), TELL_MS, pool.log);
  onStop(() => telling.stop());
}

async function findSign(db: Db): Promise<boolean> {
  const { rows } = await db.query<{ is: boolean }>(
    `select exists (
       select 1 from pg_locks
        where locktype = 'advisory' and mode = 'ShareLock' and granted
          and database = (select oid from pg_database where datname = current_database())
          and classid = $1 and objid = $2 and objsubid = 2) as is`,
    KEYS,
  );
  return onlyRow(rows).is;
}

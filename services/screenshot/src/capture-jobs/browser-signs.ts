import { repeat } from '@svc/chassis/concurrency/repeat';
import { tellHealth, watchDependency } from '@svc/chassis/dependencies/dependency-health';
import type { GrpcServer } from '@svc/chassis/grpc/server';
import type { AliveSign } from '@svc/chassis/postgres/listen';
import type { Db, Pool } from '@svc/chassis/postgres/pool';
import type { OnStop } from '@svc/chassis/process/process';
import type { Browser } from '../capture/browser-pool.js';
import { isAnySignShown } from './browser-sign-repo.js';

/** Milliseconds between attempts to start a browser that failed to start. */
const LOOK_MS = 30_000;
/** Milliseconds between readiness updates while this process's browser does not start. */
const TELL_MS = 5_000;
/** Milliseconds for which the state of other processes is cached. */
const ASKED_MS = 1_000;

/** Key of a Postgres advisory lock in its two-integer form; other advisory locks use one bigint. */
const KEYS = [0x5c_4e_e0, 0xb0_5e] as const;

/** The local browser, as this module uses it. */
type OwnBrowser = Pick<Browser, 'ensure' | 'hasStarted'>;

/**
 * A sign that this process can capture: a shared advisory lock held on its listening connection, so that Postgres releases it when the
 * process dies.
 */
export function signOf(browser: Pick<OwnBrowser, 'hasStarted'> | undefined): AliveSign {
  return { keys: KEYS, isShown: () => browser?.hasStarted() === true };
}

/**
 * Returns a check for whether any process can capture pages. It queries the state of other processes at most once a second, and only when this
 * process cannot capture.
 */
export function createCaptureCheck(
  db: Db,
  browser: Pick<OwnBrowser, 'hasStarted'> | undefined,
): () => Promise<boolean> {
  let asked: { readonly at: number; readonly answer: Promise<boolean> } | undefined;
  return async () => {
    // A browser not yet started counts as working.
    if (browser && browser.hasStarted() !== false) return true;
    if (!asked || performance.now() - asked.at >= ASKED_MS) {
      const answer = isAnySignShown(db, KEYS);
      asked = { at: performance.now(), answer };
      answer.catch(() => (asked = undefined));
    }
    return asked.answer;
  };
}

/** Starts the browser ahead of the first capture, and reports not ready while no process can capture. */
export function watchBrowser(
  browser: OwnBrowser,
  server: GrpcServer,
  { pool, canCapture, onStop }: { pool: Pool; canCapture: () => Promise<boolean>; onStop: OnStop },
): void {
  const check = (): Promise<void> => browser.ensure();
  // Another process may capture while this one cannot, so readiness does not depend on the local browser.
  watchDependency({ name: 'browser', check, onState: () => undefined, intervalMs: LOOK_MS, log: pool.log, onStop });
  const serve = tellHealth(server, 'browser');
  const telling = repeat('capture readiness', async () => serve(await canCapture()), TELL_MS, pool.log);
  onStop(() => telling.stop());
}

import { setTimeout as pause } from 'node:timers/promises';
import { Client, escapeIdentifier } from 'pg';
import type { Log } from '../logging/log.js';
import { observeListener } from '../telemetry/dependency-metrics.js';

/** Milliseconds between two pings of the connection, and the timeout of one. */
const HEARTBEAT_MS = 2_000;
const HEARTBEAT_TIMEOUT_MS = 1_500;
const RECONNECT_MS = 200;

export interface Listening {
  stop(): Promise<void>;
}

/** Shows other processes that this one is alive, by a shared lock of its session. */
export interface AliveSign {
  readonly keys: readonly [number, number];
  /** Whether to hold the lock; checked at every ping. */
  readonly isShown: () => boolean;
}

export interface ListenOptions {
  readonly connectionString: string;
  readonly channel: string;
  /** Called for each message of a committed transaction of any process. */
  readonly onMessage: (payload: string) => void;
  /** Called whenever listening starts (false) and stops (true). */
  readonly onDisconnected: (isDisconnected: boolean) => void;
  /** Held on this connection, if set. */
  readonly sign?: AliveSign;
  readonly log: Log;
}

/**
 * Listens to a channel (PostgreSQL LISTEN) on a separate connection, which is reopened whenever it is lost. Postgres delivers after the commit and in
 * its order; messages sent while no listener is connected are lost, which `onDisconnected` reports.
 */
export function listenTo(options: ListenOptions): Listening {
  const { connectionString, channel, onMessage, onDisconnected, sign, log } = options;
  const stopping = new AbortController();
  let hasFailed = false;
  const tell = (isDisconnected: boolean): void => {
    observeListener(channel, isDisconnected);
    onDisconnected(isDisconnected);
  };

  const listen = async (): Promise<void> => {
    const client = new Client({
      connectionString,
      application_name: `listen ${channel}`,
      keepAlive: true,
      connectionTimeoutMillis: 2_000,
      query_timeout: HEARTBEAT_TIMEOUT_MS,
    });
    const lost = new Promise<void>((resolve) => {
      client.on('error', () => resolve());
      client.on('end', () => resolve());
    });
    client.on('notification', ({ payload = '' }) => onMessage(payload));
    try {
      await client.connect();
      await client.query(`listen ${escapeIdentifier(channel)}`);
      if (hasFailed) log.info({ channel }, 'listening to a channel again');
      hasFailed = false;
      tell(false);
      const beat = beatOf(client, sign);
      await beat();
      while (!stopping.signal.aborted) {
        await Promise.race([lost, pause(HEARTBEAT_MS, undefined, { signal: stopping.signal, ref: false })]);
        await beat();
      }
    } finally {
      // Not awaited: a server that is silent does not close the connection either.
      void client.end().catch(() => undefined);
    }
  };

  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        await listen();
      } catch (error) {
        if (stopping.signal.aborted) return;
        tell(true);
        if (!hasFailed) log.warn({ err: error, channel }, 'cannot listen to a channel');
        hasFailed = true;
        await pause(RECONNECT_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
      }
    }
  };

  const ended = run();
  return {
    stop() {
      stopping.abort();
      return ended;
    },
  };
}

/** Pings the connection, and takes or releases the lock when needed. */
function beatOf(client: Client, sign: AliveSign | undefined): () => Promise<void> {
  let isShown = false;
  return async () => {
    const isWanted = sign?.isShown() === true;
    if (!sign || isWanted === isShown) {
      await client.query('select 1');
      return;
    }
    const change = isWanted ? 'pg_advisory_lock_shared' : 'pg_advisory_unlock_shared';
    await client.query(`select ${change}($1, $2)`, [...sign.keys]);
    isShown = isWanted;
  };
}

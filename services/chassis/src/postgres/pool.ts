import { Pool as DriverPool } from 'pg';
import { currentCall, onAbandoned } from '../calls/call-context.js';
import type { AppError } from '../errors/app-error.js';
import type { Log } from '../logging/log.js';
import { observePool } from '../telemetry/pool-metrics.js';
import { Connection, type Db, dbOf, type Rows } from './connection.js';
import { ConnectionQueue } from './connection-queue.js';
import { poolExhausted } from './database-errors.js';
import { FairShare } from './fair-share.js';
import { repeatAfterDeadlock } from './repeat-after-deadlock.js';
import { createStatements } from './statements.js';
import { typeParsers } from './type-parsers.js';

export type { Connection, Db, Rows } from './connection.js';

/** Maximum wait in milliseconds for a connection that others use. */
const CONNECT_TIMEOUT_MS = 2_000;
/** Timeout in milliseconds for opening a connection: a busy server is slow to open one, and a silent server is detected sooner (`watchDatabase`). */
const MAKING_MS = 5_000;
const IDLE_CONNECTION_MS = 60_000;
const STATEMENT_TIMEOUT_MS = 15_000;
/** Maximum share of the connections for one user's calls, so that no user can starve the others. */
const USER_SHARE = 0.6;
/** Maximum wait in milliseconds for a user's own calls to release a connection: longer, because no other user waits for it. */
const SHARE_TIMEOUT_MS = 5_000;

export interface Pool extends Db {
  readonly log: Log;
  /** Throws AppError `unavailable` when none is free or can be opened in time. */
  connect(): Promise<Connection>;
  /** Statements sent since the start, `begin` and `commit` included. */
  statementCount(): number;
  /** Open connections, idle ones among them, and callers waiting for one. */
  usage(): { readonly total: number; readonly idle: number; readonly waiting: number };
  /** Fails current and new statements with AppError `unavailable`, until `resume`: the server does not answer. */
  suspend(cause: Error): void;
  resume(): void;
  /** Waits for the connections in use, then closes all connections. */
  end(): Promise<void>;
}

export interface CreatePoolOptions {
  readonly connectionString: string;
  /** Maximum connections. */
  readonly max: number;
  /** Shown in the server's views and in names of spans. */
  readonly applicationName: string;
  readonly log: Log;
  /** Timeout of a statement in milliseconds; 15,000 when unset. */
  readonly statementTimeoutMs?: number;
  /** Maximum wait in milliseconds for a connection that others use; 2,000 when unset. */
  readonly connectTimeoutMs?: number;
}

/**
 * Connects on the first query. A database that is down never ends the process. A statement whose caller has left, or that takes too long, is
 * cancelled on the server too.
 */
export function createPool(options: CreatePoolOptions): Pool {
  const { log, applicationName, statementTimeoutMs = STATEMENT_TIMEOUT_MS } = options;
  const { connectTimeoutMs = CONNECT_TIMEOUT_MS } = options;
  const driver = createDriver(options);
  const statementOf = createStatements(applicationName);
  const users = new FairShare(Math.max(1, Math.floor(options.max * USER_SHARE)));
  const inUse = new Set<Connection>();
  const metrics = observePool(applicationName, driver);
  const queue = new ConnectionQueue({
    driver,
    max: options.max,
    timeoutMs: connectTimeoutMs,
    onTimeout: () => metrics.timedOut(),
  });
  let statementCount = 0;

  const outOfShare = (): AppError => {
    metrics.timedOut();
    return poolExhausted(new Error('Calls of one user wait for each other.'));
  };
  const stopListening = onAbandoned((call) => {
    for (const connection of inUse) connection.abandon(call);
  });
  const connect = async (): Promise<Connection> => {
    const call = currentCall();
    const user = call?.principal?.kind === 'service' ? undefined : call?.principal?.userId;
    const startedAt = performance.now();
    if (user !== undefined) await users.take(user, Math.max(SHARE_TIMEOUT_MS, connectTimeoutMs), outOfShare);
    const client = await queue.take().catch((error: unknown) => {
      if (user !== undefined) users.giveBack(user);
      throw error;
    });
    metrics.waited(performance.now() - startedAt);
    const connection = new Connection({
      client,
      call,
      statementOf,
      statementTimeoutMs,
      countStatement: () => (statementCount += 1),
      onRelease: (released) => {
        inUse.delete(released);
        if (user !== undefined) users.giveBack(user);
      },
    });
    inUse.add(connection);
    return connection;
  };

  return {
    log,
    connect,
    ...dbOf(<Row>(text: string, values?: readonly unknown[]): Promise<Rows<Row>> =>
      repeatAfterDeadlock(async () => {
        const connection = await connect();
        try {
          return await connection.query<Row>(text, values);
        } finally {
          connection.release();
        }
      }),
    ),
    statementCount: () => statementCount,
    usage: () => ({ total: driver.totalCount, idle: driver.idleCount, waiting: driver.waitingCount }),
    suspend(cause) {
      queue.suspend(cause);
      for (const connection of inUse) connection.giveUp(cause);
    },
    resume: () => queue.resume(),
    end() {
      stopListening();
      metrics.stop();
      return driver.end();
    },
  };
}

function createDriver(options: CreatePoolOptions): DriverPool {
  const { log, connectionString, max, applicationName, connectTimeoutMs = CONNECT_TIMEOUT_MS } = options;
  const driver = new DriverPool({
    connectionString,
    max,
    application_name: applicationName,
    types: typeParsers,
    keepAlive: true,
    connectionTimeoutMillis: Math.max(MAKING_MS, connectTimeoutMs),
    idleTimeoutMillis: IDLE_CONNECTION_MS,
  });
  driver.on('error', (error) => log.warn({ err: error }, 'an idle database connection was lost'));
  // The pool handles errors of idle connections only; without a listener, losing one in use would crash the process.
  driver.on('connect', (client) => client.on('error', () => undefined));
  return driver;
}

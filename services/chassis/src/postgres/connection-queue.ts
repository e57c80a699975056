import type { Pool as DriverPool, PoolClient } from 'pg';
import { connectFailure, databaseUnavailable, poolExhausted } from './database-errors.js';

export interface ConnectionQueueOptions {
  readonly driver: DriverPool;
  /** Maximum connections. */
  readonly max: number;
  /** Maximum wait in milliseconds for a connection that others use. */
  readonly timeoutMs: number;
  /** Called whenever a caller times out. */
  readonly onTimeout: () => void;
}

/** Callers waiting for a connection from the driver's pool. */
export class ConnectionQueue {
  readonly #options: ConnectionQueueOptions;
  readonly #waiting = new Set<(error: unknown) => void>();
  #suspendedBy: Error | undefined;

  constructor(options: ConnectionQueueOptions) {
    this.#options = options;
  }

  /** Throws AppError `unavailable` when no connection becomes free in time, or the queue is suspended while waiting. */
  async take(): Promise<PoolClient> {
    const { driver, max, timeoutMs, onTimeout } = this.#options;
    if (this.#suspendedBy) throw databaseUnavailable(this.#suspendedBy);
    const { promise, resolve, reject } = Promise.withResolvers<PoolClient>();
    this.#waiting.add(reject);
    let hasTimedOut = false;
    const timeOut = (): void => {
      hasTimedOut = true;
      onTimeout();
      reject(poolExhausted(new Error('No connection became free in time.')));
    };
    // Callers of the same turn of the event loop are queued before the driver hands out the free connections.
    const free = driver.idleCount + max - driver.totalCount;
    const timer = driver.waitingCount >= free ? setTimeout(timeOut, timeoutMs) : undefined;
    void driver.connect().then(
      // A connection that arrives too late goes back to the pool, or is closed when the server is silent.
      (client) => (this.#waiting.has(reject) ? resolve(client) : client.release(!hasTimedOut)),
      (cause: unknown) => reject(this.#suspendedBy ? databaseUnavailable(this.#suspendedBy) : connectFailure(cause)),
    );
    return promise.finally(() => {
      clearTimeout(timer);
      this.#waiting.delete(reject);
    });
  }

  /** Refuses current and new callers until `resume`: the server does not answer. */
  suspend(cause: Error): void {
    this.#suspendedBy = cause;
    for (const reject of this.#waiting) reject(databaseUnavailable(cause));
    this.#waiting.clear();
  }

  resume(): void {
    this.#suspendedBy = undefined;
  }
}

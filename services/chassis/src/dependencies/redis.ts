import { createRequire } from 'node:module';
import type * as IoRedis from 'ioredis';
import type { Log } from '../logging/log.js';

const require = createRequire(import.meta.url);

interface ConnectionOptions {
  /** Timeout of a command in milliseconds. */
  readonly commandTimeout?: number;
}

/** Timeout for closing a connection in milliseconds; a lost connection keeps the process alive that long. */
export const DISCONNECT_MS = 200;

/**
 * Whether an error means that the server has become a replica, as in a planned failover: it would keep refusing writes, so reconnect. The command
 * still fails, and is not resent.
 */
export function isOfReplica(error: Error): boolean {
  return error.message.startsWith('READONLY');
}

/** Whether a command timed out. */
export function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.message === 'Command timed out';
}

/**
 * Connects to Redis, which holds only expendable data. While it is down, commands fail at once, so that callers fall back instead of waiting; outages
 * and recoveries are only logged.
 */
export function openRedis(url: string, log: Log, options: ConnectionOptions = {}): IoRedis.Redis {
  // Loaded only when Redis is configured: it costs 20 MB, and 50 ms at startup.
  const { Redis: Client } = require('ioredis') as typeof IoRedis;
  const redis = new Client(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    disconnectTimeout: DISCONNECT_MS,
    reconnectOnError: isOfReplica,
    ...options,
  });
  let isDown = false;
  redis.on('error', (error) => {
    if (!isDown) log.warn({ err: error, setting: 'REDIS_URL' }, 'Redis is away');
    isDown = true;
  });
  redis.on('ready', () => {
    if (isDown) log.info('Redis is back');
    isDown = false;
  });
  return redis;
}

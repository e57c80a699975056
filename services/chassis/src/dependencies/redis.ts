import { createRequire } from 'node:module';
import type * as IoRedis from 'ioredis';
import type { Log } from '../logging/log.js';

const require = createRequire(import.meta.url);

interface ConnectionOptions {
  /** Milliseconds after which a command that is not answered fails. */
  readonly commandTimeout?: number;
}

/** Milliseconds that a connection may take to close; one that is lost already keeps the process alive for as long. */
export const DISCONNECT_MS = 200;

/**
 * Whether to reconnect because of a server's answer: one that has become a replica, as at a planned failover, goes
 * on refusing writes for as long as it is asked. The command fails all the same, and is not sent twice.
 */
export function isOfReplica(error: Error): boolean {
  return error.message.startsWith('READONLY');
}

/**
 * Connects to Redis, which holds only what may be lost. While it is away commands fail at once, so that callers fall back instead
 * of waiting; the log says when it goes and when it is back, and nothing else notices.
 */
export function openRedis(url: string, log: Log, options: ConnectionOptions = {}): IoRedis.Redis {
  // Loaded only where there is a Redis: it costs 20 MB and 50 ms of the start.
  const { Redis: Client } = require('ioredis') as typeof IoRedis;
  const redis = new Client(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    disconnectTimeout: DISCONNECT_MS,
    reconnectOnError: isOfReplica,
    ...options,
  });
  let isAway = false;
  redis.on('error', (error) => {
    if (!isAway) log.warn({ err: error, setting: 'REDIS_URL' }, 'Redis is away');
    isAway = true;
  });
  redis.on('ready', () => {
    if (isAway) log.info('Redis is back');
    isAway = false;
  });
  return redis;
}

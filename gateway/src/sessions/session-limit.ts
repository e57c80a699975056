import type { ServerResponse } from 'node:http';
import { createRateLimit } from '@svc/chassis/limits/rate-limit';
import type { Log } from '@svc/chassis/logging/log';
import { MINUTE_SECONDS } from '@svc/chassis/time/durations';
import { rateLimitHeaders } from '@svc/http-host/http/rate-limit-headers';
import type { Operation } from '@svc/operations/registry/define-operation';
import type { Caller } from '@svc/operations/run/operation-context';

export interface SessionLimitOptions {
  /** Calls of a user per minute, from all browsers together; 0 is unlimited. */
  readonly callsPerMinute: number;
  readonly redisUrl: string | undefined;
  readonly log: Log;
}

/** Limits the calls of a signed-in user. */
export interface SessionLimit {
  /** Counts a call, and reports the remaining calls in headers once they are few. Throws RATE_LIMITED. */
  spend(operation: Pick<Operation, 'http'>, caller: Caller | undefined, response: ServerResponse): Promise<void>;
  close(): void;
}

/** Headers report the remaining calls once at most one in this many is left. */
const ONE_IN = 5;

/** Counts in Redis for all replicas together, or per replica in memory without Redis; a bulk action is one call. */
export function createSessionLimit({ callsPerMinute, redisUrl, log }: SessionLimitOptions): SessionLimit {
  if (callsPerMinute === 0) return { spend: async () => undefined, close: () => undefined };
  const window = { tries: callsPerMinute, windowSeconds: MINUTE_SECONDS };
  const limit = createRateLimit({ name: 'gateway:session-calls', ...window, what: 'call the API', redisUrl, log });
  return {
    async spend({ http }, caller, response) {
      // A page may show hundreds of pictures; files and event streams have other limits.
      const isBoundElsewhere = http.fileTypes !== undefined || http.produces !== undefined || http.events === true;
      if (caller?.kind !== 'user' || isBoundElsewhere) return;
      const left = await limit.spend(caller.userId);
      if (left.remaining * ONE_IN > callsPerMinute) return;
      for (const [name, value] of Object.entries(rateLimitHeaders(left))) response.setHeader(name, value);
    },
    close: () => limit.close(),
  };
}

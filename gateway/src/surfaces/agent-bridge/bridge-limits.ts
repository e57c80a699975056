import type { LimitState } from '@svc/chassis/errors/app-error';
import { createRateLimit } from '@svc/chassis/limits/rate-limit';
import type { Log } from '@svc/chassis/logging/log';
import { MINUTE_SECONDS } from '@svc/chassis/time/durations';
import type { AgentCaller } from '@svc/operations/run/operation-context';

export interface BridgeLimitOptions {
  readonly callsPerMinute: number;
  readonly writesPerMinute: number;
  readonly redisUrl: string | undefined;
  readonly log: Log;
}

/** Limits the calls of an agent. */
export interface BridgeLimits {
  /** Counts a call, and returns the remaining calls. Throws RATE_LIMITED. */
  spendCall(caller: AgentCaller): Promise<LimitState>;
  /** Counts a write, which is a call too. Throws RATE_LIMITED. */
  spendWrite(caller: AgentCaller): Promise<LimitState>;
  close(): void;
}

/** Each connection has two limits, one for all calls and one for writes; an adapter has them for each user for whom it acts. */
export function createBridgeLimits(options: BridgeLimitOptions): BridgeLimits {
  const { callsPerMinute, writesPerMinute, redisUrl, log } = options;
  const ofCalls = { name: 'agent-calls', tries: callsPerMinute, windowSeconds: MINUTE_SECONDS };
  const ofWrites = { name: 'agent-writes', tries: writesPerMinute, windowSeconds: MINUTE_SECONDS };
  const open = (policy: typeof ofCalls, what: string) =>
    createRateLimit({ ...policy, name: `gateway:${policy.name}`, among: [ofCalls, ofWrites], what, redisUrl, log });
  const calls = open(ofCalls, 'call');
  const writes = open(ofWrites, 'write');
  return {
    spendCall: (caller) => calls.spend(keyOf(caller)),
    spendWrite: (caller) => writes.spend(keyOf(caller)),
    close: () => [calls, writes].forEach((limit) => limit.close()),
  };
}

function keyOf({ connectionId, userId }: AgentCaller): string {
  return connectionId ?? `adapter ${userId}`;
}

import { repeat } from '../concurrency/repeat.js';
import type { GrpcServer } from '../grpc/server.js';
import type { Log } from '../logging/log.js';
import type { OnStop } from '../process/process.js';
import { observeDependency } from '../telemetry/dependency-metrics.js';
import type { ClaimProblem } from './claim-problems.js';
import { openRedis } from './redis.js';

/** Milliseconds between two checks. */
const INTERVAL_MS = 15_000;
/** Timeout of Redis in milliseconds. */
const REDIS_ANSWER_MS = 1_000;

/** An optional external dependency, named as in gRPC health. */
export type DependencyName = 'redis' | 'objects' | 'mail' | 'browser' | 'sandbox' | `objects.${ClaimProblem}`;

export interface DependencyWatchOptions {
  readonly name: Exclude<DependencyName, `objects.${string}`>;
  /** Rejects while the dependency is unusable. */
  readonly check: () => Promise<unknown>;
  /** Called with each result; a dependency counts as down until its first successful check. */
  readonly onState: (isUp: boolean) => void;
  /** Milliseconds between two checks; 15,000 when unset. */
  readonly intervalMs?: number;
  readonly log: Log;
  readonly onStop: OnStop;
}

/** Monitors a dependency as long as the process runs; the log records when it goes down and recovers. */
export function watchDependency({
  name,
  check,
  onState,
  intervalMs = INTERVAL_MS,
  log,
  onStop,
}: DependencyWatchOptions): void {
  const tell = (isUp: boolean): void => {
    observeDependency(name, isUp);
    onState(isUp);
  };
  tell(false);
  const look = async (): Promise<void> => {
    try {
      await check();
      tell(true);
    } catch (error) {
      tell(false);
      throw error;
    }
  };
  const looking = repeat(`watch of ${name}`, look, intervalMs, log);
  onStop(() => looking.stop());
}

/** Monitors Redis, on a separate connection; does nothing without one. */
export function watchRedis(
  url: string | undefined,
  options: Pick<DependencyWatchOptions, 'onState' | 'log' | 'onStop'>,
): void {
  if (url === undefined) return;
  const redis = openRedis(url, options.log, { commandTimeout: REDIS_ANSWER_MS });
  const { promise: decided, resolve: decide } = Promise.withResolvers<void>();
  // Until one of these events, the state is unknown.
  for (const outcome of ['ready', 'error', 'end']) redis.once(outcome, () => decide());
  const check = async (): Promise<void> => {
    await decided;
    await redis.ping();
  };
  watchDependency({ ...options, name: 'redis', check });
  options.onStop(() => redis.disconnect());
}

/** Reports a dependency in gRPC health, in addition to the process itself. */
export function tellHealth(server: GrpcServer, name: DependencyName): (isUp: boolean) => void {
  return (isUp) => server.setServing(isUp, name);
}

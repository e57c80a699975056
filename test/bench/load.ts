import type { Bench } from './bench.ts';
import { startChild } from './child.ts';

/** A request to send again and again. */
export interface LoadRequest {
  /** GET when unset. */
  readonly method?: string;
  readonly path: string;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Header that is another one in every request, such as `Idempotency-Key`. */
  readonly idHeader?: string;
  readonly body?: string;
}

/** Requests to send, by as many connections at once, for a time or up to a number. */
export interface LoadOptions {
  /** `http://host:port`. */
  readonly url: string;
  readonly connections: number;
  readonly seconds?: number;
  readonly count?: number;
  /** Each connection goes through them in turn, and each begins at another one. */
  readonly requests: readonly LoadRequest[];
  /** Status of every answer; 200 when unset. */
  readonly status?: number;
  /** Sent with every request; none when unset. */
  readonly userAgent?: string;
}

export interface LoadResult {
  readonly requests: number;
  readonly requestsPerSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** How often each status but the one that is wanted came back. */
  readonly refusals: Readonly<Record<string, number>>;
}

export interface LoadGenerator {
  readonly pid: number;
  /** Rejects when anything but the wanted status has come back: numbers of refused requests say nothing. */
  run(options: LoadOptions): Promise<LoadResult>;
  readonly stop: () => Promise<void>;
}

export async function startLoad(bench: Bench): Promise<LoadGenerator> {
  const child = await startChild(bench, 'load-process.ts');
  return {
    pid: child.pid,
    run: async (options) => {
      const result = await child.ask<LoadResult>(options);
      if (Object.keys(result.refusals).length === 0) return result;
      throw new Error(`${options.requests[0]?.path} was answered with ${JSON.stringify(result.refusals)}.`);
    },
    stop: child.stop,
  };
}

import type { Bench } from './bench.ts';
import { startChild } from './child.ts';

/** A request to send repeatedly. */
export interface LoadRequest {
  /** Defaults to GET. */
  readonly method?: string;
  readonly path: string;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A header with a unique value in every request, such as `Idempotency-Key`. */
  readonly idHeader?: string;
  readonly body?: string;
}

/** Requests to send over a number of connections, for a time or up to a count. */
export interface LoadOptions {
  /** `http://host:port`. */
  readonly url: string;
  readonly connections: number;
  readonly seconds?: number;
  readonly count?: number;
  /** Each connection cycles through the requests, starting at a different one. */
  readonly requests: readonly LoadRequest[];
  /** Expected status of every answer; 200 by default. */
  readonly status?: number;
  /** Sent with every request; omitted by default. */
  readonly userAgent?: string;
}

export interface LoadResult {
  readonly requests: number;
  readonly requestsPerSecond: number;
  /** Latency in milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Number of answers with each unexpected status. */
  readonly refusals: Readonly<Record<string, number>>;
}

export interface LoadGenerator {
  readonly pid: number;
  /** Rejects when any answer has an unexpected status, because the timing of refused requests is meaningless. */
  run(options: LoadOptions): Promise<LoadResult>;
  readonly stop: () => Promise<void>;
}

export async function startLoad(bench: Bench): Promise<LoadGenerator> {
  const child = await startChild(bench, 'measuring/load-process.ts');
  return {
    pid: child.pid,
    run: async (options) => {
      const result = await child.ask<LoadResult>(options);
      if (Object.keys(result.refusals).length === 0) return result;
      throw new Error(`${options.requests[0]?.path} was refused: ${JSON.stringify(result.refusals)}.`);
    },
    stop: child.stop,
  };
}

/** Load for redirects: uses wrk if it is installed, because the bench's own generator is slower than the redirects. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Bench } from '../measuring/bench.ts';
import { type LoadResult, startLoad } from '../measuring/load.ts';
import { pathOf } from './redirect-links.ts';

/** A browser's user agent: without one, requests count as bots and not as clicks. */
export const USER_AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';

export interface RedirectLoadOptions {
  /** `http://127.0.0.1:port`. */
  readonly url: string;
  readonly connections: number;
  readonly seconds: number;
  /** Range of links to request, in any order. */
  readonly first: number;
  readonly count: number;
  /** Expected status of every answer. */
  readonly status: 302 | 404;
}

export interface RedirectLoad {
  readonly name: string;
  /** Rejects when requests fail or have an unexpected status. */
  run(options: RedirectLoadOptions): Promise<Omit<LoadResult, 'refusals'>>;
}

/** Starts a load generator, pinned to a core if given. */
export async function startRedirectLoad(bench: Bench, core?: number): Promise<RedirectLoad> {
  if (!spawnSync('wrk', ['-v']).error) return { name: 'wrk', run: (options) => runWrk(bench, core, options) };
  const load = await startLoad(bench);
  if (core !== undefined) pinTo(core, load.pid);
  return {
    name: "the bench's load generator",
    run: ({ url, connections, seconds, first, count, status }) =>
      load.run({ url, connections, seconds, status, userAgent: USER_AGENT, requests: requestsFor(first, count) }),
  };
}

/** Pins a process with all its threads to one core; does nothing without `taskset`. */
export function pinTo(core: number, pid: number): void {
  spawnSync('taskset', ['-acp', String(core), String(pid)]);
}

export function requestsFor(first: number, count: number): { path: string }[] {
  return Array.from({ length: count }, (_, index) => ({ path: pathOf(first + index) }));
}

async function runWrk(bench: Bench, core: number | undefined, options: RedirectLoadOptions) {
  const { url, connections, seconds, first, count, status } = options;
  const script = join(import.meta.dirname, 'redirect-load.lua');
  const load = [
    '-t1',
    `-c${connections}`,
    `-d${seconds}s`,
    '--timeout',
    '20s',
    '--latency',
    '-H',
    `User-Agent: ${USER_AGENT}`,
  ];
  const child = spawn('wrk', [...load, '-s', script, url, '--', String(first), String(count)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const stop = bench.onEnd(() => void child.kill('SIGKILL'));
  const ended = once(child, 'exit');
  if (core !== undefined && child.pid !== undefined) pinTo(core, child.pid);
  const output = await text(child.stdout);
  await ended;
  await stop();
  const line = output.split('\n').find((each) => each.startsWith('{'));
  if (line === undefined) throw new Error(`wrk printed no result: ${output}`);
  const result = JSON.parse(line) as Record<'requests' | 'seconds' | 'p50' | 'p99' | 'refused' | 'broken', number>;
  if (result.broken > 0 || result.refused !== (status === 404 ? result.requests : 0)) {
    throw new Error(`${url}${pathOf(first)} and the other links must answer ${status}; wrk printed ${line}.`);
  }
  return { ...result, requestsPerSecond: result.requests / result.seconds };
}

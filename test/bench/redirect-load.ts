/** Load for redirects: wrk where it is installed, because the bench's own generator is slower than what it would measure. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Bench } from './bench.ts';
import { startLoad, type LoadResult } from './load.ts';
import { pathOf } from './redirect-links.ts';

/** Without one, requests would be those of a bot, which are not counted as clicks. */
export const USER_AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';

export interface RedirectLoadOptions {
  /** `http://127.0.0.1:port`. */
  readonly url: string;
  readonly connections: number;
  readonly seconds: number;
  /** Links to ask for, in any order. */
  readonly first: number;
  readonly count: number;
  /** Status of every answer. */
  readonly status: 302 | 404;
}

export interface RedirectLoad {
  readonly name: string;
  /** Rejects when requests fail or are answered otherwise than they should be. */
  run(options: RedirectLoadOptions): Promise<Omit<LoadResult, 'refusals'>>;
}

/** Held to one processor core when it is given one. */
export async function startRedirectLoad(bench: Bench, core?: number): Promise<RedirectLoad> {
  if (!spawnSync('wrk', ['-v']).error) return { name: 'wrk', run: (options) => runWrk(bench, core, options) };
  const load = await startLoad(bench);
  if (core !== undefined) pinTo(core, load.pid);
  return {
    name: 'the load generator of the bench',
    run: ({ url, connections, seconds, first, count, status }) =>
      load.run({ url, connections, seconds, status, userAgent: USER_AGENT, requests: requestsFor(first, count) }),
  };
}

/** Holds a process, with all its threads, to one processor core. Without `taskset` it runs where it likes. */
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
  if (line === undefined) throw new Error(`wrk says nothing of use: ${output}`);
  const result = JSON.parse(line) as Record<'requests' | 'seconds' | 'p50' | 'p99' | 'refused' | 'broken', number>;
  if (result.broken > 0 || result.refused !== (status === 404 ? result.requests : 0)) {
    throw new Error(`${url}${pathOf(first)} and the like should be answered with ${status}; wrk says ${line}.`);
  }
  return { ...result, requestsPerSecond: result.requests / result.seconds };
}

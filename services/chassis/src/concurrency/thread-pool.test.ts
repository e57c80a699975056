import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { appError } from '../errors/app-error.js';
import { createLog } from '../logging/log.js';
import { openThreadPool, type ThreadPool } from './thread-pool.js';

const JOB_MS = 200;
/** Longer than any test lasts. */
const NO_CEILING_MS = 600_000;

const folder = mkdtempSync(join(tmpdir(), 'thread-pool-'));

/** A job: works or sleeps until terminated, sleeps for a while, or does nothing. */
interface Job {
  readonly does: 'works' | 'sleeps' | 'naps' | 'nothing';
}

const WORK = `
const sleep = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
exports.work = ({ does }) => {
  while (does === 'works');
  if (does === 'sleeps') sleep();
  if (does === 'naps') sleep(${2 * JOB_MS});
  return 'done';
};`;

const pools: ThreadPool<Job, string>[] = [];

/** Threads that run `work`, with some work to do while loading. */
function open(name: string, { loading = '', ceilingMs = NO_CEILING_MS } = {}): ThreadPool<Job, string> {
  const filename = join(folder, `${name}.cjs`);
  writeFileSync(filename, `${loading}${WORK}`);
  const pool = openThreadPool<Job, string>({
    filename,
    name: 'work',
    threads: 2,
    heapMegabytes: 32,
    jobMs: JOB_MS,
    ceilingMs,
    waitingMax: 32,
    waitMs: 30_000,
    refusal: () => appError('UNAVAILABLE', 'Come back later.'),
    tooLong: (cause) => appError('VALIDATION_ERROR', 'Too long.', { cause }),
    log: createLog('test', 'fatal'),
  });
  pools.push(pool);
  return pool;
}

const threads = open('work');
const nobody = new AbortController().signal;
const run = (does: Job['does'], caller = nobody, on = threads): Promise<string> => on.run({ does }, [], caller);

afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.close()));
  rmSync(folder, { recursive: true });
});

test('jobs that never finish are terminated, and those queued behind them run', async () => {
  const outcomes = await Promise.allSettled([run('works'), run('works'), run('nothing'), run('nothing')]);

  expect(outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : outcome.reason))).toMatchObject([
    { message: 'Too long.' },
    { message: 'Too long.' },
    'done',
    'done',
  ]);
});

test('the startup of the thread does not count against a job', async () => {
  const slow = open('slow', { loading: `for (const end = Date.now() + ${2 * JOB_MS}; Date.now() < end;);` });

  expect(await run('nothing', nobody, slow)).toBe('done');
  await expect(run('works', nobody, slow)).rejects.toThrow('Too long.');
  expect(await run('nothing', nobody, slow)).toBe('done');
});

test('time without a processor does not count against a job', async () => {
  expect(await run('naps')).toBe('done');
});

test('a job that waits for an event that never occurs is terminated as well', async () => {
  const low = open('low', { ceilingMs: JOB_MS });

  await expect(run('sleeps', nobody, low)).rejects.toThrow('Too long.');
});

test('a job whose caller leaves ends with its thread, and one that has not begun never does', async () => {
  const caller = new AbortController();
  const hanging = [0, 1, 2].map(() => run('works', caller.signal));
  const others = [0, 1].map(() => run('nothing'));

  caller.abort(new Error('Gone.'));

  expect(await Promise.allSettled(hanging)).toMatchObject([0, 1, 2].map(() => ({ reason: { message: 'Gone.' } })));
  expect(await Promise.all(others)).toEqual(['done', 'done']);
});

test('when too many jobs wait, the next one is refused', async () => {
  const jobs = Array.from({ length: 40 }, (_, index) => run(index < 2 ? 'works' : 'nothing'));

  const outcomes = await Promise.allSettled(jobs);

  const refused = outcomes.filter(
    (outcome) => outcome.status === 'rejected' && (outcome.reason as { code: string }).code === 'UNAVAILABLE',
  );
  expect(refused).toHaveLength(6);
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { appError } from '../errors/app-error.js';
import { createLog } from '../log.js';
import { openThreadPool } from './thread-pool.js';

const folder = mkdtempSync(join(tmpdir(), 'thread-pool-'));
const filename = join(folder, 'worker.cjs');
writeFileSync(filename, `exports.work = ({ hangs }) => { while (hangs); return 'done'; };`);

const threads = openThreadPool<{ hangs: boolean }, string>({
  filename,
  name: 'work',
  threads: 2,
  heapMegabytes: 32,
  jobMs: 1_000,
  waitingMax: 32,
  waitMs: 30_000,
  refusal: () => appError('UNAVAILABLE', 'Come back later.'),
  tooLong: (cause) => appError('VALIDATION_ERROR', 'Too long.', { cause }),
  log: createLog('test', 'fatal'),
});

afterAll(async () => {
  await threads.close();
  rmSync(folder, { recursive: true });
});

test('jobs that never end are ended, and those that waited behind them get their turn', async () => {
  const outcomes = await Promise.allSettled([true, true, false, false].map((hangs) => threads.run({ hangs })));

  expect(outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : outcome.reason))).toMatchObject([
    { message: 'Too long.' },
    { message: 'Too long.' },
    'done',
    'done',
  ]);
});

test('a job whose caller goes ends with its thread, and one that has not begun never does', async () => {
  const caller = new AbortController();
  const hanging = [0, 1, 2].map(() => threads.run({ hangs: true }, [], caller.signal));
  const others = [0, 1].map(() => threads.run({ hangs: false }));

  caller.abort(new Error('Gone.'));

  expect(await Promise.allSettled(hanging)).toMatchObject([0, 1, 2].map(() => ({ reason: { message: 'Gone.' } })));
  expect(await Promise.all(others)).toEqual(['done', 'done']);
});

test('when too many jobs wait, the next is told to come back', async () => {
  const jobs = Array.from({ length: 40 }, (_, index) => threads.run({ hangs: index < 2 }));

  const outcomes = await Promise.allSettled(jobs);

  const refused = outcomes.filter(
    (outcome) => outcome.status === 'rejected' && (outcome.reason as { code: string }).code === 'UNAVAILABLE',
  );
  expect(refused).toHaveLength(6);
});

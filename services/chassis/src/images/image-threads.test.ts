import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { createLog } from '../log.js';
import { openImageThreads } from './image-threads.js';

const folder = mkdtempSync(join(tmpdir(), 'image-threads-'));
const filename = join(folder, 'worker.cjs');
writeFileSync(filename, `exports.work = ({ hangs }) => { while (hangs); return 'done'; };`);

const threads = openImageThreads<{ hangs: boolean }, string>({
  filename,
  name: 'work',
  threads: 2,
  log: createLog('test', 'fatal'),
  jobMs: 2_000,
});

afterAll(async () => {
  await threads.close();
  rmSync(folder, { recursive: true });
});

test('jobs that never end are ended, and those that waited behind them get their turn', async () => {
  const outcomes = await Promise.allSettled([true, true, false, false].map((hangs) => threads.run({ hangs }, [])));

  expect(outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : outcome.reason))).toMatchObject([
    { kind: 'unprocessable', code: 'IMAGE_CORRUPT' },
    { kind: 'unprocessable', code: 'IMAGE_CORRUPT' },
    'done',
    'done',
  ]);
});

test('when too many jobs wait, the next is told to come back', async () => {
  const jobs = Array.from({ length: 40 }, (_, index) => threads.run({ hangs: index < 2 }, []));

  const outcomes = await Promise.allSettled(jobs);

  const refused = outcomes.filter(
    (outcome) => outcome.status === 'rejected' && (outcome.reason as { code: string }).code === 'UPLOAD_CAPACITY',
  );
  expect(refused).toHaveLength(6);
});

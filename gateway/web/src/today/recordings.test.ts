import { expect, test } from '@jest/globals';
import type { Input, Output } from '../api/operations.js';
import { Recordings } from './recordings.js';

type ViewLog = Output<'deals.add_view_log'>;

test('taken back is what was entered last, whichever answer came last', async () => {
  const answers = new Map<string, () => void>();
  const removed: string[] = [];
  const recordings = new Recordings(
    {
      add: ({ videoId, value }: Input<'deals.add_view_log'>) =>
        new Promise((resolve) => {
          answers.set(videoId, () => resolve({ id: `log of ${videoId}`, value, version: 1 } as ViewLog));
        }),
      correct: () => Promise.reject(new Error('Nothing is corrected here.')),
      remove: async ({ viewId }) => removed.push(viewId),
      prove: () => Promise.reject(new Error('Nothing is proved here.')),
    },
    { list: () => ({}), keep: () => undefined, forget: () => undefined },
    String,
  );
  for (const videoId of ['first', 'second']) {
    const row = { dealId: 'deal', videoId, lastValue: null };
    recordings.type(row, '100');
    recordings.enter(row, undefined);
  }
  answers.get('second')?.();
  await Promise.resolve();
  answers.get('first')?.();
  await Promise.resolve();

  expect([recordings.stateOf('first').isLast, recordings.stateOf('second').isLast]).toEqual([false, true]);
  const undone = await recordings.undo();

  expect([undone?.videoId, removed]).toEqual(['second', ['log of second']]);
});

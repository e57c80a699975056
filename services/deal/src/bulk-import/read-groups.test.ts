import { monitorEventLoopDelay } from 'node:perf_hooks';
import { expect, test } from '@jest/globals';
import { readGroups } from './read-groups.js';

const PASTED_CHARACTERS = 4_500_000;

test.each([
  ['groups of a letter', 'a\n\n', 'takes at most 500 groups at once'],
  ['labels', 'a\n', 'Send at least one link'],
])('others have their turn while a text of nothing but %s is read and refused', async (_what, piece, message) => {
  const linksText = piece.repeat(PASTED_CHARACTERS / piece.length);
  const delays = monitorEventLoopDelay({ resolution: 5 });
  delays.enable();

  const refused = readGroups({ postDate: '2026-01-01', collections: [], linksText });

  await expect(refused).rejects.toMatchObject({ code: 'VALIDATION_ERROR', message: expect.stringContaining(message) });
  delays.disable();
  expect(delays.max / 1e6).toBeLessThan(250);
});

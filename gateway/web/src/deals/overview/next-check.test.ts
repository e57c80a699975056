import { expect, test } from '@jest/globals';
import { nextCheckOf } from './next-check.js';

const video = (id: string, postDate: string, nextDueDate: string | null) => ({ id, postDate, nextDueDate });

test('the earliest check counts, with every video that has it that day', () => {
  const videos = [
    video('a', '2026-11-17', '2026-11-24'),
    video('b', '2026-11-17', '2026-11-24'),
    video('c', '2026-11-20', '2026-11-27'),
    video('d', '2026-10-01', null),
  ];

  const next = nextCheckOf(videos);

  expect(next).toMatchObject({ date: '2026-11-24', day: 7 });
  expect(next?.videos.map(({ id }) => id)).toEqual(['a', 'b']);
});

test('videos posted on different days share no day number', () => {
  const next = nextCheckOf([video('a', '2026-11-17', '2026-11-24'), video('b', '2026-11-23', '2026-11-24')]);

  expect(next).toMatchObject({ date: '2026-11-24', day: undefined });
});

test('there is no next check when all checks are done', () => {
  expect(nextCheckOf([video('a', '2026-11-17', null)])).toBeUndefined();
  expect(nextCheckOf([])).toBeUndefined();
});

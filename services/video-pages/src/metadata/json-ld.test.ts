import { describe, expect, test } from '@jest/globals';
import { readDuration, readJsonLd } from './json-ld.js';

const read = (value: unknown): ReturnType<typeof readJsonLd> => readJsonLd(JSON.stringify(value));
const statistic = (interactionType: unknown, userInteractionCount: unknown): object => ({
  '@type': 'InteractionCounter',
  interactionType,
  userInteractionCount,
});

test('reads all fields of a video', () => {
  const video = {
    '@context': 'https://schema.org',
    '@type': 'VideoObject',
    '@id': 'https://youtu.be/dQw4w9WgXcQ',
    embedUrl: 'https://www.youtube.com/embed/dQw4w9WgXcQ',
    name: 'A name',
    description: 'A description',
    author: { '@type': 'Person', name: 'Somebody', url: 'https://www.youtube.com/@Somebody' },
    comment: [{ '@type': 'Comment', text: 'SAVE20 is the code', author: { alternateName: '@somebody' } }],
    uploadDate: '2026-05-01',
    duration: 'PT10M12S',
    interactionStatistic: [statistic('LikeAction', '9'), statistic({ '@type': 'WatchAction' }, '1,234')],
  };

  expect(read(video)).toEqual([
    {
      keys: ['youtube:dQw4w9WgXcQ'],
      views: { value: 1_234, metric: 'views' },
      title: 'A name',
      description: 'A description',
      author: 'Somebody',
      accountHandle: 'somebody',
      publishedText: '2026-05-01',
      durationSeconds: 612,
      captionTracks: [],
      firstComment: { text: 'SAVE20 is the code', byAuthor: true, pinned: null },
    },
  ]);
});

describe('finds a video anywhere in a script', () => {
  const video = { '@type': ['Thing', 'http://schema.org/VideoObject'], name: 'Found' };

  test.each([
    ['alone', video],
    ['in a list', [{ '@type': 'Organization' }, video]],
    ['in a graph', { '@graph': [{ '@type': 'WebPage' }, video] }],
    ['in a page', { '@type': 'WebPage', mainEntity: { video } }],
  ])('%s', (_place, value) => {
    expect(read(value)).toMatchObject([{ title: 'Found' }]);
  });

  test('except below 64 levels', () => {
    const wrapped = (levels: number): string => `${'{"a":'.repeat(levels)}{"@type":"VideoObject"}${'}'.repeat(levels)}`;

    expect(readJsonLd(wrapped(60))).toHaveLength(1);
    expect(readJsonLd(wrapped(100_000))).toEqual([]);
  });
});

describe('views', () => {
  test.each([
    ['WatchAction', 5, { value: 5, metric: 'views' }],
    ['http://schema.org/WatchAction', '12345', { value: 12_345, metric: 'views' }],
    ['https://schema.org/ViewAction', 0, { value: 0, metric: 'views' }],
    [{ '@id': 'https://schema.org/ListenAction' }, 7, { value: 7, metric: 'plays' }],
    ['https://schema.org/LikeAction', 5, null],
    ['CommentAction', 5, null],
    ['https://evil.example/WatchAction', 5, null],
    ['WatchAction', -5, null],
    ['WatchAction', 1.5, null],
    ['WatchAction', 'many', null],
    ['WatchAction', '', null],
    ['WatchAction', 1e300, null],
    ['WatchAction', true, null],
  ])('%j with %j', (type, count, views) => {
    expect(read({ '@type': 'VideoObject', interactionStatistic: statistic(type, count) })).toMatchObject([{ views }]);
  });

  test.each([
    ['UserPlays:123', { value: 123, metric: 'plays' }],
    ['UserLikes:123', null],
    ['123', { value: 123, metric: 'views' }],
    [123, { value: 123, metric: 'views' }],
  ])('legacy: %j', (interactionCount, views) => {
    expect(read({ '@type': 'VideoObject', interactionCount })).toMatchObject([{ views }]);
  });
});

test.each([
  ['PT1H2M3S', 3_723],
  ['P1DT1S', 86_401],
  ['PT90.5S', 90.5],
  ['P', null],
  ['PT', null],
  ['10 minutes', null],
  [5, null],
])('parses the duration %j as %j seconds', (text, seconds) => {
  expect(readDuration(text)).toBe(seconds);
});

test.each(['', '{', 'null', '[]', '"VideoObject"', '{"@type":5}'])('finds no video in %j', (text) => {
  expect(readJsonLd(text)).toEqual([]);
});

test('skips a script longer than 4 MiB', () => {
  const text = JSON.stringify({ '@type': 'VideoObject', name: 'a' });

  expect(readJsonLd(text.padEnd(4_194_304))).toHaveLength(1);
  expect(readJsonLd(text.padEnd(4_194_305))).toEqual([]);
});

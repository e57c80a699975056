import { describe, expect, test } from '@jest/globals';
import { readAppState } from './app-state.js';
import { readOpenGraph } from './open-graph.js';

const YOUTUBE = 'ytInitialPlayerResponse';
const TIKTOK = '__UNIVERSAL_DATA_FOR_REHYDRATION__';
const TAKEN_AT = 1_767_225_600;

test('YouTube', () => {
  const state = {
    videoDetails: {
      videoId: 'dQw4w9WgXcQ',
      title: 'A "title" with } and {',
      shortDescription: 'Text',
      author: 'Somebody',
      lengthSeconds: '612',
      viewCount: '12345',
    },
    microformat: {
      playerMicroformatRenderer: {
        publishDate: '2026-05-01T00:00:00-07:00',
        ownerProfileUrl: 'http://www.youtube.com/@Somebody',
      },
    },
    captions: {
      playerCaptionsTracklistRenderer: {
        captionTracks: [{ baseUrl: 'https://www.youtube.com/api/timedtext?v=x', languageCode: 'en', kind: 'asr' }, {}],
      },
    },
  };

  expect(readAppState(YOUTUBE, `var ${YOUTUBE} = ${JSON.stringify(state)};var more = {};`)).toEqual([
    {
      keys: ['youtube:dQw4w9WgXcQ'],
      views: { value: 12_345, metric: 'views' },
      title: 'A "title" with } and {',
      description: 'Text',
      author: 'Somebody',
      accountHandle: 'somebody',
      publishedText: '2026-05-01T00:00:00-07:00',
      durationSeconds: 612,
      captionTracks: [{ url: 'https://www.youtube.com/api/timedtext?v=x', language: 'en', kind: 'asr' }],
      firstComment: null,
    },
  ]);
});

test('TikTok', () => {
  const itemStruct = {
    id: '7450000000000000000',
    desc: 'Text',
    createTime: String(TAKEN_AT),
    author: { uniqueId: 'creator' },
    statsV2: { playCount: '1234' },
    stats: { playCount: 1_200 },
    video: {
      duration: 15,
      subtitleInfos: [{ Url: 'https://v16.tiktok.example/x', LanguageCodeName: 'eng-US', Source: 'ASR' }],
    },
  };
  const state = { __DEFAULT_SCOPE__: { 'webapp.video-detail': { itemInfo: { itemStruct } } } };

  expect(readAppState(TIKTOK, JSON.stringify(state))).toEqual([
    {
      keys: ['tiktok:7450000000000000000'],
      views: { value: 1_234, metric: 'plays' },
      title: null,
      description: 'Text',
      author: 'creator',
      accountHandle: 'creator',
      publishedText: '2026-01-01T00:00:00.000Z',
      durationSeconds: 15,
      captionTracks: [{ url: 'https://v16.tiktok.example/x', language: 'eng-US', kind: 'ASR' }],
      firstComment: null,
    },
  ]);
});

describe('feeds', () => {
  test.each([
    [
      'Instagram',
      { code: 'DAbc-12_xyZ', play_count: 5, video_view_count: 4, taken_at: TAKEN_AT, user: { username: 'creator' } },
      { keys: ['instagram:DAbc-12_xyZ'], views: { value: 4, metric: 'views' }, author: 'creator' },
    ],
    [
      'Instagram plays',
      { code: 'DAbc-12_xyZ', play_count: 5, video_view_count: 0 },
      { keys: ['instagram:DAbc-12_xyZ'], views: { value: 5, metric: 'plays' } },
    ],
    [
      'X',
      { rest_id: '1234567', views: { count: '99', state: 'EnabledWithCount' }, legacy: { full_text: 'Text' } },
      { keys: ['x:1234567'], views: { value: 99, metric: 'views' }, description: 'Text' },
    ],
    [
      'Facebook',
      { id: '1234567890123', video_view_count: 77 },
      { keys: ['facebook:1234567890123'], views: { value: 77, metric: 'views' } },
    ],
  ])('%s', (_site, item, expected) => {
    const state = { data: { feed: [{ node: { likes: 1 } }, { node: item }] } };

    expect(readAppState('state', JSON.stringify(state))).toMatchObject([expected]);
  });
});

describe('parses the state without running it', () => {
  const state = '{"videoDetails":{"videoId":"dQw4w9WgXcQ","viewCount":"5"}}';

  test.each([
    `${YOUTUBE} = ${state}`,
    `window["${YOUTUBE}"]=${state};`,
    `if (window.${YOUTUBE}) {} var ${YOUTUBE} = ${state};`,
    `window['${YOUTUBE}'] = ${state}`,
    state,
  ])('%s', (text) => {
    expect(readAppState(YOUTUBE, text)).toMatchObject([{ keys: ['youtube:dQw4w9WgXcQ'], views: { value: 5 } }]);
  });

  test.each([
    `${YOUTUBE} = (() => (${state}))()`,
    `${YOUTUBE} = ${state.slice(0, -1)}`,
    `${YOUTUBE} = {videoDetails: {videoId: "dQw4w9WgXcQ"}}`,
    `other = ${state}`,
    '',
  ])('reads nothing from %s', (text) => {
    expect(readAppState(YOUTUBE, text)).toEqual([]);
  });

  test('ignores names that every object inherits', () => {
    expect(readAppState('state', '{"rest_id":"1","__proto__":{"views":{"count":"5"}}}')).toEqual([]);
    expect(readAppState(TIKTOK, '{"constructor":{}}')).toEqual([]);
  });
});

test('OpenGraph', () => {
  const metas = [
    { name: 'og:url', content: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' },
    { name: 'OG:Title', content: 'A title' },
    { name: 'og:description', content: 'Text' },
    { name: 'og:video:duration', content: '612' },
    { name: 'video:release_date', content: '2026-05-01' },
  ];

  expect(readOpenGraph(metas)).toMatchObject({
    keys: ['youtube:dQw4w9WgXcQ'],
    title: 'A title',
    description: 'Text',
    durationSeconds: 612,
    publishedText: '2026-05-01',
  });
});

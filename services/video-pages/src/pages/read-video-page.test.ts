import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { readVideoPage, type VideoPage, type VideoPageFindings } from './read-video-page.js';

const ID = 'dQw4w9WgXcQ';

function findings(parts: Partial<VideoPageFindings>): VideoPageFindings {
  return {
    url: `https://www.youtube.com/watch?v=${ID}`,
    requestedKey: `youtube:${ID}`,
    lang: 'en',
    texts: [],
    scripts: [],
    metas: [],
    titles: [],
    captions: [],
    dates: [],
    accounts: [],
    comments: [],
    ...parts,
  };
}

const read = (parts: Partial<VideoPageFindings>): VideoPage => readVideoPage(findings(parts), { today: '2026-05-20' });
const state = (name: string, value: unknown): VideoPageFindings['scripts'][number] => ({
  type: 'app_state',
  name,
  text: `var ${name} = ${JSON.stringify(value)};`,
});
const jsonLd = (more: object): VideoPageFindings['scripts'][number] => ({
  type: 'json_ld',
  name: '',
  text: JSON.stringify({ '@type': 'VideoObject', url: `https://youtu.be/${ID}`, ...more }),
});
const player = (videoId = ID): VideoPageFindings['scripts'][number] =>
  state('ytInitialPlayerResponse', {
    videoDetails: {
      videoId,
      title: 'State \u202etitle',
      shortDescription: 'State\ntext',
      channelId: 'UCuAXFkgsw1L7xaCfnd5JJOw',
      lengthSeconds: '612',
      viewCount: '12345',
    },
    microformat: {
      playerMicroformatRenderer: { publishDate: '2026-05-01', ownerProfileUrl: 'http://www.youtube.com/@Creator' },
    },
    captions: {
      playerCaptionsTracklistRenderer: { captionTracks: [{ baseUrl: 'https://a.example/t', languageCode: 'en' }] },
    },
  });
const metas = [
  { name: 'og:title', content: 'Graph title' },
  { name: 'og:description', content: 'Graph text' },
];
const visible = {
  titles: ['', 'Seen title'],
  captions: ['Seen text'],
  dates: ['3 weeks ago', 'May 2, 2026'],
  accounts: ['https://evil.example/@other', 'https://www.youtube.com/@Seen'],
};

test('prefers the app state of the page', () => {
  const page = read({
    ...visible,
    metas,
    texts: [{ text: '12.3K views', inCapture: true }],
    scripts: [jsonLd({ name: 'Linked title' }), player()],
  });

  expect(page).toEqual({
    title: 'State title',
    caption: 'State text',
    accountHandle: 'creator',
    published: { published: { kind: 'day', day: '2026-05-01', rawText: '2026-05-01' }, source: 'app_state' },
    durationSeconds: 612,
    captionTracks: [{ url: 'https://a.example/t', language: 'en', kind: null }],
    viewCount: {
      views: 12_345,
      detail: expect.objectContaining({ precision: 'exact', source: 'dom_text+structured_metadata' }),
    },
    firstComment: null,
  });
});

test.each([
  ['JSON-LD', { ...visible, metas, scripts: [jsonLd({ name: 'Linked title', description: 'Linked text' })] }, 'Linked'],
  ['OpenGraph', { ...visible, metas }, 'Graph'],
  ['visible text', visible, 'Seen'],
])('falls back to %s', (_source, parts, word) => {
  expect(read(parts)).toMatchObject({ title: `${word} title`, caption: `${word} text` });
});

describe('dates', () => {
  test('prefers metadata over app state over visible text', () => {
    const linked = jsonLd({ uploadDate: '2026-04-30' });

    expect(read({ ...visible, scripts: [player(), linked] }).published).toMatchObject({
      published: { day: '2026-04-30' },
      source: 'structured_metadata',
    });
    expect(read(visible).published).toMatchObject({ published: { day: '2026-05-02' }, source: 'dom_text' });
    expect(read({ dates: ['3 weeks ago'] }).published).toMatchObject({
      published: { kind: 'relative', unit: 'week', amount: 3 },
      source: 'relative_text',
    });
  });

  test('derives the time from the id, preferring it over visible text', () => {
    const page = read({
      ...visible,
      url: 'https://www.tiktok.com/@a/video/7450000000000000000',
      requestedKey: 'tiktok:7450000000000000000',
    });

    expect(page.published).toMatchObject({ published: { at: '2024-12-19T06:04:55.000Z' }, source: 'id_timestamp' });
  });

  test('ignores texts that are not dates', () => {
    expect(read({ dates: ['01/02/2026', 'soon'] }).published).toBeNull();
  });
});

describe('the first comment', () => {
  const commented = {
    currentVideoEndpoint: { watchEndpoint: { videoId: ID } },
    frameworkUpdates: [
      { payload: { commentEntityPayload: { properties: { content: { content: 'Use SAVE20' }, pinnedText: 'Pinned' }, author: { isCreator: true } } } },
      { payload: { commentEntityPayload: { properties: { content: { content: 'Second' } }, author: { isCreator: false } } } },
    ],
  }; // prettier-ignore
  const seen = { account: '@Creator', hasAuthorBadge: false, isPinned: false, text: 'Seen comment' };

  test('comes from the app state of the page', () => {
    expect(read({ scripts: [state('ytInitialData', commented)], comments: [seen] }).firstComment).toEqual({
      text: 'Use SAVE20',
      byAuthor: true,
      pinned: true,
    });
  });

  test('is not taken from another video', () => {
    const other = { ...commented, currentVideoEndpoint: { watchEndpoint: { videoId: 'aaaaaaaaaaa' } } };

    expect(read({ scripts: [state('ytInitialData', other)] }).firstComment).toBeNull();
  });

  test.each([
    ['by handle', { account: '@Creator' }, true],
    ['by account URL', { account: 'https://www.youtube.com/@creator' }, true],
    ['by another account', { account: '@fan' }, false],
    ['by badge', { account: '@fan', hasAuthorBadge: true }, true],
    ['by display name, which is inconclusive', { account: 'Creator' }, null],
    ['without an account', { account: null }, null],
  ])('that is visible is the author’s: %s', (_who, parts, byAuthor) => {
    const page = read({ scripts: [player()], comments: [{ ...seen, ...parts }, seen] });

    expect(page.firstComment).toEqual({ text: 'Seen comment', byAuthor, pinned: false });
  });
});

test('ignores metadata of another video', () => {
  expect(read({ scripts: [player('aaaaaaaaaaa')] })).toMatchObject({ title: null, viewCount: { views: null } });
  expect(read({ scripts: [player()], url: 'https://youtu.be/aaaaaaaaaaa' })).toMatchObject({
    title: null,
    accountHandle: null,
    viewCount: { views: null },
  });
});

test('never throws, and parses deterministically', () => {
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.json());
  const texts = fc.array(text, { maxLength: 3 });
  const scripts = fc.record({
    type: fc.constantFrom('json_ld', 'app_state'),
    name: fc.constantFrom('', 'ytInitialData'),
    text,
  });
  fc.assert(
    fc.property(
      fc.record({
        scripts: fc.array(scripts, { maxLength: 3 }),
        titles: texts,
        captions: texts,
        dates: texts,
        accounts: texts,
        lang: fc.option(text),
        comments: fc.array(
          fc.record({ text, account: fc.option(text), hasAuthorBadge: fc.boolean(), isPinned: fc.boolean() }),
        ),
        metas: fc.array(fc.record({ name: fc.constantFrom('og:url', 'og:title'), content: text })),
      }),
      (parts) => {
        expect(read(parts as Partial<VideoPageFindings>)).toEqual(read(parts as Partial<VideoPageFindings>));
      },
    ),
  );
});

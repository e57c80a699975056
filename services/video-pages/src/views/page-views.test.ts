import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import type { PageFindings } from '../metadata/page-findings.js';
import { detectViews, VIEW_NOUNS } from './page-views.js';

const ID = 'dQw4w9WgXcQ';

function findings(parts: Partial<PageFindings>): PageFindings {
  return {
    url: `https://www.youtube.com/watch?v=${ID}`,
    requestedKey: `youtube:${ID}`,
    lang: 'en',
    texts: [],
    scripts: [],
    metas: [],
    ...parts,
  };
}

const seen = (text: string, inCapture = true): PageFindings['texts'][number] => ({ text, inCapture });
const playerResponse = (viewCount: string, videoId = ID): PageFindings['scripts'][number] => ({
  type: 'app_state',
  name: 'ytInitialPlayerResponse',
  text: `var ytInitialPlayerResponse = ${JSON.stringify({ videoDetails: { videoId, viewCount } })};var meta = {};`,
});
const jsonLd = (value: unknown): PageFindings['scripts'][number] => ({
  type: 'json_ld',
  name: '',
  text: JSON.stringify(value),
});
const counted = (userInteractionCount: unknown, more: object = {}): object => ({
  '@type': 'VideoObject',
  interactionStatistic: { interactionType: 'https://schema.org/WatchAction', userInteractionCount },
  ...more,
});

describe('prefers visible text', () => {
  test('replaces a rounded number with the exact one from matching metadata', () => {
    expect(detectViews(findings({ texts: [seen('12.3K views')], scripts: [playerResponse('12345')] }))).toEqual({
      views: 12_345,
      detail: {
        rawText: '12.3K views',
        precision: 'exact',
        metric: 'views',
        source: 'dom_text+structured_metadata',
        conflict: false,
        inCapture: true,
      },
    });
  });

  test('reports metadata that does not match, without using it', () => {
    expect(detectViews(findings({ texts: [seen('12.3K views')], scripts: [playerResponse('99999')] }))).toEqual({
      views: 12_300,
      detail: {
        rawText: '12.3K views',
        precision: 'rounded',
        metric: 'views',
        source: 'dom_text',
        conflict: true,
        metadataViews: 99_999,
        inCapture: true,
      },
    });
  });

  test('picks the matching count among several in metadata', () => {
    const scripts = [playerResponse('99999'), jsonLd(counted(12_345))];

    expect(detectViews(findings({ texts: [seen('12.3K views')], scripts }))).toMatchObject({ views: 12_345 });
  });

  test('keeps an exact number, whether or not metadata agrees', () => {
    const texts = [seen('12,345 views')];

    expect(detectViews(findings({ texts, scripts: [playerResponse('12345')] }))).toMatchObject({
      views: 12_345,
      detail: { source: 'dom_text', conflict: false },
    });
    expect(detectViews(findings({ texts, scripts: [playerResponse('12000')] }))).toMatchObject({
      views: 12_345,
      detail: { source: 'dom_text', conflict: true, metadataViews: 12_000 },
    });
  });

  test('prefers the captured area over the rest of the page', () => {
    expect(detectViews(findings({ texts: [seen('5 views', false), seen('7 views')] }))).toMatchObject({
      views: 7,
      detail: { inCapture: true },
    });
    expect(detectViews(findings({ texts: [seen('5 views', false), seen('12 likes')] }))).toMatchObject({
      views: 5,
      detail: { inCapture: false },
    });
  });

  test("ignores the creator's title", () => {
    const metas = [{ name: 'og:title', content: 'Road to 1 million views' }];

    expect(detectViews(findings({ metas, texts: [seen('Road to 1 million views'), seen('70 views')] }))).toMatchObject({
      views: 70,
    });
  });

  test('resolves a unit by the language of the page', () => {
    expect(detectViews(findings({ lang: 'tr-TR', texts: [seen('1,2 B görüntüleme')] }))).toMatchObject({
      views: 1_200,
    });
  });
});

describe('without a visible number', () => {
  test("falls back to the video's metadata", () => {
    expect(detectViews(findings({ scripts: [playerResponse('12345')] }))).toEqual({
      views: 12_345,
      detail: {
        rawText: '12345',
        precision: 'exact',
        metric: 'views',
        source: 'structured_metadata',
        conflict: false,
        inCapture: false,
      },
    });
  });

  test.each([
    ['a page that now shows another video', { url: 'https://www.youtube.com/watch?v=aaaaaaaaaaa' }],
    ['a page that names another video', { metas: [{ name: 'og:url', content: 'https://youtu.be/aaaaaaaaaaa' }] }],
    ['a page without a video', { url: 'https://www.youtube.com/' }],
  ])('ignores the metadata of %s', (_page, parts) => {
    const scripts = [playerResponse('12345'), jsonLd(counted(12_345))];

    expect(detectViews(findings({ scripts, ...parts }))).toEqual({ views: null, reason: 'not_a_view_count' });
    expect(detectViews(findings({ scripts, texts: [seen('12.3K views')], ...parts }))).toMatchObject({ views: 12_300 });
  });

  test.each([
    ['the state of another video', [playerResponse('12345', 'aaaaaaaaaaa')]],
    ['JSON-LD of another video', [jsonLd(counted(5, { url: 'https://youtu.be/aaaaaaaaaaa' }))]],
    ['one of several nameless videos', [jsonLd([counted(5), counted(6)])]],
  ])('does not use %s', (_what, scripts) => {
    expect(detectViews(findings({ scripts }))).toEqual({ views: null, reason: 'not_a_view_count' });
  });

  test('reads a description written by the site, not by the creator', () => {
    const metas = [{ name: 'description', content: '12K views, 340 likes: "a caption"' }];
    const facebook = { url: 'https://www.facebook.com/watch/?v=1234567890123', requestedKey: 'facebook:1234567890123' };

    expect(detectViews(findings({ metas, ...facebook }))).toMatchObject({
      views: 12_000,
      detail: { source: 'meta_description', inCapture: false },
    });
    expect(detectViews(findings({ metas }))).toMatchObject({ views: null });
  });

  test.each([
    [[seen('1,234 likes')], 'not_a_view_count'],
    [[seen('12 likes'), seen('1,2 mil Aufrufe')], 'ambiguous_unit'],
    [[seen('99999999999999999 views')], 'out_of_range'],
    [[seen('12,345')], 'not_a_view_count'],
  ])('returns null with the reason for %j', (texts, reason) => {
    expect(detectViews(findings({ texts }))).toEqual({ views: null, reason });
  });

  test('returns 0 only when the page says so', () => {
    expect(detectViews(findings({ texts: [seen('No views')] }))).toMatchObject({ views: 0 });
    expect(detectViews(findings({}))).toMatchObject({ views: null });
    expect(detectViews(findings({ scripts: [playerResponse('0')] }))).toMatchObject({ views: null });
  });
});

test('matches texts with a count or without views by the exported pattern', () => {
  const pattern = new RegExp(VIEW_NOUNS, 'iu');

  for (const text of ['1.2M Views', '조회수 1.2만회', '12万回視聴', 'Нет просмотров', 'No views', 'بازدید ۱۲']) {
    expect([text, pattern.test(text)]).toEqual([text, true]);
  }
  for (const text of ['12 reviews', '1,234 likes', '']) expect([text, pattern.test(text)]).toEqual([text, false]);
});

test('never throws', () => {
  const script = fc.record({
    type: fc.constantFrom('json_ld' as const, 'app_state' as const),
    name: fc.constantFrom('', 'ytInitialPlayerResponse', '__UNIVERSAL_DATA_FOR_REHYDRATION__', 'feed'),
    text: fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.json(),
      fc
        .jsonValue()
        .map((value) => JSON.stringify({ '@type': 'VideoObject', interactionStatistic: value, views: value })),
      fc.jsonValue().map((value) => JSON.stringify({ videoDetails: value, rest_id: value, video_view_count: value })),
    ),
  });
  const text = fc.record({ text: fc.string({ unit: 'binary', maxLength: 60 }), inCapture: fc.boolean() });
  const meta = fc.record({ name: fc.constantFrom('og:url', 'og:title', 'description'), content: fc.string() });

  fc.assert(
    fc.property(
      fc.record({
        url: fc.oneof(fc.webUrl(), fc.string(), fc.constant(`https://youtu.be/${ID}`)),
        requestedKey: fc.constant(`youtube:${ID}`),
        lang: fc.option(fc.string()),
        texts: fc.array(text),
        scripts: fc.array(script),
        metas: fc.array(meta),
      }),
      (page) => {
        const { views } = detectViews(page);

        expect(views === null || (Number.isSafeInteger(views) && views >= 0)).toBe(true);
      },
    ),
    { numRuns: 1_000 },
  );
});

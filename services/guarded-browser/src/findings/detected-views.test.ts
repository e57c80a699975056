import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { DetectedViews } from '@svc/video-pages/views/page-views';
import type { PageBox } from '../in-page/page-dom.js';
import { type BlankPage, openBlankPage } from '../testing/blank-page.js';
import { detectPageViews } from './detect-page-views.js';

const VIEWPORT: PageBox = { x: 0, y: 0, width: 640, height: 480 };

let blank: BlankPage;

beforeAll(async () => {
  blank = await openBlankPage();
});

afterAll(() => blank.close());

async function detect(body: string, area = VIEWPORT): Promise<DetectedViews> {
  await blank.page.setContent(`<!doctype html><html lang="en"><body style="margin:0">${body}`);
  return detectPageViews(blank.session, {
    url: 'https://www.tiktok.com/@a/video/7450000000000000000',
    canonicalKey: 'tiktok:7450000000000000000',
    area,
  });
}

const jsonLd = (views: number): string =>
  `<script type="application/ld+json">${JSON.stringify({
    '@context': 'https://schema.org',
    '@type': 'VideoObject',
    name: 'A video',
    interactionStatistic: {
      '@type': 'InteractionCounter',
      interactionType: { '@type': 'WatchAction' },
      userInteractionCount: views,
    },
  })}</script>`;

const VIDEO = '<video style="width:300px;height:150px"></video>';

test('a rounded count is made exact by matching metadata', async () => {
  expect(await detect(`${VIDEO}<p>12.3K views</p>${jsonLd(12_345)}`)).toMatchObject({
    views: 12_345,
    detail: { precision: 'exact', source: 'dom_text+structured_metadata', conflict: false, inCapture: true },
  });
});

test('metadata with another count only adds a warning', async () => {
  expect(await detect(`${VIDEO}<p>12.3K views</p>${jsonLd(99_999)}`)).toMatchObject({
    views: 12_300,
    detail: { precision: 'rounded', source: 'dom_text', conflict: true, metadataViews: 99_999 },
  });
});

test('likes are not views, and a page that reports no views has 0', async () => {
  expect(await detect('<p>1,234 likes</p>')).toMatchObject({ views: null });
  expect(await detect('<p>No views</p>')).toMatchObject({ views: 0 });
});

test.each([
  ['display', 'display:none'],
  ['visibility', 'visibility:hidden'],
  ['opacity', 'opacity:0.01'],
  ['size', 'height:0;overflow:hidden'],
  ['place', 'position:absolute;left:-9999px'],
  ['clipping', 'position:absolute;width:1px;height:1px;overflow:hidden'],
])('a count hidden by its %s is ignored', async (_what, style) => {
  expect(await detect(`<div style="${style}"><span>1,234 views</span></div>`)).toMatchObject({ views: null });
});

test('a hidden number next to its noun is ignored, and another visible one is used', async () => {
  expect(await detect('<p><b style="opacity:0">1,234</b> <span>views</span></p>')).toMatchObject({ views: null });
  expect(await detect('<p><b>1,234</b><b style="display:none">77</b> <span>views</span></p>')).toMatchObject({
    views: 1_234,
  });
});

test('the count nearest to the player is used', async () => {
  const others = '<p>77,777 views</p>'.repeat(3);

  expect(
    await detect(`${others}<div style="height:60px"></div>${VIDEO}<p><b>1,234</b> <span>views</span></p>`),
  ).toMatchObject({ views: 1_234 });
});

test('a count outside the image is marked as such, and one inside takes precedence', async () => {
  const page = '<p>66 views</p><div style="height:3000px"></div><p>55 views</p>';

  expect(await detect('<div style="height:3000px"></div><p>55 views</p>')).toMatchObject({
    views: 55,
    detail: { inCapture: false },
  });
  expect(await detect(page)).toMatchObject({ views: 66, detail: { inCapture: true } });
  expect(await detect(page, { x: 0, y: 2_900, width: 640, height: 300 })).toMatchObject({
    views: 55,
    detail: { inCapture: true },
  });
});

test('a text cut off by the image does not count as inside', async () => {
  const page = '<p style="margin:0;font-size:40px">55 views</p>';

  expect(await detect(page, { x: 0, y: 0, width: 640, height: 10 })).toMatchObject({ detail: { inCapture: false } });
  expect(await detect(page, { x: 0, y: 0, width: 640, height: 100 })).toMatchObject({ detail: { inCapture: true } });
});

test('an aria label is used', async () => {
  expect(await detect('<button aria-label="4,321 views">4.3K</button>')).toMatchObject({ views: 4_321 });
});

test.each([
  ['numbers', `'<i>1 view</i> '.repeat(100000)`],
  ['words without numbers', `'<i>views</i> '.repeat(100000)`],
  ['nested boxes', `'<b>1 view'.repeat(400)`],
  ['labels', `'<b aria-label="1 view"></b>'.repeat(50000) + '1 view'`],
])('a page with very many %s is read partially', async (_what, html) => {
  await detect('');
  await blank.page.evaluate(`document.body.innerHTML = ${html}`);

  const collected = await detectPageViews(blank.session, {
    url: 'https://a.example.com/',
    canonicalKey: null,
    area: VIEWPORT,
  });

  expect([1, null]).toContain(collected.views);
});

test("the state of a page's own scripts is parsed, never run", async () => {
  const state = {
    __DEFAULT_SCOPE__: {
      'webapp.video-detail': { itemInfo: { itemStruct: { id: '7450000000000000000', stats: { playCount: 12_345 } } } },
    },
  };
  const script = `<script id="__UNIVERSAL_DATA_FOR_REHYDRATION__" type="application/json">${JSON.stringify(state)}</script>`;

  expect(await detect(`${script}<p>12.3K views</p>`)).toMatchObject({ views: 12_345, detail: { precision: 'exact' } });
});

test('a page whose element names shadow DOM properties is still read', async () => {
  expect(
    await detect(
      '<p>12 views</p><form name="querySelectorAll"></form><form name="body"><input name="innerText"></form>',
    ),
  ).toMatchObject({ views: 12 });
});

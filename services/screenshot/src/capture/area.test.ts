import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import { testHeadlessShell } from '@svc/guarded-browser/testing/test-chromium';
import sharp from 'sharp';
import { openTestBrowser, type TestBrowser } from './testing/test-browser.js';

/** Generous limits, in milliseconds, for pages that all load. */
const PATIENCE = { navigationMs: 20_000, visitMs: 24_000 };

let browser: TestBrowser;

beforeAll(async () => {
  browser = await openTestBrowser({ chromium: testHeadlessShell(), limits: PATIENCE });
});

afterAll(() => browser.close());

/** Size of an image, and the color of its center. */
async function look(image: Buffer): Promise<{ width: number; height: number; colour: number[] }> {
  const { width, height } = await sharp(image).metadata();
  const middle = { left: Math.floor(width / 2), top: Math.floor(height / 2), width: 1, height: 1 };
  const colour = await sharp(image).extract(middle).removeAlpha().raw().toBuffer();
  return { width, height, colour: [...colour] };
}

const box = (style: string, text = ''): string => `<div style="${style}">${text}</div>`;
const RED = [255, 0, 0];
const BLUE = [0, 0, 255];

test('captures the viewport by default', async () => {
  browser.pages.put('/tall', `<body style="margin:0">${box('height:3000px;background:red')}`);

  const { image, warnings } = await browser.takeImage('/tall', { viewport: { width: 800, height: 600 } });

  expect(await look(image)).toEqual({ width: 800, height: 600, colour: RED });
  expect(warnings).toEqual([]);
});

test("emulates a phone's viewport, touch and user agent", async () => {
  browser.pages.put(
    '/phone',
    `<meta name="viewport" content="width=device-width"><title></title><script>
      document.title = [innerWidth, innerHeight, navigator.maxTouchPoints > 0, /Mobile/.test(navigator.userAgent)].join();
    </script>`,
  );

  const { image, capture } = await browser.takeImage('/phone', { device: 'mobile' });

  expect(await look(image)).toMatchObject({ width: 412, height: 915 });
  expect(capture.title).toBe('412,915,true,true');
});

test('sets the requested language and time zone of the page', async () => {
  browser.pages.put(
    '/locale',
    `<title></title><script>
      document.title = navigator.language + ' ' + Intl.DateTimeFormat().resolvedOptions().timeZone;
    </script>`,
  );

  const { capture } = await browser.takeImage('/locale', { locale: 'de-DE', timezone: 'Asia/Tokyo' });

  expect(capture.title).toBe('de-DE Asia/Tokyo');
});

test('applies the requested JPEG quality', async () => {
  browser.pages.put('/jpeg', `<body style="background:conic-gradient(red,blue,lime,red);height:100vh">`);

  const [fine, coarse] = [
    await browser.takeImage('/jpeg', { format: 'jpeg' }),
    await browser.takeImage('/jpeg', { format: 'jpeg', quality: 40 }),
  ];

  expect(fine.contentType).toBe('image/jpeg');
  expect((await sharp(fine.image).metadata()).format).toBe('jpeg');
  expect(coarse.image.length).toBeLessThan(fine.image.length);
});

test('clips a region anywhere on the page', async () => {
  browser.pages.put(
    '/clip',
    `<body style="margin:0">${box('height:2000px;background:red')}${box('height:500px;background:blue')}`,
  );

  const { image, capture } = await browser.takeImage('/clip', { clip: { x: 10, y: 2_100, width: 200, height: 100 } });

  expect(await look(image)).toEqual({ width: 200, height: 100, colour: BLUE });
  expect(capture.pageChanges).toEqual([]);
});

test('captures an element alone and reports scrolling to it', async () => {
  browser.pages.put(
    '/element',
    `<body style="margin:0">${box('height:50px;background:blue', '<p id=near>')}${box('height:2000px')}
     ${box('width:120px;height:80px;background:red" id="far')}${box('height:900px')}`,
  );

  const { image, capture } = await browser.takeImage('/element', { selector: '#far' });
  expect(await look(image)).toEqual({ width: 120, height: 80, colour: RED });
  expect(capture.pageChanges).toEqual(['scrolled']);

  const near = await browser.takeImage('/element', { selector: 'div:has(#near)' });
  expect(await look(near.image)).toMatchObject({ width: 640, height: 50 });
  expect(near.capture.pageChanges).toEqual([]);
});

test('waits for an element that appears later', async () => {
  browser.pages.put(
    '/later',
    `<body><script>setTimeout(() => { document.body.innerHTML = '<h1 style="width:300px">Here</h1>'; }, 400)</script>`,
  );

  // A busy machine may not show it in time.
  const { image } = await eventually(() => browser.takeImage('/later', { selector: 'h1', waitForSelector: 'h1' }));

  expect((await look(image)).width).toBe(300);
});

test.each([
  ['absent', '#absent', 'selector_not_found'],
  ['without size', '#empty', 'selector_empty'],
  ['hidden', '#hidden', 'selector_empty'],
  ['of a browser driver', 'text=Views', 'selector_not_found'],
  ['unknown to the browser', 'h1:unheard-of', 'selector_not_found'],
])('gives no image for an element that is %s', async (_what, selector, code) => {
  browser.pages.put('/selectors', '<h1>Views</h1><div id="empty"></div><p id="hidden" style="display:none">x');

  // A page that loads slowly on a busy machine fails as retryable.
  await eventually(async () =>
    expect(await browser.takeFailure('/selectors', { selector })).toMatchObject({ code, retryable: false }),
  );
});

test('gives no image when the awaited selector never appears', async () => {
  browser.pages.put('/selectors', '<h1>Views</h1>');

  const failure = await browser.takeFailure('/selectors', { waitForSelector: '#absent' });

  expect(failure).toMatchObject({ code: 'selector_not_found' });
});

test('captures a full page, and cuts one that is too tall with a warning', async () => {
  browser.pages.put('/whole', `<body style="margin:0">${box('height:2000px;background:red')}`);
  browser.pages.put('/endless', `<body style="margin:0">${box('height:60000px;background:red')}`);

  const whole = await browser.takeImage('/whole', { fullPage: true });
  expect(await look(whole.image)).toEqual({ width: 640, height: 2_000, colour: RED });
  expect(whole.warnings).toEqual([]);

  const endless = await browser.takeImage('/endless', { fullPage: true });
  expect(await look(endless.image)).toEqual({ width: 640, height: 16_384, colour: RED });
  expect(endless.warnings).toEqual(['HEIGHT_CUT']);
});

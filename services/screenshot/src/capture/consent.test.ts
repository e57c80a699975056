import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { testHeadlessShell } from '@svc/guarded-browser/testing/test-chromium';
import { openTestBrowser, type TestBrowser } from './testing/test-browser.js';

/** Generous limits, in milliseconds, for pages that all load. */
const PATIENCE = { navigationMs: 20_000, visitMs: 24_000 };

let browser: TestBrowser;

beforeAll(async () => {
  browser = await openTestBrowser({ chromium: testHeadlessShell(), limits: PATIENCE });
});

afterAll(() => browser.close());

/** A page whose title records what was clicked. */
function pageWith(banner: string, extra = ''): string {
  return `<!doctype html><title>untouched</title><body><main><h1>Video</h1></main>
    <script>
      const press = (what, id) => { document.title = what; document.getElementById(id)?.remove(); };
    </script>${banner}${extra}`;
}

const banner = (controls: string, id = 'cookie-banner'): string =>
  `<div id="${id}" style="position:fixed;bottom:0;background:white">We use cookies. ${controls}</div>`;

const button = (text: string, what: string, id = 'cookie-banner', attributes = ''): string =>
  `<button ${attributes} onclick="press('${what}', '${id}')">${text}</button>`;

test('rejects a banner that offers it', async () => {
  browser.pages.put('/reject', pageWith(banner(button('Accept all', 'accepted') + button('Reject all', 'rejected'))));

  const { capture } = await browser.takeImage('/reject');

  expect(capture).toMatchObject({ title: 'rejected', pageChanges: ['consent_rejected'] });
});

test.each([['  RECHAZAR   TODO '], ['Accept only necessary'], ['すべて拒否']])('understands %s', async (text) => {
  browser.pages.put('/text', pageWith(banner(button('OK', 'accepted') + button(text, 'rejected'))));

  const { capture } = await browser.takeImage('/text');

  expect(capture).toMatchObject({ title: 'rejected', pageChanges: ['consent_rejected'] });
});

test('hides a banner that can only be accepted, without clicking it', async () => {
  browser.pages.put(
    '/accept',
    pageWith(banner(button('Accept all cookies', 'accepted') + button('Settings', 'opened'))),
  );

  const { capture } = await browser.takeImage('/accept');

  expect(capture).toMatchObject({ title: 'untouched', pageChanges: ['consent_hidden'] });
});

test("does not click an accept button that poses as a known tool's reject control", async () => {
  const fake = button('Accept all', 'accepted', 'onetrust-banner-sdk', 'id="onetrust-reject-all-handler"');
  browser.pages.put('/fake', pageWith(banner(fake, 'onetrust-banner-sdk')));

  const { capture } = await browser.takeImage('/fake');

  expect(capture).toMatchObject({ title: 'untouched', pageChanges: ['consent_hidden'] });
});

test('rejects a late banner in a shadow root', async () => {
  browser.pages.put(
    '/later',
    pageWith(
      '',
      `<script src="/onetrust.js"></script><script>
        setTimeout(() => {
          const host = Object.assign(document.createElement('div'), { id: 'usercentrics-root' });
          host.attachShadow({ mode: 'open' }).innerHTML =
            '<div style="position:fixed;top:0">cookies <button data-testid="uc-deny-all-button">Deny</button></div>';
          host.shadowRoot.querySelector('button').onclick = () => press('rejected', 'usercentrics-root');
          document.body.append(host);
        }, 500);
      </script>`,
    ),
  );

  const { capture } = await browser.takeImage('/later');

  expect(capture).toMatchObject({ title: 'rejected', pageChanges: ['consent_rejected'] });
});

test('hides a banner that stays after rejection', async () => {
  browser.pages.put('/stays', pageWith(banner(`<button onclick="document.title = 'rejected'">Reject all</button>`)));

  const { capture } = await browser.takeImage('/stays');

  expect(capture).toMatchObject({ title: 'rejected', pageChanges: ['consent_rejected', 'consent_hidden'] });
});

test('only hides the banner, or leaves it alone, when requested', async () => {
  browser.pages.put('/modes', pageWith(banner(button('Reject all', 'rejected'))));

  const [hidden, left] = [
    await browser.takeImage('/modes', { consent: 'hide' }),
    await browser.takeImage('/modes', { consent: 'leave' }),
  ];

  expect(hidden.capture).toMatchObject({ title: 'untouched', pageChanges: ['consent_hidden'] });
  expect(left.capture).toMatchObject({ title: 'untouched', pageChanges: [] });
});

test('leaves buttons and overlays alone on a page without a banner', async () => {
  browser.pages.put(
    '/none',
    pageWith(
      `<div id="task" style="position:fixed;top:0">Three requests ${button('Reject all', 'rejected', 'task')}</div>
       <div class="player-consent" style="position:relative">cookies<video></video></div>`,
    ),
  );

  const { capture } = await browser.takeImage('/none');

  expect(capture).toMatchObject({ title: 'untouched', pageChanges: [] });
});

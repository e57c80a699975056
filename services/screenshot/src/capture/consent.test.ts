import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { testHeadlessShell } from '@svc/guarded-browser/testing/test-chromium';
import { openTestBrowser, type TestBrowser } from './testing/test-browser.js';

/** Milliseconds for pages that all come. */
const PATIENCE = { navigationMs: 20_000, visitMs: 24_000 };

let browser: TestBrowser;

beforeAll(async () => {
  browser = await openTestBrowser({ chromium: testHeadlessShell(), limits: PATIENCE });
});

afterAll(() => browser.close());

/** A page that writes into its title what was pressed. */
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

test('a banner that lets one refuse is refused', async () => {
  browser.pages.put('/reject', pageWith(banner(button('Accept all', 'accepted') + button('Reject all', 'rejected'))));

  const { capture } = await browser.takeImage('/reject');

  expect(capture).toMatchObject({ title: 'rejected', pageChanges: ['consent_rejected'] });
});

test.each([['  RECHAZAR   TODO '], ['Accept only necessary'], ['すべて拒否']])('%s is understood', async (text) => {
  browser.pages.put('/text', pageWith(banner(button('OK', 'accepted') + button(text, 'rejected'))));

  const { capture } = await browser.takeImage('/text');

  expect(capture).toMatchObject({ title: 'rejected', pageChanges: ['consent_rejected'] });
});

test('a banner that lets one only accept is hidden and not clicked', async () => {
  browser.pages.put(
    '/accept',
    pageWith(banner(button('Accept all cookies', 'accepted') + button('Settings', 'opened'))),
  );

  const { capture } = await browser.takeImage('/accept');

  expect(capture).toMatchObject({ title: 'untouched', pageChanges: ['consent_hidden'] });
});

test('what pretends to be the control of a known tool and accepts is not clicked', async () => {
  const fake = button('Accept all', 'accepted', 'onetrust-banner-sdk', 'id="onetrust-reject-all-handler"');
  browser.pages.put('/fake', pageWith(banner(fake, 'onetrust-banner-sdk')));

  const { capture } = await browser.takeImage('/fake');

  expect(capture).toMatchObject({ title: 'untouched', pageChanges: ['consent_hidden'] });
});

test('a banner in a shadow root, and one that comes a little later, are refused', async () => {
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

test('a banner that stays although it was refused is hidden', async () => {
  browser.pages.put('/stays', pageWith(banner(`<button onclick="document.title = 'rejected'">Reject all</button>`)));

  const { capture } = await browser.takeImage('/stays');

  expect(capture).toMatchObject({ title: 'rejected', pageChanges: ['consent_rejected', 'consent_hidden'] });
});

test('a banner is only hidden, or left alone, where that is asked for', async () => {
  browser.pages.put('/modes', pageWith(banner(button('Reject all', 'rejected'))));

  const [hidden, left] = [
    await browser.takeImage('/modes', { consent: 'hide' }),
    await browser.takeImage('/modes', { consent: 'leave' }),
  ];

  expect(hidden.capture).toMatchObject({ title: 'untouched', pageChanges: ['consent_hidden'] });
  expect(left.capture).toMatchObject({ title: 'untouched', pageChanges: [] });
});

test('a page without a banner is not touched: neither its buttons nor what floats on it', async () => {
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

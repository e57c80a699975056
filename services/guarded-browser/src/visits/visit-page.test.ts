import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { readVideoPage } from '@svc/video-pages/pages/read-video-page';
import { startBrowser, type StartedBrowser } from '../chromium/start-browser.js';
import { type EgressProxy, openEgressProxy } from '../egress-proxy/egress-proxy.js';
import { followRedirects } from '../egress-proxy/follow-redirects.js';
import { readFirstComment } from '../findings/read-first-comment.js';
import { readLinks } from '../findings/read-links.js';
import { readVideoFindings } from '../findings/read-video-findings.js';
import { PATIENT_LIMITS } from '../testing/patient-limits.js';
import { startTestSites, type TestSites } from '../testing/test-sites.js';
import type { OpenedPage } from './opened-page.js';
import type { VisitFailure } from './visit-failure.js';
import { type Visit, visitPage } from './visit-page.js';

const VIEW = { viewport: { width: 800, height: 600 }, device: 'desktop', locale: 'en-US', timezone: 'UTC' } as const;
/** A preloaded host with strict transport security, and one without. */
const [SITE, OTHER] = ['https://www.youtube.com', 'https://sites.example.net'];

let sites: TestSites;
let proxy: EgressProxy;
let started: StartedBrowser;

beforeAll(async () => {
  sites = await startTestSites(['www.youtube.com', 'sites.example.net']);
  proxy = await openEgressProxy(sites.rules);
  started = await startBrowser(sites.chromium, proxy.url, 1_000);
});

beforeEach(() => {
  sites.asked.length = 0;
});

afterAll(async () => {
  await started.end();
  await proxy.close();
  await sites.close();
});

function visit<T>(address: string, work: (page: OpenedPage) => Promise<T>, options: Partial<Visit> = {}): Promise<T> {
  const signal = AbortSignal.timeout(60_000);
  return visitPage(
    { view: VIEW, signal, started, proxy, rules: sites.rules, limits: PATIENT_LIMITS, ...options },
    async (page) => {
      await page.navigate(address);
      return work(page);
    },
  );
}

test('a page of a host with strict transport security opens under its own name', async () => {
  const address = sites.put(`${SITE}/watch`, '<title>A video</title><h1>Hello</h1>');

  const document = await visit(address, (page) => page.check());

  expect(document).toMatchObject({ httpStatus: 200, title: 'A video' });
  expect(document.url.href).toBe(address);
});

test('links have absolute URLs and the text of their card, in shadow roots too', async () => {
  const address = sites.put(
    `${OTHER}/list`,
    `<ul>
       <li><a href="/watch?v=1"><img alt=""></a> <h3>First video</h3> 12K views</li>
       <li><a href="https://www.youtube.com/watch?v=2" title="Second">Second video</a></li>
     </ul>
     <a href="javascript:alert(1)">script</a> <a href="mailto:a@example.com">mail</a> <a>no address</a>
     <svg><a href="/svg"><text y="9">drawn</text></a></svg>
     <p>Outside of any card <a href="/watch?v=3">plain link</a></p>
     <div id="host"></div>
     <script>
       document.getElementById('host').attachShadow({ mode: 'open' }).innerHTML = '<article>Hidden away <a href="/watch?v=4">x</a></article>';
     </script>`,
  );

  const { links, isCut } = await visit(address, ({ session }) => readLinks(session));

  expect(isCut).toBe(false);
  expect(links).toEqual([
    { href: `${OTHER}/watch?v=1`, text: 'First video 12K views' },
    { href: 'https://www.youtube.com/watch?v=2', text: 'Second video Second' },
    { href: `${OTHER}/watch?v=3`, text: 'plain link' },
    { href: `${OTHER}/watch?v=4`, text: 'Hidden away x' },
  ]);
});

test('of ten thousand links two thousand are read, and the result is marked as cut', async () => {
  const anchors = Array.from({ length: 10_000 }, (_, index) => `<a href="/watch?v=${index}">Video ${index}</a>`);
  const address = sites.put(`${OTHER}/many`, anchors.join('\n'));

  const { links, isCut } = await visit(address, ({ session }) => readLinks(session));

  expect(links).toHaveLength(2_000);
  expect(links.at(-1)).toEqual({ href: `${OTHER}/watch?v=1999`, text: 'Video 1999' });
  expect(isCut).toBe(true);
});

test('a list item that spans the whole page is not a card', async () => {
  const filler = '<p>Some words of a page. </p>'.repeat(2_000);
  const address = sites.put(`${OTHER}/long`, `<ul><li><a href="/watch?v=1">A video</a>${filler}</li></ul>`);

  const { links } = await visit(address, ({ session }) => readLinks(session));

  expect(links).toEqual([{ href: `${OTHER}/watch?v=1`, text: 'A video' }]);
});

test.each([
  [
    'a platform',
    `<ytd-comment-thread-renderer style="display:none"><span id="content-text">Not shown</span></ytd-comment-thread-renderer>
     <ytd-comment-thread-renderer>
       <ytd-pinned-comment-badge-renderer>Pinned</ytd-pinned-comment-badge-renderer>
       <a id="author-text"> @creator </a><ytd-author-comment-badge-renderer creator></ytd-author-comment-badge-renderer>
       <span id="content-text">Use code SAVE20</span>
     </ytd-comment-thread-renderer>`,
    { text: 'Use code SAVE20', account: '@creator', hasAuthorBadge: true, isPinned: true },
  ],
  [
    'any page',
    '<section id="comments"><ul><li><b class="author">Ann</b><p>Nice video</p></li><li><p>Second</p></li></ul></section>',
    { text: 'Nice video', account: 'Ann', hasAuthorBadge: false, isPinned: false },
  ],
  ['a page without comments', '<p>No comments</p>', null],
])('the first visible comment of %s is read', async (_what, body, comment) => {
  const address = sites.put(`${OTHER}/comments`, body);

  expect(await visit(address, ({ session }) => readFirstComment(session))).toEqual(comment);
});

test('the details of a video are read from its page', async () => {
  const address = sites.put(
    `${SITE}/watch`,
    `<html lang="en"><body><div id="player"><video style="width:640px;height:360px"></video></div>
     <ytd-watch-metadata>
       <h1>Spring haul</h1><div id="owner"><a href="/@Creator">Creator</a></div>
       <div id="info-container"><span>12,345 views</span> <span>May 1, 2026</span></div>
       <div id="description">Use code SAVE20</div>
     </ytd-watch-metadata>
     <ytd-comment-thread-renderer><a id="author-text">@creator</a><span id="content-text">First!</span></ytd-comment-thread-renderer>`,
  );
  const url = `${address}?v=dQw4w9WgXcQ`;

  const findings = await visit(url, ({ session }) =>
    readVideoFindings(session, {
      url,
      requestedKey: 'youtube:dQw4w9WgXcQ',
      area: { x: 0, y: 0, width: 800, height: 600 },
    }),
  );

  expect(readVideoPage(findings, { today: '2026-05-02' })).toMatchObject({
    title: 'Spring haul',
    caption: 'Use code SAVE20',
    accountHandle: 'creator',
    published: { source: 'dom_text', published: { day: '2026-05-01' } },
    viewCount: { views: 12_345 },
    firstComment: { text: 'First!', byAuthor: true, pinned: false },
  });
});

test('scrolling makes a page load more', async () => {
  const address = sites.put(
    `${OTHER}/lazy`,
    `<a href="/watch?v=1">First</a><div style="height:1500px"></div><script>
       addEventListener('scroll', () => {
         document.body.insertAdjacentHTML('beforeend', '<a href="/watch?v=2">Second</a><div style="height:1500px"></div>');
       }, { once: true });
     </script>`,
  );

  const { links } = await visit(address, async (page) => {
    await page.scrollOn(20_000);
    return readLinks(page.session);
  });

  expect(links.map(({ text }) => text)).toEqual(['First', 'Second']);
});

test('unwanted resources are not loaded', async () => {
  const address = sites.put(
    `${OTHER}/media`,
    `<video src="/clip.mp4" preload="auto"></video><img src="/image.png" onload="0">`,
  );

  await visit(address, async (page) => page.check(), { unwanted: new Set(['media']) });

  expect(sites.asked).toContain(`${OTHER}/image.png`);
  expect(sites.asked).not.toContain(`${OTHER}/clip.mp4`);
});

test('a text is fetched under the rules of the visit', async () => {
  const address = sites.put(`${OTHER}/page`, '<h1>Hello</h1>');
  const captions = sites.put(`${SITE}/api/timedtext`, (_request, response) => response.end('WEBVTT'));
  sites.put(`${SITE}/large`, (_request, response) => response.end('x'.repeat(2_000)));
  sites.put(`${SITE}/elsewhere`, (_request, response) => response.writeHead(302, { Location: captions }).end());
  sites.put(`${SITE}/cut`, (_request, response) => {
    response.writeHead(200, { 'Content-Length': '100' });
    response.write('begun', () => response.destroy());
  });

  const fetched = await visit(address, async (page) => {
    const attempt = (target: string): Promise<string> =>
      page.fetchText(target, 1_000).catch((error: VisitFailure) => error.code);
    return {
      captions: await attempt(`${captions}?lang=en`),
      large: await attempt(`${SITE}/large`),
      redirect: await attempt(`${SITE}/elsewhere`),
      cut: await attempt(`${SITE}/cut`),
      unknown: await attempt('https://unknown.example.org/'),
      loopback: await attempt('http://127.0.0.1/'),
      file: await attempt('file:///etc/passwd'),
      nonsense: await attempt('not an address'),
    };
  });

  expect(fetched).toEqual({
    captions: 'WEBVTT',
    large: 'response_too_large',
    redirect: 'http_error',
    cut: 'connect_failure',
    unknown: 'dns_failure',
    loopback: 'blocked_target',
    file: 'blocked_target',
    nonsense: 'blocked_target',
  });
});

test('redirects are followed under the same guard, up to the maximum', async () => {
  for (const hop of [1, 2, 3])
    sites.put(`${OTHER}/hop${hop}`, (_request, response) =>
      response.writeHead(301, { Location: hop === 3 ? `${SITE}/watch?v=1` : `/hop${hop + 1}` }).end(),
    );
  sites.put(`${SITE}/watch`, '<h1>A video</h1>');
  sites.put(`${OTHER}/inside`, (_request, response) =>
    response.writeHead(302, { Location: 'http://127.0.0.1/' }).end(),
  );
  const job = proxy.openJob(PATIENT_LIMITS);
  const follow = (address: string, hopsMax: number): Promise<string | null> =>
    followRedirects(address, { job, rules: sites.rules, timeoutMs: 20_000 }, hopsMax);

  expect(await follow(`${OTHER}/hop1`, 5)).toBe(`${SITE}/watch?v=1`);
  expect(await follow(`${OTHER}/hop1`, 2)).toBeNull();
  await expect(follow(`${OTHER}/inside`, 5)).rejects.toMatchObject({ code: 'blocked_target' });
  job.end();
});

test('an untrusted certificate fails both a visit and a fetched text', async () => {
  const strangers = await startTestSites(['sites.example.net']);
  const rules = { ...strangers.rules, ca: sites.rules.ca };
  const guarded = await openEgressProxy(rules);
  try {
    const untrusted = visit(`${OTHER}/page`, async (page) => page.check(), { proxy: guarded, rules });
    await expect(untrusted).rejects.toMatchObject({ code: 'tls_failure' });
    expect(strangers.asked).toEqual([]);
  } finally {
    await guarded.close();
    await strangers.close();
  }
});

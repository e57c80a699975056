/** Measures the evidence command: reading a page with many links, memory over many pages, and startup. */
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { startBrowser } from '@svc/guarded-browser/chromium/start-browser';
import { openEgressProxy } from '@svc/guarded-browser/egress-proxy/egress-proxy';
import { readLinks } from '@svc/guarded-browser/findings/read-links';
import { startTestSites, type TestSites } from '@svc/guarded-browser/testing/test-sites';
import { VISIT_LIMITS } from '@svc/guarded-browser/visits/visit-limits';
import { visitPage } from '@svc/guarded-browser/visits/visit-page';
import { ROOT } from '@svc/scripts/stack/paths';
import { openLivePages } from '@svc/viewcheck-command/pages/live-pages';
import type { Page } from 'playwright-core';
import { type Bench, benchEnvironment } from '../measuring/bench.ts';
import { median, printGoals, printTable } from '../measuring/report.ts';
import { collectGarbage, descendantsMb, residentMb } from '../measuring/usage.ts';

const SITE = 'https://www.youtube.com';
const VIEWPORT = { width: 1_280, height: 1_600 };
const ANCHORS = 2_000;
const CARD_TEXT = 'Twenty words that people read on the card of one video, such as its title, its views and its day';
const ROUNDS = 10;
const PAGES_EARLY = 5;
const PAGES_LATE = 25;
const STARTS = 5;
const MAIN = createRequire(import.meta.url).resolve('@svc/viewcheck-command/main');
const COMMAND = ['preflight', '--mock'];

export async function benchEvidencePages(bench: Bench): Promise<void> {
  const sites = await startTestSites([new URL(SITE).host]);
  const closeSites = bench.onEnd(() => sites.close());
  await measureLinks(bench, sites);
  await measureMemory(bench, sites);
  await closeSites();
  measureStarts();
}

/** Opens and reads both pages once beforehand, so that navigation and first layout do not count. */
async function measureLinks(bench: Bench, sites: TestSites): Promise<void> {
  const html = pageOfLinks();
  const address = sites.put(`${SITE}/list`, html);
  const proxy = await openEgressProxy(sites.rules);
  const closeProxy = bench.onEnd(() => proxy.close());
  const started = await startBrowser(sites.chromium, proxy.url, 1_000);
  const endBrowser = bench.onEnd(() => started.end());
  const plain = await started.browser.newPage({ viewport: VIEWPORT });
  await plain.setContent(html);
  const view = { viewport: VIEWPORT, device: 'desktop', locale: 'en-US', timezone: 'UTC' } as const;
  const visit = { view, signal: bench.signal, started, proxy, rules: sites.rules, limits: VISIT_LIMITS };
  const rounds = await visitPage(visit, async (page) => {
    await page.navigate(address);
    const own = async () => (await readLinks(page.session)).links;
    const reference = () => readPlainly(plain);
    if (JSON.stringify(await own()) !== JSON.stringify(await reference()))
      throw new Error('The two ways to read the links of a page give different results.');
    const times: { readonly own: number; readonly reference: number }[] = [];
    for (let round = 0; round < ROUNDS; round += 1)
      times.push({ own: await timeOf(own), reference: await timeOf(reference) });
    return times;
  });
  await endBrowser();
  await closeProxy();
  const ratios = rounds.map(({ own, reference }) => own / reference);
  console.log(`\nevidence-pages: ${ANCHORS} links of an open page, medians of ${ROUNDS} alternating rounds`);
  printTable(
    ['', 'ms'],
    [
      ['links of a visit', median(rounds.map(({ own }) => own))],
      ['URL and text of each anchor with Playwright alone', median(rounds.map(({ reference }) => reference))],
    ],
  );
  printGoals([{ what: 'links of a visit / Playwright alone', measured: median(ratios), spread: ratios, below: 1.5 }]);
}

/** A page of links; each card is just its anchor, so that both sides read the same texts. */
function pageOfLinks(): string {
  const cards = Array.from(
    { length: ANCHORS },
    (_, index) => `<li><a href="${SITE}/watch?v=${videoId(index)}">${CARD_TEXT} ${index}</a></li>`,
  );
  return `<!doctype html><html lang="en"><title>Videos</title><ul>${cards.join('\n')}</ul></html>`;
}

function videoId(index: number): string {
  return String(index).padStart(11, '0');
}

function readPlainly(page: Page): Promise<{ href: string; text: string }[]> {
  return page.evaluate<{ href: string; text: string }[]>(
    `[...document.querySelectorAll('a[href]')].map(({ href, innerText }) => ({ href, text: innerText }))`,
  );
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/**
 * The bench process also serves the pages, so its own memory is in each row and garbage from serving counts as growth.
 */
async function measureMemory(bench: Bench, sites: TestSites): Promise<void> {
  const address = sites.put(`${SITE}/watch`, pageOfVideo());
  const { chromium, rules } = sites;
  const pages = openLivePages({ chromium, rules, timeZone: 'UTC', signal: bench.signal, today: '2026-05-02' });
  const close = bench.onEnd(() => pages.close());
  const read = async (index: number): Promise<void> => {
    const id = videoId(index);
    const outcome = await pages.read(`${address}?v=${id}`, `youtube:${id}`);
    if (!outcome.ok) throw new Error(`A page was not read: ${outcome.problem}.`);
    if (outcome.value.page.firstComment === null) throw new Error('A page was read without its first comment.');
  };
  const indexes = Array.from({ length: PAGES_LATE }, (_, index) => index);
  const before = measureMb();
  await Promise.all(indexes.slice(0, PAGES_EARLY).map(read));
  const early = measureMb();
  await Promise.all(indexes.slice(PAGES_EARLY).map(read));
  const late = measureMb();
  await close();
  console.log('\nevidence-pages: memory after reading video pages');
  const row = (what: string, mb: Megabytes) => [what, mb.kept, mb.resident, mb.browser];
  printTable(
    ['megabytes', 'kept after garbage collection', 'process', 'its browser'],
    [row('before', before), row(`after ${PAGES_EARLY} pages`, early), row(`after ${PAGES_LATE}`, late)],
  );
  printGoals([
    { what: 'kept memory, late / early', measured: late.kept / early.kept, below: 1.1 },
    { what: 'process, late / early', measured: late.resident / early.resident, below: 1.1 },
    { what: 'its browser, late / early', measured: late.browser / early.browser, below: 1.1 },
  ]);
}

interface Megabytes {
  /** Objects and buffers left after garbage collection. */
  readonly kept: number;
  readonly resident: number;
  readonly browser: number;
}

function measureMb(): Megabytes {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return {
    kept: (heapUsed + external) / 1_048_576,
    resident: residentMb(process.pid),
    browser: descendantsMb(process.pid),
  };
}

/** A video page with a long list next to the video, which loads its comments on scroll. */
function pageOfVideo(): string {
  const beside = Array.from(
    { length: 200 },
    (_, index) => `<li><a href="/watch?v=${videoId(index)}">${CARD_TEXT}</a></li>`,
  );
  const comment = `<ytd-comment-thread-renderer><a id="author-text">@creator</a>
    <span id="content-text">Use code SAVE20</span></ytd-comment-thread-renderer>`;
  return `<!doctype html><html lang="en"><title>Spring haul</title>
    <div id="player"><video style="width:640px;height:360px"></video></div>
    <ytd-watch-metadata>
      <h1>Spring haul</h1><div id="owner"><a href="/@Creator">Creator</a></div>
      <div id="info-container"><span>12,345 views</span> <span>May 1, 2026</span></div>
      <div id="description">${'Use code SAVE20 at checkout. '.repeat(100)}</div>
    </ytd-watch-metadata>
    <div id="comments"></div><ul>${beside.join('')}</ul>
    <script>
      addEventListener('scroll', () => {
        document.getElementById('comments').innerHTML = ${JSON.stringify(comment.repeat(20))};
      }, { once: true });
    </script></html>`;
}

/** Measures processes from start to exit. */
function measureStarts(): void {
  const [node, setup] = [process.execPath, join(ROOT, 'scripts/setup.mjs')];
  const starts: readonly (readonly [what: string, file: string, ...words: string[]])[] = [
    ['node -e 0', node, '-e', '0'],
    ['node, the command alone', node, MAIN, ...COMMAND],
    ['node scripts/setup.mjs viewcheck', node, setup, 'viewcheck', ...COMMAND],
    ['npm run -s viewcheck', 'npm', 'run', '-s', 'viewcheck', '--', ...COMMAND],
  ];
  const times = starts.map(() => [] as number[]);
  for (let round = 0; round < STARTS; round += 1) {
    for (const [at, [, file, ...words]] of starts.entries()) {
      const startedAt = performance.now();
      execFileSync(file, words, { cwd: ROOT, env: benchEnvironment(), stdio: ['ignore', 'ignore', 'inherit'] });
      times[at]?.push(performance.now() - startedAt);
    }
  }
  const empty = median(times[0] ?? []);
  console.log(`\nevidence-pages: ${COMMAND.join(' ')} from start to exit, medians of ${STARTS}`);
  printTable(
    ['', 'ms', 'above an empty Node process'],
    starts.map(([what], at) => [what, median(times[at] ?? []), median(times[at] ?? []) - empty]),
  );
}

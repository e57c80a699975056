/** Measures the browser that captures pages: its speed, and whether it or its process grows. */
import { createServer } from 'node:http';
import { availableParallelism } from 'node:os';
import { createLog } from '@svc/chassis/logging/log';
import { listenLocally } from '@svc/chassis/testing/local-listener';
import { type Browser, openBrowser } from '@svc/screenshot/capture/browser-pool';
import type { CaptureRequest } from '@svc/screenshot/capture/capture-request';
import type { Bench } from '../measuring/bench.ts';
import { median, printGoals, printTable } from '../measuring/report.ts';
import { collectGarbage, descendantsMb, residentMb } from '../measuring/usage.ts';

const PARALLELS = [1, 2, 4];
const CAPTURES_EACH = 24;
const WARM_UP = 4;
/** Total captures, set by BENCH_CAPTURES; memory after them is compared with memory after the first 50. */
const MANY = Number(process.env.BENCH_CAPTURES ?? 150);
const FIRST = 50;
/** A browser is replaced after this many captures, so memory peaks just before. */
const BROWSER_CAPTURES = 25;

const PAGE = `<!doctype html><html lang="en"><title>A video</title><style>li { padding: 8px; background: #def }</style>
<h1>A video</h1><p>12,345 views</p><ul>${'<li>A comment that a viewer has written below the video</li>'.repeat(200)}</ul></html>`;

export async function benchCaptures(bench: Bench): Promise<void> {
  const pages = await listenLocally(
    createServer((_request, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8').end(PAGE);
    }),
  );
  const closePages = bench.onEnd(() => pages.close());
  const url = `http://127.0.0.1:${pages.port}/`;
  console.log(`\ncaptures of a local page, 1280 x 1600, ${availableParallelism()} cores`);
  const rows: [string, number, number, number][] = [];
  for (const parallel of PARALLELS) rows.push(await measureSpeed(bench, url, parallel));
  printTable(['at a time', 'p50 ms', 'p99 ms', 'a second'], rows);
  await measureGrowth(bench, url);
  await closePages();
}

async function withBrowser<T>(
  bench: Bench,
  url: string,
  limits: { parallelMax: number; browserCapturesMax?: number },
  work: (browser: Browser) => Promise<T>,
): Promise<T> {
  const browser = openBrowser({
    chromium: { executablePath: process.env.CHROMIUM_PATH, sandbox: process.getuid?.() !== 0 },
    ownHosts: new Set(),
    allowed: new Set([new URL(url).host]),
    log: createLog('bench', 'warn'),
    limits,
  });
  const close = bench.onEnd(() => browser.close());
  try {
    return await work(browser);
  } finally {
    await close();
  }
}

function measureSpeed(bench: Bench, url: string, parallel: number): Promise<[string, number, number, number]> {
  return withBrowser(bench, url, { parallelMax: parallel }, async (browser) => {
    await captureMany(bench, browser, url, WARM_UP, parallel);
    const startedAt = performance.now();
    const times = await captureMany(bench, browser, url, CAPTURES_EACH, parallel);
    const perSecond = times.length / ((performance.now() - startedAt) / 1_000);
    const p99 = times.toSorted((one, other) => one - other)[Math.ceil(times.length * 0.99) - 1] ?? NaN;
    return [`${parallel}`, median(times), p99, perSecond];
  });
}

/** Captures the page this many times; returns the duration of each capture in milliseconds. */
async function captureMany(bench: Bench, browser: Browser, url: string, count: number, parallel: number) {
  const times: number[] = [];
  let left = count;
  const work = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const startedAt = performance.now();
      const outcome = await browser.capture(requestOf(url), { signal: bench.signal });
      if (!outcome.ok) throw new Error(`A capture failed: ${outcome.failure.code}.`);
      times.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: parallel }, work));
  return times;
}

/** Memory in megabytes. */
interface Memory {
  /** Objects and buffers left after garbage collection. */
  readonly kept: number;
  readonly resident: number;
  readonly all: number;
}

async function measureGrowth(bench: Bench, url: string): Promise<void> {
  const limits = { parallelMax: 2, browserCapturesMax: BROWSER_CAPTURES };
  await withBrowser(bench, url, limits, async (browser) => {
    const measure = (): Memory => {
      collectGarbage();
      const { heapUsed, external } = process.memoryUsage();
      const resident = residentMb(process.pid);
      return { kept: (heapUsed + external) / 1_048_576, resident, all: resident + descendantsMb(process.pid) };
    };
    await captureMany(bench, browser, url, FIRST, 2);
    const early = measure();
    await captureMany(bench, browser, url, MANY - FIRST, 2);
    const late = measure();
    const row = (what: string, { kept, resident, all }: Memory) => [what, kept, resident, all];
    printTable(
      ['megabytes', 'kept after garbage collection', 'process', 'with its browser'],
      [row(`after ${FIRST} captures`, early), row(`after ${MANY}`, late)],
    );
    printGoals([
      { what: 'kept memory, late / early', measured: late.kept / early.kept, below: 1.1 },
      { what: 'with its browser, late / early', measured: late.all / early.all, below: 1.15 },
    ]);
  });
}

function requestOf(sourceUrl: string): CaptureRequest {
  return {
    sourceUrl,
    captureUrl: null,
    canonicalKey: null,
    selector: null,
    waitForSelector: null,
    clip: null,
    fullPage: false,
    viewport: { width: 1_280, height: 1_600 },
    device: 'desktop',
    locale: 'en-US',
    timezone: 'UTC',
    format: 'png',
    quality: null,
    consent: 'reject',
    delayMs: 0,
  };
}

/** Pages on an emulated slow device and connection, with the browser's performance entries. */
import { join } from 'node:path';
import type { Browser, CDPSession, Page } from 'playwright-core';

const CPU_SLOWDOWN = 4;
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};

const PROBE = join(import.meta.dirname, 'page-probe.js');
const VIEWPORT = { width: 1_280, height: 800 };

export interface SlowPage {
  readonly page: Page;
  /** Evaluates an expression in the page; it can use `probe` (page-probe.js). */
  readonly ask: <Answer>(expression: string) => Promise<Answer>;
  /** Heap size in megabytes after garbage collection. */
  readonly heapMb: () => Promise<number>;
  readonly close: () => Promise<void>;
}

interface SlowPageOptions {
  /** Session token of the viewer. */
  readonly token?: string;
  readonly url: string;
  readonly hasSlowLine?: boolean;
}

/** Opens a page in a browser without stored data. */
export async function openSlowPage(browser: Browser, options: SlowPageOptions): Promise<SlowPage> {
  const { token, url, hasSlowLine = false } = options;
  const context = await browser.newContext({ viewport: VIEWPORT });
  // The URL has no path, so that the cookie applies to the whole origin.
  if (token !== undefined) await context.addCookies([{ name: 'svc_session', value: token, url: new URL(url).origin }]);
  await context.addInitScript({ path: PROBE });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  if (hasSlowLine) {
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', SLOW_4G);
  }
  await page.goto(url);
  return {
    page,
    ask: (expression) => page.evaluate(expression),
    heapMb: () => measureHeap(devtools),
    close: () => context.close(),
  };
}

async function measureHeap(devtools: CDPSession): Promise<number> {
  await devtools.send('HeapProfiler.collectGarbage');
  await devtools.send('Performance.enable');
  const { metrics } = await devtools.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? NaN) / 1_000_000;
}

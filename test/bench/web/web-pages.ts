/** Measures how fast pages load, and how long ones scroll. */
import { APP_PATHS } from '@svc/web/shared/paths';
import type { Browser } from 'playwright-core';
import { type Goal, median, percentile } from '../measuring/report.ts';
import type { Account } from '../measuring/seed-account.ts';
import { openSlowPage, type SlowPage } from './slow-browser.ts';

const LOADS = 9;
const PIXELS_A_FRAME = 120;
/** Milliseconds without scrolling after which the end is reached. */
const STILL_MS = 4_000;
const EMPTY_PIXELS = 100_000;
const ROW = '[data-index]';

interface Scrolling {
  readonly frames: readonly number[];
  readonly elements: number;
  readonly longestTask: number;
  readonly longTasks: number;
}

/** The first load of Today, with a page without scripts as the baseline. */
export async function timeFirstLoad(browser: Browser, gatewayUrl: string, account: Account): Promise<Goal[]> {
  const load = async (url: string, there: string): Promise<{ lcp: number; cls: number }> => {
    const slow = await openSlowPage(browser, { url, token: account.token, hasSlowLine: true });
    await slow.page.locator(there).first().waitFor();
    await slow.page.waitForLoadState('networkidle');
    const answer = await slow.ask<{ lcp: number; cls: number }>('({ lcp: probe.lcp, cls: probe.cls })');
    await slow.close();
    return answer;
  };
  const rounds: { lcp: number; cls: number }[] = [];
  const plain: number[] = [];
  for (let round = 0; round < LOADS; round += 1) {
    rounds.push(await load(`${gatewayUrl}/today`, ROW));
    plain.push((await load(`${gatewayUrl}/cookies`, 'h1')).lcp);
  }
  const [lcps, shifts] = [rounds.map(({ lcp }) => lcp), rounds.map(({ cls }) => cls)];
  return [
    { what: 'Today, LCP (ms)', measured: median(lcps), below: 2_000, spread: lcps, nothing: median(plain) },
    { what: 'Today, CLS', measured: median(shifts), below: 0.02, spread: shifts },
  ];
}

/** Layout shifts while each page without a path parameter loads on a slow connection. */
export async function timeShifts(browser: Browser, gatewayUrl: string, account: Account): Promise<Goal[]> {
  const shifts: { path: string; cls: number }[] = [];
  for (const path of APP_PATHS.filter((each) => !each.includes(':') && !each.startsWith('/admin'))) {
    const slow = await openSlowPage(browser, { url: `${gatewayUrl}${path}`, token: account.token, hasSlowLine: true });
    await slow.page.waitForLoadState('networkidle');
    shifts.push({ path, cls: await slow.ask<number>('probe.cls') });
    await slow.close();
  }
  const worst = shifts.toSorted((one, other) => other.cls - one.cls)[0];
  const what = `worst CLS of ${shifts.length} pages, ${worst?.path}`;
  return [{ what, measured: worst?.cls ?? NaN, below: 0.02, spread: shifts.map(({ cls }) => cls) }];
}

/** Scrolls through a very long list, with an empty page as the baseline. */
export async function timeScrolling(
  browser: Browser,
  gatewayUrl: string,
  account: Account,
  path: 'today' | 'videos',
): Promise<Goal[]> {
  const empty = await openSlowPage(browser, { url: 'data:text/html,<p>' });
  await empty.ask(`document.body.style.height = '${EMPTY_PIXELS}px'`);
  const nothing = await scroll(empty, 500);
  const emptyMb = await empty.heapMb();
  await empty.close();

  const slow = await openSlowPage(browser, { url: `${gatewayUrl}/${path}`, token: account.token });
  await slow.page.locator(ROW).first().waitFor();
  const beforeMb = await slow.heapMb();
  const { frames, elements, longestTask, longTasks } = await scroll(slow, STILL_MS);
  const afterMb = await slow.heapMb();
  const last = Number(await slow.page.locator(ROW).last().getAttribute('data-index'));
  await slow.close();
  const goals: Goal[] = [
    { what: 'longest task (ms; 0: none over 50)', measured: longestTask, below: 50, nothing: nothing.longestTask },
    {
      what: 'frames, p95 (ms)',
      measured: percentile(frames, 0.95),
      below: 40,
      nothing: percentile(nothing.frames, 0.95),
    },
    { what: 'rows in the document at once', measured: elements, below: 61 },
    { what: 'heap with all rows read (MB)', measured: afterMb, nothing: emptyMb, spread: [beforeMb, afterMb] },
  ];
  console.log(
    `  ${path}: ${last + 1} rows, ${frames.length} frames of ${PIXELS_A_FRAME} pixels, ${longTasks} tasks over 50 ms`,
  );
  return goals.map((goal) => ({ ...goal, what: `${path}: ${goal.what}` }));
}

function scroll({ ask }: SlowPage, stillMs: number): Promise<Scrolling> {
  return ask<Scrolling>(`probe.scroll(${PIXELS_A_FRAME}, ${JSON.stringify(ROW)}, ${stillMs})`);
}

/** Measures how fast the app responds to keys and clicks. */
import type { Browser, Page } from 'playwright-core';
import { type Goal, median, percentile } from '../measuring/report.ts';
import type { Account } from '../measuring/seed-account.ts';
import { openSlowPage, type SlowPage } from './slow-browser.ts';

const ROUNDS = 5;
const COUNTS = 20;
/** Above the last count of each video and below ten times it, so that the app does not ask for confirmation. */
const FIRST_COUNT = 20_000;
/** Duration of a round; all rounds together are about a minute of steady use. */
const ROUND_MS = 12_000;

interface Interactions {
  readonly count: number;
  readonly slow: readonly number[];
}

/** Time from Enter to the focus of the next field over a day's counts, with a page of bare fields as the baseline. */
export async function timeEnters(browser: Browser, gatewayUrl: string, account: Account): Promise<Goal[]> {
  const p95s: number[] = [];
  const plain: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const today = await openSlowPage(browser, { url: `${gatewayUrl}/today`, token: account.token });
    await today.page.locator('[data-index] input:focus').waitFor();
    const left = await readLeft(today.page);
    p95s.push(await enterCounts(today));
    await today.page.getByText(`· ${(left - COUNTS).toLocaleString('en')} left to do`).waitFor();
    await today.close();
    const fields = await openFields(browser);
    plain.push(await enterCounts(fields));
    // A throttled page uses CPU time that the next one needs, even when idle.
    await fields.close();
  }
  return [
    {
      what: `Enter to the next field, p95 of ${COUNTS} (ms)`,
      measured: median(p95s),
      below: 80,
      spread: p95s,
      nothing: median(plain),
    },
  ];
}

/** Number of counts that the page says are left. */
async function readLeft(page: Page): Promise<number> {
  const text = await page.getByText(/[\d,]+ left to do/).innerText();
  return Number(/([\d,]+) left to do/.exec(text)?.[1]?.replaceAll(',', ''));
}

/** A page of bare fields, in which Enter focuses the next one. */
async function openFields(browser: Browser): Promise<SlowPage> {
  const slow = await openSlowPage(browser, { url: `data:text/html,${'<input>'.repeat(COUNTS + 1)}` });
  await slow.ask(`addEventListener('keydown', ({ key, target }) => key === 'Enter' && target.nextSibling?.focus())`);
  await slow.page.locator('input').first().focus();
  return slow;
}

async function enterCounts({ page, ask }: SlowPage): Promise<number> {
  for (let count = 0; count < COUNTS; count += 1) {
    await page.keyboard.type(String(FIRST_COUNT + count));
    await page.keyboard.press('Enter');
    await ask(`probe.entersOf(${count + 1})`);
  }
  return percentile(await ask<number[]>('probe.enters'), 0.95);
}

/** All interactions of a user who looks around, except typing on an empty page. */
export async function timeInteractions(browser: Browser, gatewayUrl: string, account: Account): Promise<Goal[]> {
  const slow = await openSlowPage(browser, { url: `${gatewayUrl}/deals`, token: account.token });
  await slow.page.locator('[data-index]').first().waitFor();
  const p98s: number[] = [];
  let all: Interactions = { count: 0, slow: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = all;
    const until = performance.now() + ROUND_MS;
    while (performance.now() < until) await lookAround(slow.page);
    all = await slow.ask<Interactions>('probe.listInteractions()');
    p98s.push(p98({ count: all.count - before.count, slow: all.slow.slice(before.slow.length) }));
  }
  await slow.close();
  const empty = await openFields(browser);
  await enterCounts(empty);
  const nothing = p98(await empty.ask<Interactions>('probe.listInteractions()'));
  await empty.close();
  return [
    {
      what: `any of ${all.count} interactions, p98 (ms)`,
      measured: p98(all),
      below: 150,
      spread: p98s,
      nothing,
    },
  ];
}

/** The 98th percentile; interactions that were not reported took less than 16 ms. */
function p98({ count, slow }: Interactions): number {
  return percentile([...slow, ...Array.from({ length: Math.max(0, count - slow.length) }, () => 0)], 0.98);
}

/** Uses menus, dialogs, tabs, the palette and searches, starting and ending at the list of deals. */
async function lookAround(page: Page): Promise<void> {
  const { keyboard } = page;
  const dialog = page.getByRole('dialog');
  await keyboard.press('/');
  await keyboard.type('Campaign 12');
  await keyboard.press('Control+a');
  await keyboard.press('Backspace');
  await keyboard.press('Escape');
  await page.locator('h1').click();

  await keyboard.press('n');
  await dialog.getByLabel('Name').fill('');
  await keyboard.type('Winter coats');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });

  await keyboard.press('Control+k');
  await dialog.getByRole('combobox').waitFor();
  await keyboard.type('lumen');
  await page.getByRole('option', { name: /Lumen/ }).first().waitFor();
  await keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });

  await page.getByRole('table', { name: 'Deals' }).getByRole('link').first().click();
  for (const tab of ['Videos', 'Views', 'Money', 'Activity', 'Overview']) {
    await page.getByRole('navigation', { name: 'Deal sections' }).getByRole('link', { name: tab }).click();
  }
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menu').waitFor();
  await keyboard.press('Escape');

  await page.getByRole('link', { name: 'Videos', exact: true }).first().click();
  const due = page.getByRole('group', { name: 'Filter' }).getByRole('button', { name: 'Due', exact: true });
  await due.click();
  await due.click();
  await keyboard.press('g');
  await keyboard.press('d');
  await page.getByRole('table', { name: 'Deals' }).waitFor();
}

/** Measures a user on a slow device who reads a long streamed answer of the copilot. */
import { setTimeout as sleep } from 'node:timers/promises';
import { callApi } from '@svc/scripts/stack/http';
import { startChromium } from '../../system/chromium.ts';
import { copilotStack, insertTalkers, startBenchModel } from '../copilot/copilot-world.ts';
import { type Bench, withStack } from '../measuring/bench.ts';
import type { Goal } from '../measuring/report.ts';
import { openSlowPage, type SlowPage } from './slow-browser.ts';

/** Pieces of a hundred characters, just below the maximum length of a turn. */
const PIECES = 650;
const EVERY_MS = 20;
/** Milliseconds between checks for the end of the answer. */
const LOOK_MS = 2_000;

/**
 * The longest task of the page while it streams an answer of 64 KB, with a page that only shows a count as the
 * baseline.
 */
export async function timeAnswer(bench: Bench): Promise<Goal[]> {
  const model = await startBenchModel(bench);
  const goals: Goal[] = [];
  await withStack(
    bench,
    async (stack) => {
      const [talker] = await insertTalkers(bench, stack, 1);
      if (!talker) throw new Error('No user was added.');
      const { conversationId, token } = talker;
      const { gatewayUrl } = stack;
      let hasBegun = false;
      const browser = await startChromium();
      const close = bench.onEnd(() => browser.close());
      const empty = await openSlowPage(browser, { url: 'data:text/html,<p>' });
      const nothing = await empty.ask<readonly number[]>(
        `new Promise((resolve) => {
           let count = 0;
           const timer = setInterval(() => {
             document.body.textContent = String((count += 1));
             if (count < ${PIECES}) return;
             clearInterval(timer);
             resolve(probe.longTasks);
           }, ${EVERY_MS});
         })`,
      );
      await empty.close();
      const slow = await openSlowPage(browser, { url: `${gatewayUrl}/copilot/${conversationId}`, token });
      const path = `/api/copilot/conversations/${conversationId}`;
      const tasks = await readAnswer(slow, async () => {
        const { body } = await callApi<{ activeTurn: unknown }>(gatewayUrl, 'GET', path, { token });
        hasBegun ||= body.activeTurn !== null;
        return hasBegun && body.activeTurn === null;
      });
      await slow.close();
      await close();
      console.log(`  an answer of ${(PIECES * 100) / 1_000} kB: ${tasks.length} tasks over 50 ms`);
      goals.push({
        what: 'an answer: longest task (ms; 0: none over 50)',
        measured: Math.max(0, ...tasks),
        below: 50,
        nothing: Math.max(0, ...nothing),
      });
    },
    await copilotStack(bench, model),
  );
  return goals;
}

/** Milliseconds of each task over 50, from the question to the end of the answer. */
async function readAnswer({ page, ask }: SlowPage, hasEnded: () => Promise<boolean>): Promise<readonly number[]> {
  const field = page.getByRole('textbox', { name: 'Your question' });
  await field.fill(`markdown:${PIECES}:${EVERY_MS}`);
  await ask('void (probe.longTasks = [])');
  await field.press('Enter');
  // Polls the API, because searching the page would itself take CPU time.
  while (!(await hasEnded())) await sleep(LOOK_MS);
  await sleep(LOOK_MS);
  const tasks = await ask<readonly number[]>('probe.longTasks');
  await page.getByRole('heading', { name: `Part ${PIECES - 2}` }).waitFor();
  return tasks;
}

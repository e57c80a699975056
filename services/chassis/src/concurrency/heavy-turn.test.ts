import { setImmediate } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { heavyTurn } from './heavy-turn.js';

const WORK_MS = 30;

/** Works for a while and returns when it began and ended. */
function work(): { began: number; ended: number } {
  const began = performance.now();
  while (performance.now() - began < WORK_MS);
  return { began, ended: performance.now() };
}

test('long tasks get separate turns, with pauses between them as long as the last task', async () => {
  const works = await Promise.all([1, 2, 3].map(() => heavyTurn().then(work)));

  const rests = works.slice(1).map(({ began }, index) => began - (works[index]?.ended ?? NaN));
  expect(Math.min(...rests)).toBeGreaterThan(WORK_MS - 2);
});

test('other work runs in between', async () => {
  const order: string[] = [];
  const heavy = [1, 2].map((number) => heavyTurn().then(() => order.push(`heavy ${number}`)));
  const others = async (): Promise<void> => {
    for (let turn = 1; turn <= 3; turn += 1) {
      await setImmediate();
      order.push('other');
    }
  };

  await Promise.all([...heavy, others()]);

  expect(order.indexOf('other')).toBeLessThan(order.indexOf('heavy 2'));
});

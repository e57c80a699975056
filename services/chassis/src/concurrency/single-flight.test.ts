import { expect, test } from '@jest/globals';
import { singleFlight } from './single-flight.js';

/** Work whose runs end when the test lets them, each with what was true when it began. */
function gated() {
  const runs: { readonly began: number; readonly end: () => void; readonly fail: (error: Error) => void }[] = [];
  let now = 0;
  const ask = singleFlight(
    (_key: string) =>
      new Promise<number>((resolve, reject) => {
        const began = now;
        runs.push({ began, end: () => resolve(began), fail: reject });
      }),
  );
  return { runs, ask, tick: () => (now += 1) };
}

test('who asks while an answer is under way gets one that was begun afterwards, together with all others', async () => {
  const { runs, ask, tick } = gated();
  const first = ask('a');
  tick();
  const later = Array.from({ length: 50 }, () => ask('a'));
  runs[0]?.end();
  expect(await first).toBe(0);
  await new Promise(setImmediate);
  runs[1]?.end();

  expect(new Set(await Promise.all(later))).toEqual(new Set([1]));
  expect(runs).toHaveLength(2);
});

test('another question is another work', async () => {
  const { runs, ask } = gated();
  const answers = [ask('a'), ask('b')];
  runs.forEach(({ end }) => end());

  expect(await Promise.all(answers)).toEqual([0, 0]);
  expect(runs).toHaveLength(2);
});

test('a failure is told to those who shared it alone', async () => {
  const { runs, ask } = gated();
  const [first, second] = [ask('a'), ask('a')];
  runs[0]?.fail(new Error('away'));
  await expect(first).rejects.toThrow('away');
  await new Promise(setImmediate);
  runs[1]?.end();

  expect(await second).toBe(0);
});

import { expect, test } from '@jest/globals';
import { singleFlight } from './single-flight.js';

/** Work whose runs end on demand, each with the state at its start. */
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

test('callers that arrive during a run share the next one', async () => {
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

test('another key is separate work', async () => {
  const { runs, ask } = gated();
  const answers = [ask('a'), ask('b')];
  runs.forEach(({ end }) => end());

  expect(await Promise.all(answers)).toEqual([0, 0]);
  expect(runs).toHaveLength(2);
});

test('a failure reaches only those who shared the run', async () => {
  const { runs, ask } = gated();
  const [first, second] = [ask('a'), ask('a')];
  runs[0]?.fail(new Error('away'));
  await expect(first).rejects.toThrow('away');
  await new Promise(setImmediate);
  runs[1]?.end();

  expect(await second).toBe(0);
});

import { expect, test } from '@jest/globals';
import { eventually } from '../testing/eventually.js';
import { createBatchLoader } from './batch-loader.js';

/** A store that answers its batches on demand. */
function openStore() {
  const batches: { readonly keys: readonly number[]; answer(values?: readonly string[]): void; fail(): void }[] = [];
  const loadAll = (keys: number[]): Promise<readonly string[]> =>
    new Promise((resolve, reject) => {
      batches.push({
        keys,
        answer: (values = keys.map(String)) => resolve(values),
        fail: () => reject(new Error('Away.')),
      });
    });
  return { batches, loadAll, keys: () => batches.map(({ keys }) => keys) };
}

const turns = async (count: number): Promise<void> => {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

test('keys of one turn form one batch, and keys that arrive during it join the next', async () => {
  const { batches, loadAll, keys } = openStore();
  const load = createBatchLoader(loadAll, { keys: 10, batches: 1 });
  const first = Promise.all([load(1), load(2)]);
  await turns(2);
  const second = Promise.all([load(3), load(4)]);
  await turns(2);

  expect(keys()).toEqual([[1, 2]]);
  batches[0]?.answer();
  expect(await first).toEqual(['1', '2']);
  await turns(2);
  expect(keys()).toEqual([
    [1, 2],
    [3, 4],
  ]);
  batches[1]?.answer();
  expect(await second).toEqual(['3', '4']);
});

test('more keys than one batch takes go in several, up to the allowed number at once', async () => {
  const { batches, loadAll, keys } = openStore();
  const load = createBatchLoader(loadAll, { keys: 2, batches: 2 });
  const all = Promise.all([1, 2, 3, 4, 5].map(load));
  await turns(4);
  const atFirst = keys();
  batches[1]?.answer();
  await turns(4);

  expect(atFirst).toEqual([
    [1, 2],
    [3, 4],
  ]);
  expect(keys()).toEqual([...atFirst, [5]]);
  for (const batch of batches) batch.answer();
  expect(await all).toEqual(['1', '2', '3', '4', '5']);
});

test('keys wait a limited time for the batch in flight', async () => {
  const { batches, loadAll, keys } = openStore();
  const load = createBatchLoader(loadAll, { keys: 10, batches: 2, patienceMs: 20 });
  void load(1);
  await turns(2);
  const second = load(2);
  await turns(1);
  const meanwhile = keys();
  await eventually(() => expect(keys()).toEqual([[1], [2]]));
  batches[1]?.answer();

  expect(meanwhile).toEqual([[1]]);
  expect(await second).toBe('2');
});

test('a batch that fails, or returns too few values, fails only its own keys', async () => {
  const { batches, loadAll } = openStore();
  const load = createBatchLoader(loadAll, { keys: 1, batches: 3 });
  const all = Promise.allSettled([1, 2, 3].map(load));
  await turns(3);
  batches[0]?.fail();
  await turns(3);
  batches[1]?.answer([]);
  await turns(3);
  batches[2]?.answer();

  expect((await all).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
});

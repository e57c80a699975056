import { createHash, randomBytes } from 'node:crypto';
import { afterAll, describe, expect, test } from '@jest/globals';
import { createLog } from '../log.js';
import { testFolderOptions, testS3Options } from '../testing/test-object-store.js';
import { derivedKey, originalKey } from './object-keys.js';
import type { ObjectStore } from './object-store.js';
import { openObjectStore } from './open-object-store.js';
import { sweepObjects } from './sweep-objects.js';

const DAY_MS = 24 * 60 * 60 * 1_000;
const inDays = (days: number): Date => new Date(Date.now() + days * DAY_MS);

const log = createLog('test', 'fatal');
const opened: ObjectStore[] = [];

afterAll(() => {
  for (const store of opened) store.close();
});

/** An image in the store: its hash and keys. */
async function putImage(store: ObjectStore): Promise<{ sha256: string; keys: string[] }> {
  const bytes = randomBytes(32);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const keys = [originalKey(sha256), derivedKey(sha256, 'display'), derivedKey(sha256, 'thumb-160')];
  for (const key of keys) await store.put(key, bytes);
  return { sha256, keys };
}

describe.each([
  ['an S3 store', testS3Options],
  ['a folder', testFolderOptions],
])('%s', (_name, options) => {
  async function openStore(): Promise<ObjectStore> {
    const store = await openObjectStore(options(), log);
    opened.push(store);
    return store;
  }

  const countThere = async (store: ObjectStore, keys: readonly string[]): Promise<number> =>
    (await Promise.all(keys.map((key) => store.stat(key)))).filter((found) => found !== null).length;

  test('loses images that nobody names after a week, with everything made of them, and no others', async () => {
    const store = await openStore();
    const [named, unnamed, second] = [await putImage(store), await putImage(store), await putImage(store)];
    const listNamed = async (sha256s: readonly string[]) => new Set(sha256s.filter((each) => each === named.sha256));

    const tooEarly = await sweepObjects({ store, listNamed }, inDays(6));
    const inTime = await sweepObjects({ store, listNamed }, inDays(8));
    const again = await sweepObjects({ store, listNamed }, inDays(8));

    expect([tooEarly, inTime, again]).toEqual([0, 6, 0]);
    expect(await countThere(store, named.keys)).toBe(3);
    expect(await countThere(store, [...unnamed.keys, ...second.keys])).toBe(0);
  });

  test('loses what was made of an image whose original is gone', async () => {
    const store = await openStore();
    const { keys } = await putImage(store);
    await store.delete(keys[0]!);

    expect(await sweepObjects({ store, listNamed: async () => new Set() }, inDays(8))).toBe(2);
    expect(await countThere(store, keys)).toBe(0);
  });

  test('keeps an image that is put again after it was listed', async () => {
    const store = await openStore();
    const { keys } = await putImage(store);
    const slow: ObjectStore = {
      ...store,
      async *list(folder) {
        for await (const object of store.list(folder)) yield { ...object, modifiedAt: new Date(0) };
      },
    };

    await sweepObjects({ store: slow, listNamed: async () => new Set() }, new Date());

    expect(await countThere(store, keys)).toBe(3);
  });

  test('keeps an image that is claimed before its turn comes, and is asked about each image once', async () => {
    const store = await openStore();
    const [claimed, unclaimed] = [await putImage(store), await putImage(store)];
    const asked: string[] = [];

    const deleted = await sweepObjects(
      {
        store,
        listNamed: async () => new Set(),
        whileUnclaimed: async (sha256, before, remove) => {
          asked.push(sha256);
          expect(before.getTime()).toBeLessThan(inDays(2).getTime());
          if (sha256 !== claimed.sha256) await remove();
        },
      },
      inDays(8),
    );

    expect(deleted).toBe(3);
    expect(new Set(asked)).toEqual(new Set([claimed.sha256, unclaimed.sha256]));
    expect([await countThere(store, claimed.keys), await countThere(store, unclaimed.keys)]).toEqual([3, 0]);
  });
});

test('a sweep ends between two images when its process stops', async () => {
  const store = await openObjectStore(testFolderOptions(), log);
  await putImage(store);
  const stopping = new AbortController();
  stopping.abort(new Error('stopping'));

  const sweep = sweepObjects({ store, listNamed: async () => new Set() }, inDays(8), stopping.signal);

  await expect(sweep).rejects.toThrow('stopping');
});

import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, describe, expect, test } from '@jest/globals';
import { createLog } from '@svc/chassis/logging/log';
import { eventually } from '@svc/chassis/testing/eventually';
import { createTcpProxy } from '@svc/chassis/testing/tcp-proxy';
import { testFolderOptions, testS3Options } from '../testing/test-object-store.js';
import { derivedKey, originalKey } from './object-keys.js';
import type { ObjectStore, StoredObject } from './object-store.js';
import { openObjectStore } from './open-object-store.js';

const log = createLog('test', 'fatal');
const opened: ObjectStore[] = [];

afterAll(() => {
  for (const store of opened) store.close();
});

describe.each([
  ['an S3 store', testS3Options],
  ['a folder', testFolderOptions],
])('%s', (_name, options) => {
  async function openStore(): Promise<ObjectStore> {
    const store = await openObjectStore(options(), log);
    opened.push(store);
    return store;
  }

  test('returns what was stored, whole and in part', async () => {
    const store = await openStore();
    const content = randomBytes(700_000);
    const key = keyOf(content);

    await store.put(key, content);

    expect(await readAll(store, key)).toEqual(content);
    expect(await readAll(store, key, { offset: 300_000, bytes: 1_000 })).toEqual(content.subarray(300_000, 301_000));
    const found = await store.stat(key);
    expect(found).toMatchObject({ key, bytes: 700_000 });
    expect(Date.now() - Number(found?.modifiedAt)).toBeLessThan(60_000);
  });

  test('accepts a stream of a known length, and an empty object', async () => {
    const store = await openStore();
    const content = randomBytes(200_000);
    const parts = [content.subarray(0, 1), content.subarray(1, 150_000), content.subarray(150_000)];

    await store.put(keyOf(content), { stream: Readable.from(parts), bytes: content.length });
    await store.put(keyOf(Buffer.alloc(0)), Buffer.alloc(0));

    expect(await readAll(store, keyOf(content))).toEqual(content);
    expect(await readAll(store, keyOf(Buffer.alloc(0)))).toEqual(Buffer.alloc(0));
  });

  test('has one object after several concurrent writes of the same one', async () => {
    const store = await openStore();
    const content = randomBytes(50_000);

    await Promise.all(Array.from({ length: 5 }, () => store.put(keyOf(content), content)));

    expect(await collect(store.list('sha256/'))).toEqual([
      expect.objectContaining({ key: keyOf(content), bytes: 50_000 }),
    ]);
    expect(await readAll(store, keyOf(content))).toEqual(content);
  });

  test('does not find objects that were never stored or are deleted', async () => {
    const store = await openStore();
    const [never, content] = [randomBytes(10), randomBytes(10)];
    await store.put(keyOf(content), content);

    await store.delete(keyOf(content));
    await store.delete(keyOf(content));

    for (const key of [keyOf(never), keyOf(content)]) {
      expect(await store.read(key)).toBeNull();
      expect(await store.stat(key)).toBeNull();
    }
    expect(await collect(store.list('sha256/'))).toEqual([]);
  });

  test('works when nothing has been stored yet', async () => {
    const store = await openStore();

    expect(await store.stat(keyOf(randomBytes(1)))).toBeNull();
    expect(await store.read(keyOf(randomBytes(1)))).toBeNull();
    expect(await collect(store.list('derived/'))).toEqual([]);
    await store.delete(keyOf(randomBytes(1)));
  });

  test('lists the objects below a folder, more of them than fit a page', async () => {
    const store = await openStore();
    const contents = Array.from({ length: 1_050 }, (_, index) => Buffer.from(`${index}`));
    for (let at = 0; at < contents.length; at += 50) {
      await Promise.all(contents.slice(at, at + 50).map((content) => store.put(keyOf(content), content)));
    }
    const sha256 = createHash('sha256').update('1').digest('hex');
    await store.put(derivedKey(sha256, 'thumb-160'), Buffer.from('small'));

    const originals = await collect(store.list('sha256/'));
    const derived = await collect(store.list(`derived/${sha256}/`));

    expect(originals.map(({ key }) => key).toSorted()).toEqual(contents.map(keyOf).toSorted());
    expect(derived).toMatchObject([{ key: derivedKey(sha256, 'thumb-160'), bytes: 5 }]);
  });

  test.each([
    ['breaks off', Readable.from(failing()), 100, 'the client went away'],
    ['gives too little', Readable.from([Buffer.alloc(60)]), 100, 'gave 60 bytes'],
    ['gives too much', Readable.from([Buffer.alloc(60), Buffer.alloc(60)]), 100, 'gave more bytes'],
  ])('stores nothing of a stream that %s, and reports it', async (_how, stream, bytes, message) => {
    const store = await openStore();
    const key = keyOf(randomBytes(10));

    await expect(store.put(key, { stream, bytes })).rejects.toThrow(message);

    expect(await store.stat(key)).toBeNull();
    expect(await collect(store.list('sha256/'))).toEqual([]);
  });

  test('never touches a foreign key', async () => {
    const store = await openStore();

    for (const key of [
      '../secret',
      'sha256/aa/bb/cc',
      '/etc/passwd',
      `sha256/00/00/${'a'.repeat(64)}`,
      'derived/../x.webp',
    ]) {
      await expect(store.put(key, Buffer.from('x'))).rejects.toThrow('object key');
      await expect(Promise.resolve().then(() => store.read(key))).rejects.toThrow('object key');
      await expect(Promise.resolve().then(() => store.delete(key))).rejects.toThrow('object key');
    }
    expect(() => store.list('../')).toThrow('listed');
  });
});

test('an S3 store that is down is unavailable for a while, and works again when it is back', async () => {
  const options = testS3Options();
  const proxy = await createTcpProxy(options.endpoint);
  const store = await openObjectStore({ ...options, endpoint: new URL(proxy.through(options.endpoint)).origin }, log);
  opened.push(store);
  const content = randomBytes(1_000);
  const away = { kind: 'unavailable', code: 'UNAVAILABLE', retryAfterSeconds: 5 };

  proxy.cut();
  await expect(store.put(keyOf(content), content)).rejects.toMatchObject(away);
  await expect(store.read(keyOf(content))).rejects.toMatchObject(away);
  await expect(store.stat(keyOf(content))).rejects.toMatchObject(away);
  await expect(store.delete(keyOf(content))).rejects.toMatchObject(away);
  await expect(collect(store.list('sha256/'))).rejects.toMatchObject(away);
  proxy.restore();

  await store.put(keyOf(content), content);
  expect(await readAll(store, keyOf(content))).toEqual(content);
  await proxy.close();
});

test('wrong S3 credentials make the store unavailable, and the error does not contain them', async () => {
  const store = await openObjectStore({ ...testS3Options(), secretKey: 'not the secret' }, log);
  opened.push(store);

  const put = store.put(keyOf(randomBytes(5)), randomBytes(5));

  await expect(put).rejects.toMatchObject({ kind: 'unavailable', message: expect.not.stringContaining('Signature') });
});

test("a folder cleans up a killed process's unfinished files, but not another's current ones", async () => {
  const options = testFolderOptions();
  await openObjectStore(options, log);
  const unfinished = join(options.folder, 'unfinished');
  writeFileSync(join(unfinished, 'old'), 'x');
  writeFileSync(join(unfinished, 'new'), 'x');
  const twoHoursAgo = Date.now() / 1_000 - 7_200;
  utimesSync(join(unfinished, 'old'), twoHoursAgo, twoHoursAgo);

  await openObjectStore(options, log);

  expect(readdirSync(unfinished)).toEqual(['new']);
});

test('a folder keeps no part of an object whose stream fails', async () => {
  const options = testFolderOptions();
  const store = await openObjectStore(options, log);

  const put = store.put(keyOf(randomBytes(4)), { stream: Readable.from(failing()), bytes: 100 });

  await expect(put).rejects.toThrow('the client went away');
  expect(readdirSync(join(options.folder, 'unfinished'))).toEqual([]);
});

function keyOf(content: Buffer): string {
  return originalKey(createHash('sha256').update(content).digest('hex'));
}

async function readAll(store: ObjectStore, key: string, range?: { offset: number; bytes: number }): Promise<Buffer> {
  const stream = await store.read(key, range);
  if (!stream) throw new Error('There is no such object.');
  return buffer(stream);
}

async function collect(objects: AsyncIterable<StoredObject>): Promise<StoredObject[]> {
  const found: StoredObject[] = [];
  for await (const object of objects) found.push(object);
  return found;
}

function* failing(): Generator<Buffer> {
  yield Buffer.alloc(50);
  throw new Error('the client went away');
}

test('a store that hangs blocks at most 64 connections of a process', async () => {
  let connections = 0;
  const hanging = createServer(() => undefined).on('connection', () => (connections += 1));
  await new Promise<void>((resolve) => hanging.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(hanging.address() as AddressInfo).port}`;
  const store = await openObjectStore({ ...testS3Options(), endpoint }, log);

  const asked = Array.from({ length: 200 }, () => store.stat(originalKey('a'.repeat(64))));
  const outcomes = Promise.allSettled(asked);
  await eventually(() => expect(connections).toBe(64));
  store.close();
  hanging.closeAllConnections();
  hanging.close();

  expect(new Set((await outcomes).map(({ status }) => status))).toEqual(new Set(['rejected']));
  expect(connections).toBe(64);
});

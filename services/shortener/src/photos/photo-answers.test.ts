import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { listenLocally, type LocalListener } from '@svc/chassis/testing/local-listener';
import { silentLog } from '@svc/chassis/testing/service-database';
import type { ObjectStore } from '@svc/objects/store/object-store';
import type { OpenLink } from '../redirects/link-record.js';
import { createPhotoAnswers } from './photo-answers.js';
import { createStoredPhotos } from './stored-photos.js';

/** Too large for the cache, so it is streamed. */
const BYTES = Buffer.alloc(2_000_000, 'x');
const LINK = {
  id: '01900000-0000-7000-8000-000000000001',
  shortId: 'abc123',
  title: null,
  photo: { sha256: 'a'.repeat(64), displayKey: 'a', displayContentType: 'image/webp', width: 4, height: 3 },
} as unknown as OpenLink;

let read: () => Promise<Readable | null>;
let listener: LocalListener;

beforeAll(async () => {
  const objects = {
    stat: async () => ({ key: 'a', bytes: BYTES.length, modifiedAt: new Date() }),
    read: () => read(),
  } as unknown as ObjectStore;
  const stored = createStoredPhotos(objects);
  const photos = createPhotoAnswers({ stored, commonHeaders: [], addressOf: () => '', log: silentLog });
  listener = await listenLocally((request, response) => void photos.answerImage(request, response, LINK));
});

afterAll(() => listener.close());

const open = async (): Promise<number> => {
  const response = await fetch(listener.url);
  return (await response.arrayBuffer()).byteLength;
};

/** A photo whose stream fails after this many bytes. */
const breaking = (bytes: number): Readable =>
  Readable.from(
    (async function* () {
      yield BYTES.subarray(0, bytes);
      throw new Error('The store is gone.');
    })(),
  );

test.each([0, 100, 100_000])('a photo whose stream fails after %d bytes does not look complete', async (bytes) => {
  read = async () => breaking(bytes);
  await expect(open()).rejects.toThrow();

  // An uncaught error would have crashed the process, which fails this test.
  read = async () => Readable.from([BYTES]);
  expect(await open()).toBe(BYTES.length);
});

test('a photo whose store fails before the first byte is unavailable', async () => {
  read = async () => {
    throw new Error('The store is gone.');
  };

  expect((await fetch(listener.url)).status).toBe(503);
});

import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type AppError, appError } from '@svc/chassis/errors/app-error';
import { createLog } from '@svc/chassis/logging/log';
import type { ObjectStore } from '@svc/objects/store/object-store';
import { openObjectStore } from '@svc/objects/store/open-object-store';
import { testFolderOptions } from '@svc/objects/testing/test-object-store';
import { noise, paint, readObject } from '../testing/test-images.js';
import { createImageIntake, type ImageFacts, type ImageIntake } from './image-intake.js';

const LIMITS = { bodyBytesMax: 2_000_000, imageBytesMax: 1_000_000 };
const log = createLog('test', 'fatal');

let store: ObjectStore;
let intake: ImageIntake;
let photo: Buffer;

beforeAll(async () => {
  store = await openObjectStore(testFolderOptions(), log);
  intake = createImageIntake({ store, limits: LIMITS, log });
  photo = await paint(64, 40).png().toBuffer();
});

afterAll(() => intake.close());

test("bytes in memory are stored like a request's, and remain the caller's", async () => {
  const [small, large] = [Buffer.from(photo), await noise(400, 300)];

  for (const bytes of [small, large]) {
    const sha256 = createHash('sha256').update(bytes).digest('hex');

    const image = await intake.takeBytes(bytes, { declaration: { mediaType: 'image/png' } });

    expect(image).toMatchObject({ sha256, bytes: bytes.length, contentType: 'image/png', warnings: [] });
    expect(await readObject(store, image.originalKey)).toEqual(bytes);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
  }
});

test('a declaration of bytes is a hint, but formats that are never accepted are refused by it', async () => {
  const otherwise = await intake.takeBytes(photo, { declaration: { mediaType: 'image/jpeg' } });

  expect(otherwise).toMatchObject({ contentType: 'image/png', warnings: ['DECLARED_TYPE_MISMATCH'] });
  await expect(intake.takeBytes(photo, { declaration: { filename: 'a.svg' } })).rejects.toMatchObject({
    code: 'UNSUPPORTED_IMAGE',
  });
});

test('values of a parsed body are accepted like the body', async () => {
  const base64 = photo.toString('base64');

  const plain = await intake.takeFields({ image: base64, title: 'A view', tags: ['one'] });
  const dataUrl = await intake.takeFields({ image: `data:image/jpeg;base64,${base64}`, filename: 'a.png' });

  expect(plain.fields).toEqual({ title: 'A view', tags: ['one'] });
  expect(plain.image).toMatchObject({ bytes: photo.length, warnings: [] });
  expect(dataUrl).toMatchObject({ fields: { filename: 'a.png' }, image: { warnings: ['DECLARED_TYPE_MISMATCH'] } });
});

test.each([
  ['no image', {}, 'VALIDATION_ERROR'],
  ['an image that is no text', { image: 5 }, 'VALIDATION_ERROR'],
  ['other characters', { image: 'aGVsbGøgd29y' }, 'INVALID_BASE64'],
  // The lower byte of the character would be a valid base64 letter.
  ['letters of other scripts', { image: 'aGVs\u0141G8=' }, 'INVALID_BASE64'],
  ['nothing', { image: '' }, 'INVALID_BASE64'],
  ['no image inside', { image: Buffer.from('no image').toString('base64') }, 'UNSUPPORTED_IMAGE'],
  ['a refused name', { image: 'aGVsbG8=', filename: 'scan.tiff' }, 'UNSUPPORTED_IMAGE'],
])('values with %s are refused', async (_what, values, code) => {
  await expect(intake.takeFields(values)).rejects.toMatchObject({ code });
});

test('the limits of the intake and of the caller apply to images in memory', async () => {
  const strict = { imageBytesMax: photo.length - 1 };
  const tooLarge = Buffer.concat([photo, Buffer.alloc(LIMITS.imageBytesMax)]);

  const refused = await Promise.allSettled([
    intake.takeBytes(tooLarge),
    intake.takeBytes(photo, strict),
    intake.takeFields({ image: tooLarge.toString('base64') }),
    intake.takeFields({ image: photo.toString('base64') }, strict),
  ]);

  const codes = refused.map((each) => (each.status === 'rejected' ? (each.reason as AppError).code : 'taken'));
  expect(codes).toEqual(refused.map(() => 'PAYLOAD_TOO_LARGE'));
});

test('the callback before the first object gets the image and is awaited; when it fails nothing is stored', async () => {
  const own = testFolderOptions();
  const empty = await openObjectStore(own, log);
  const other = createImageIntake({ store: empty, limits: LIMITS, log });
  const told: ImageFacts[] = [];
  const isStored = () => existsSync(join(own.folder, 'sha256'));
  const before: boolean[] = [];

  const refused = other.takeBytes(photo, {
    beforePut: () => Promise.reject(appError('CONFLICT', 'Taken.')),
  });
  await expect(refused).rejects.toMatchObject({ code: 'CONFLICT' });
  const isStoredAfterRefusal = isStored();
  const { image } = await other.takeFields(
    { image: photo.toString('base64') },
    {
      beforePut: async (facts) => {
        await Promise.resolve();
        before.push(isStored());
        told.push(facts);
      },
    },
  );
  await other.close();

  expect([isStoredAfterRefusal, before, isStored()]).toEqual([false, [false], true]);
  const { sha256, contentType, bytes, width, height, frames, hasLocation } = image;
  expect(told).toEqual([{ sha256, contentType, bytes, width, height, frames, hasLocation }]);
});

import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { testAgent, testUser } from '@svc/chassis/testing/test-service';
import { derivedSizes, paint, readObject } from '@svc/images/testing/test-images';
import { originalKey } from '@svc/objects/store/object-keys';
import { testFolderOptions, testS3Options } from '@svc/objects/testing/test-object-store';
import { v7 as newId } from 'uuid';
import { call, keep, reserve, sendContent } from '../testing/image-requests.js';
import { type ScreenshotService, startScreenshot } from '../testing/screenshot-service.js';
import { freshPng } from '../testing/test-files.js';

const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

describe.each([
  ['a folder', testFolderOptions],
  ['S3', testS3Options],
])('with images in %s', (_where, optionsOf) => {
  let service: ScreenshotService;

  beforeAll(async () => {
    service = await startScreenshot({ objects: optionsOf() });
  });

  afterAll(() => service?.stop());

  const objectsOf = async (sha256: string): Promise<number> => {
    let count = (await service.store.stat(originalKey(sha256))) ? 1 : 0;
    for await (const _object of service.store.list(`derived/${sha256}/`)) count += 1;
    return count;
  };

  test('stores an image sent as JSON, form or bytes unchanged, with thumbnails', async () => {
    const user = testUser();
    const bytes = await paint(600, 400).jpeg().toBuffer();
    const form = new FormData();
    form.append('image', new File([new Uint8Array(bytes)], 'view.jpg', { type: 'image/jpeg' }));
    form.append('detectedViews', '12345');
    const fields = { image: bytes.toString('base64'), detectedViews: 12_345, filename: 'view.jpg' };
    const send = async (method: string, path: string, body: object, headers = {}) =>
      call(service, method, `/screenshots/${await reserve(service, user)}/${path}`, { as: user, body, headers });

    const answers = [
      await send('POST', 'upload', fields),
      await send('POST', 'upload', form),
      await send('PUT', 'content', bytes, { 'content-type': 'image/jpeg' }),
    ];

    const sha256 = sha256Of(bytes);
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      expect(body).toMatchObject({
        status: 'uploaded',
        grade: 'uploaded',
        image: { sha256, contentType: 'image/jpeg', bytes: bytes.length, width: 600, height: 400, warnings: [] },
      });
    }
    expect(answers.map(({ body }) => Reflect.get(body, 'detectedViews'))).toEqual([12_345, 12_345, null]);
    expect(await readObject(service.store, originalKey(sha256))).toEqual(bytes);
    expect(await derivedSizes(service.store, sha256)).toEqual({
      display: [600, 400],
      'thumb-160': [160, 107],
      'thumb-480': [480, 320],
      'thumb-1280': [600, 400],
    });
  });

  test('stores identical images of two users once and keeps them while either needs them', async () => {
    const [ann, ben] = [testUser(), testUser()];
    const bytes = await freshPng();
    const sha256 = sha256Of(bytes);

    const [ofAnn, ofBen] = [await keep(service, ann, bytes), await keep(service, ben, bytes)];
    await service.shots(ann).deleteScreenshot({ screenshotId: ofAnn });

    const read = (as: typeof ann, id: string) => call(service, 'GET', `/screenshots/${id}/image`, { as });
    expect((await read(ben, ofBen)).bytes).toEqual(bytes);
    expect((await read(ann, ofBen)).status).toBe(404);
    expect((await read(ann, ofAnn)).status).toBe(409);
    expect(await objectsOf(sha256)).toBe(5);
  });

  test('accepts the stored image again and refuses a different one without storing it', async () => {
    const user = testUser();
    const [bytes, other] = [await freshPng(), await freshPng()];
    const id = await keep(service, user, bytes);
    const before = await service.shots(user).getScreenshot({ screenshotId: id });

    const [same, different] = [
      await sendContent(service, user, id, bytes),
      await sendContent(service, user, id, other),
    ];

    expect(same.status).toBe(200);
    expect([different.status, different.body.error.code]).toEqual([409, 'SCREENSHOT_ALREADY_UPLOADED']);
    expect(await service.shots(user).getScreenshot({ screenshotId: id })).toEqual(before);
    expect(await objectsOf(sha256Of(other))).toBe(0);
  });

  test('keeps one of two concurrent images and refuses the other', async () => {
    const user = testUser();
    const id = await reserve(service, user);
    const images = [await freshPng(200), await freshPng(200)];

    const answers = await Promise.all(images.map((bytes) => sendContent(service, user, id, bytes)));

    const statuses = answers.map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.error.code).toMatch(
      /^SCREENSHOT_(UPLOAD_IN_PROGRESS|ALREADY_UPLOADED)$/,
    );
    const winner = images[statuses.indexOf(200)];
    expect((await call(service, 'GET', `/screenshots/${id}/image`, { as: user })).bytes).toEqual(winner);
  });
});

describe('who may upload', () => {
  let service: ScreenshotService;
  const small = freshPng(8);

  beforeAll(async () => {
    service = await startScreenshot({ agentImageBytesMax: (await small).length });
  });

  afterAll(() => service?.stop());

  test('refuses an image from another user or without sign-in', async () => {
    const [owner, stranger] = [testUser(), testUser()];
    const id = await reserve(service, owner);
    const bytes = await freshPng();

    const refused = [
      await sendContent(service, stranger, id, bytes),
      await sendContent(service, owner, newId(), bytes),
      await call(service, 'PUT', `/screenshots/${id}/content`, { body: bytes }),
      await call(service, 'POST', '/screenshots', { body: { image: '' } }),
      await sendContent(service, { kind: 'service', service: 'gateway' }, id, bytes),
      await sendContent(service, owner, 'nonsense', bytes),
    ];

    expect(refused.map(({ status }) => status)).toEqual([404, 404, 401, 401, 401, 400]);
    expect((await service.shots(owner).getScreenshot({ screenshotId: id })).screenshot?.status).toBe('pending');
  });

  test('requires a write scope of agents and enforces their image size limit', async () => {
    const writer = testAgent({}, ['svc.write.low_risk']);
    const reader = testAgent({ userId: writer.userId }, ['svc.read']);
    const larger = await freshPng(40);
    const id = await reserve(service, writer);

    const byReader = await sendContent(service, reader, id, await small);
    const tooLarge = await sendContent(service, writer, id, larger);
    const taken = await sendContent(service, writer, id, await small);
    const readBack = await call(service, 'GET', `/screenshots/${id}/image`, { as: reader });
    const unread = await call(service, 'GET', `/screenshots/${id}/image`, { as: writer });
    const ofPerson = testUser();
    const byPerson = await sendContent(service, ofPerson, await reserve(service, ofPerson), larger);

    expect([byReader.status, byReader.body.error.code]).toEqual([403, 'FORBIDDEN']);
    expect([tooLarge.status, tooLarge.body.error.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    expect([taken.status, taken.body.grade]).toEqual([200, 'uploaded']);
    expect([readBack.status, unread.status, byPerson.status]).toEqual([200, 403, 200]);
  });

  test('accepts numbers and booleans as text in forms but not in JSON', async () => {
    const user = testUser();
    const image = await small;
    const json = { image: image.toString('base64'), detectedViews: '12', createShortLink: 'true' };
    const form = new FormData();
    form.set('image', new Blob([new Uint8Array(image)]));
    form.set('detectedViews', '12');

    const inJson = await call(service, 'POST', '/screenshots', { as: user, body: json });
    const inForm = await call(service, 'POST', '/screenshots', { as: user, body: form });

    expect([inJson.status, inJson.body.error.details.map(({ path }) => path)]).toEqual([
      400,
      ['detectedViews', 'createShortLink'],
    ]);
    expect([inForm.status, inForm.body.detectedViews]).toEqual([201, 12]);
  });

  test("grades every client image as an upload, regardless of the client's claims", async () => {
    const user = testUser();
    const agent = testAgent({ userId: user.userId }, ['svc.write.low_risk']);
    const image = (await small).toString('base64');
    const grades = [];
    for (const as of [user, agent])
      grades.push((await call(service, 'POST', '/screenshots', { as, body: { image } })).body.grade);
    const sent = await sendContent(service, user, await reserve(service, user), await small);

    expect([...grades, sent.body.grade]).toEqual(['uploaded', 'uploaded', 'uploaded']);
    const claimed = { image, grade: 'server_captured' };
    const refused = await call(service, 'POST', '/screenshots', { as: user, body: claimed });
    expect([refused.status, refused.body.error.details.map(({ path }) => path)]).toEqual([400, ['grade']]);
  });
});

import { createHash } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createLog } from '@svc/chassis/logging/log';
import { eventually } from '@svc/chassis/testing/eventually';
import type { ObjectStore } from '@svc/objects/store/object-store';
import { openObjectStore } from '@svc/objects/store/open-object-store';
import { testS3Options } from '@svc/objects/testing/test-object-store';
import sharp from 'sharp';
import { type IntakeServer, startIntakeServer } from '../testing/intake-server.js';

const BODY_BYTES_MAX = 67_108_864;
const IMAGE_BYTES_MAX = 41_943_040;
/** Longer than any test, so that idle senders are not cut off on a slow machine. */
const STALLED_MS = 600_000;

let store: ObjectStore;
let server: IntakeServer;
let photo: Buffer;

beforeAll(async () => {
  store = await openObjectStore(testS3Options(), createLog('test', 'fatal'));
  server = await startIntakeServer(store, {
    bodyBytesMax: BODY_BYTES_MAX,
    imageBytesMax: IMAGE_BYTES_MAX,
    idleMs: STALLED_MS,
    wholeMs: STALLED_MS,
    graceMs: STALLED_MS,
  });
  photo = await sharp({ create: { width: 64, height: 40, channels: 3, background: '#2864a0' } })
    .png()
    .toBuffer();
});

afterAll(async () => {
  await server.close();
  store.close();
});

test('an image of exactly 40 MiB is accepted, and one that is a byte larger is not', async () => {
  const largest = padded(IMAGE_BYTES_MAX);

  const taken = await server.send('application/json', jsonOf(largest));
  const refused = await server.send('application/json', jsonOf(padded(IMAGE_BYTES_MAX + 1)));

  expect(taken.body.image).toMatchObject({ bytes: IMAGE_BYTES_MAX, sha256: sha256Of(largest) });
  expect(await store.stat(taken.body.image.originalKey)).toMatchObject({ bytes: IMAGE_BYTES_MAX });
  expect([refused.status, refused.body.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
});

test('a JSON body of exactly 64 MiB is read, and one that is a byte larger is not, chunked or not', async () => {
  const fill = (bytes: number): Buffer => {
    const text = Buffer.alloc(bytes, ' ');
    text.write('{"image":"', 0);
    text.write(`${photo.toString('base64')}"}`, bytes - photo.toString('base64').length - 2);
    return text;
  };

  const taken = await server.send('application/json', fill(BODY_BYTES_MAX));
  const refused = [
    await server.send('application/json', fill(BODY_BYTES_MAX + 1)),
    await server.send('application/json', [fill(BODY_BYTES_MAX + 1)]),
  ];

  expect(taken.body.image).toMatchObject({ sha256: sha256Of(photo) });
  for (const { status, body } of refused) expect([status, body.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
});

test('other requests are answered while an image of 40 MiB is processed', async () => {
  const upload = server.send('application/json', jsonOf(padded(IMAGE_BYTES_MAX)));

  const answers = await countAnswersDuring(upload);

  expect((await upload).status).toBe(200);
  // With parsing, decoding and hashing on the event loop, it would be only a handful.
  expect(answers).toBeGreaterThan(20);
});

test("a user who announces large bodies and sends nothing reserves little memory, and none of others'", async () => {
  const before = server.uploadCount();
  const stalled = Array.from({ length: 60 }, () => announce(56_000_000));
  await eventually(() => expect(server.uploadCount()).toBe(before + stalled.length));

  const small = await server.send('image/png', photo);
  const ofOther = await server.send('application/json', jsonOf(padded(1_000_000)), 'ben');
  const large = await server.send('application/json', jsonOf(padded(IMAGE_BYTES_MAX)), 'ben');

  expect([small.status, ofOther.status, large.status]).toEqual([200, 200, 200]);
  // Eight have begun; the last waiting one was refused to make room for a newcomer.
  const refused = server.refusals().slice();
  expect(refused.length).toBeGreaterThanOrEqual(60 - 8 - 32);
  expect(new Set(refused)).toEqual(new Set(['PAYLOAD_TOO_LARGE', 'UPLOAD_CAPACITY']));
  for (const socket of stalled) socket.destroy();
});

test('a user whose memory is used up waits for it, and gets it', async () => {
  const before = server.uploadCount();
  const stalled = Array.from({ length: 8 }, () => announce(56_000_000, 'cleo'));
  await eventually(() => expect(server.uploadCount()).toBe(before + stalled.length));
  const waiting = server.send('application/json', jsonOf(padded(1_000_000)), 'cleo');
  await eventually(() => expect(server.uploadCount()).toBe(before + stalled.length + 1));

  for (const socket of stalled) socket.destroy();

  expect((await waiting).status).toBe(200);
});

test('a body that arrives too slowly is refused', async () => {
  const hasty = await startIntakeServer(store, {
    bodyBytesMax: BODY_BYTES_MAX,
    imageBytesMax: IMAGE_BYTES_MAX,
    graceMs: 100,
  });
  const socket = announce(56_000_000, 'ann', hasty.port);
  const dripping = setInterval(() => socket.write(' '), 20);

  await eventually(() => expect(hasty.refusals()).toEqual(['UPLOAD_TIMEOUT']));

  clearInterval(dripping);
  socket.destroy();
  await hasty.close();
});

test('twelve concurrent images of 40 MiB are each accepted whole or refused for lack of memory', async () => {
  const images = Array.from({ length: 12 }, (_, index) => padded(IMAGE_BYTES_MAX, index));

  const answers = await Promise.allSettled(images.map((image) => server.send('image/png', image)));

  const taken = answers.filter((answer) => answer.status === 'fulfilled' && answer.value.status === 200);
  expect(taken.length).toBeGreaterThan(0);
  for (const [index, answer] of answers.entries()) {
    // A client that keeps sending long after the error response cannot read it.
    if (answer.status === 'rejected')
      expect(answer.reason).toMatchObject({ code: expect.stringMatching(/^E(CONNRESET|PIPE)$/) });
    else if (answer.value.status === 200) expect(answer.value.body.image.sha256).toBe(sha256Of(images[index]!));
    else expect([answer.value.status, answer.value.body.code]).toEqual([503, 'UPLOAD_CAPACITY']);
  }
});

/** A PNG with bytes appended after its end, which are part of the file. */
function padded(bytes: number, fill = 0): Buffer {
  return Buffer.concat([photo, Buffer.alloc(bytes - photo.length, fill)]);
}

function jsonOf(image: Buffer): Buffer {
  return Buffer.from(JSON.stringify({ image: image.toString('base64') }));
}

function sha256Of(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Number of sequential small requests that are answered until the work is done. */
async function countAnswersDuring(work: Promise<unknown>): Promise<number> {
  const state = { answers: 0, isOver: false };
  void work.finally(() => (state.isOver = true));
  while (!state.isOver) {
    await fetch(`http://127.0.0.1:${server.port}/`).then((response) => response.text());
    state.answers += 1;
  }
  return state.answers;
}

/** A sender that announces a body and sends none of it. */
function announce(bytes: number, user = 'ann', port = server.port): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.write(
    `POST / HTTP/1.1\r\nHost: x\r\nX-User: ${user}\r\nContent-Type: application/json\r\nContent-Length: ${bytes}\r\n\r\n`,
  );
  socket.on('error', () => undefined);
  return socket;
}

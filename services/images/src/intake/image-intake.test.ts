import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createLog } from '@svc/chassis/logging/log';
import { eventually } from '@svc/chassis/testing/eventually';
import type { ObjectStore } from '@svc/objects/store/object-store';
import { openObjectStore } from '@svc/objects/store/open-object-store';
import { storeUnavailable } from '@svc/objects/store/store-unavailable';
import { testFolderOptions } from '@svc/objects/testing/test-object-store';
import sharp from 'sharp';
import { type IntakeAnswer, type IntakeServer, startIntakeServer } from '../testing/intake-server.js';
import { derivedSizes, noise, paint, readObject } from '../testing/test-images.js';

const LIMITS = { bodyBytesMax: 2_000_000, imageBytesMax: 1_000_000 };
const folder = testFolderOptions();

let store: ObjectStore;
let server: IntakeServer;
let photo: Buffer;

beforeAll(async () => {
  store = await openObjectStore(folder, createLog('test', 'fatal'));
  server = await startIntakeServer(store, LIMITS, { repeatedFields: ['tags'] });
  photo = await sharp({ create: { width: 64, height: 40, channels: 3, background: '#2864a0' } })
    .png()
    .toBuffer();
});

afterAll(async () => {
  await server.close();
});

test('an upload is stored unchanged, with all derived images', async () => {
  const large = await paint(3_000, 1_500).jpeg().toBuffer();

  const { status, body } = await server.sendJson({ image: large.toString('base64'), title: 'A view', tags: ['one'] });

  expect(status).toBe(200);
  expect(body.fields).toEqual({ title: 'A view', tags: ['one'] });
  const sha256 = createHash('sha256').update(large).digest('hex');
  expect(body.image).toEqual({
    sha256,
    contentType: 'image/jpeg',
    bytes: large.length,
    width: 3_000,
    height: 1_500,
    frames: 1,
    hasLocation: false,
    originalKey: `sha256/${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}`,
    displayKey: `derived/${sha256}/display.webp`,
    displayContentType: 'image/webp',
    warnings: [],
  });
  expect(await readObject(store, body.image.originalKey)).toEqual(large);
  expect(await derivedSizes(store, sha256)).toEqual({
    display: [3_000, 1_500],
    'thumb-160': [160, 80],
    'thumb-480': [480, 240],
    'thumb-1280': [1_280, 640],
  });
});

test('a file without a type in a form is not misdeclared', async () => {
  const part = '--x\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\n\r\n';
  const body = [Buffer.from(part), photo, Buffer.from('\r\n--x--\r\n')];

  expect((await server.send('multipart/form-data; boundary=x', body)).body.image?.warnings).toEqual([]);
});

test('the same image is accepted as JSON, as a form and raw, and is the same object', async () => {
  const note = 'x'.repeat(4_096);
  const form = fill(['image', fileOf(photo)], ['title', 'Größe'], ['tags', 'one'], ['tags', 'two'], ['note', note]);

  const answers = [
    await server.sendJson({ image: photo.toString('base64') }),
    await server.sendForm(form),
    await server.send('image/png', photo),
    await server.send('image/png', [photo.subarray(0, 10), photo.subarray(10)]),
  ];

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(new Set(answers.map(({ body }) => JSON.stringify(body.image))).size).toBe(1);
  expect(answers[1]?.body.fields).toEqual({ title: 'Größe', tags: ['one', 'two'], note });
});

test.each([
  ['with line breaks', (base64: string) => base64.replaceAll(/.{76}/g, '$&\r\n')],
  ['without padding', (base64: string) => base64.replaceAll('=', '')],
  ['URL-safe', (base64: string) => base64.replaceAll('+', '-').replaceAll('/', '_')],
  ['as a data URL', (base64: string) => `data:image/png;base64,${base64}`],
  ['as a data URL in capitals', (base64: string) => `DATA:IMAGE/PNG;BASE64,${base64}`],
  ['as a data URL with a parameter', (base64: string) => `data:image/png;charset=utf-8;base64,${base64}`],
])('base64 %s is the image', async (_how, write) => {
  for (const image of [photo, await noise(120, 100)]) {
    const { status, body } = await server.sendJson({ image: write(image.toString('base64')) });

    expect({ status, code: body.code }).toEqual({ status: 200, code: undefined });
    expect(body.image.bytes).toBe(image.length);
  }
});

test('escapes that JSON allows are accepted in images of any length', async () => {
  for (const image of [photo, await noise(300, 300)]) {
    const escaped = image.toString('base64').replaceAll('/', '\\/').replaceAll('A', '\\u0041').replaceAll('B', 'B\\n');

    const { status, body } = await server.send('application/json', `{"image":"${escaped}"}`);

    expect({ status, code: body.code }).toEqual({ status: 200, code: undefined });
    expect(body.image.sha256).toBe(createHash('sha256').update(image).digest('hex'));
  }
});

test.each([
  ['other characters in the middle', 'aGVs!@#bG8gd29y'],
  ['an end in the middle', 'aGVsbG8==gd29ybGQ='],
  ['one character too many', 'aGVsb'],
  ['nothing', ''],
  ['only an end', '=='],
  ['a data URL of another encoding', 'data:image/png,hello'],
  ['an empty data URL', 'data:image/png;base64,'],
  ['letters of other scripts', 'aGVsbGøgd29y'],
])('base64 with %s is refused', async (_what, image) => {
  const behindMuch = /^[a-z]/.test(image) && !image.startsWith('data:') ? ['QUJD'.repeat(2_048) + image] : [];

  for (const text of [image, ...behindMuch]) {
    const { status, body } = await server.sendJson({ image: text });

    expect({ status, code: body.code }).toEqual({ status: 400, code: 'INVALID_BASE64' });
  }
});

test.each([
  ['no JSON', 'image', 'MALFORMED_JSON'],
  ['JSON that breaks off', '{"image":"aGVs', 'MALFORMED_JSON'],
  ['a bare value', '"image"', 'VALIDATION_ERROR'],
  ['a list', '[]', 'VALIDATION_ERROR'],
  ['no image', '{"title":"x"}', 'VALIDATION_ERROR'],
  ['an image that is no text', '{"image":{"image":"aGVsbG8="}}', 'VALIDATION_ERROR'],
  ['two images', `{"image":"${'QUJD'.repeat(2_000)}","image":"${'QUJD'.repeat(2_000)}"}`, 'VALIDATION_ERROR'],
  ['two short images', '{"image":"QUJD", "title":"x", "image" : "QUJD"}', 'VALIDATION_ERROR'],
  ['another text above 4 KiB', `{"image":"QUJD","title":"${'x'.repeat(4_097)}"}`, 'VALIDATION_ERROR'],
  ['countless values', `{"image":"QUJD","tags":[${'0,'.repeat(400_000)}0]}`, 'VALIDATION_ERROR'],
])('a JSON body with %s is refused', async (_what, text, code) => {
  const { status, body } = await server.send('application/json', text);

  expect({ status, code: body.code }).toEqual({ status: 400, code });
});

test('a form is refused without an image, with two images, another file, a repeated field or a long one', async () => {
  const file = fileOf(photo);

  const answers = [
    await server.sendForm(fill(['title', 'x'])),
    await server.sendForm(fill(['image', file], ['image', file])),
    await server.sendForm(fill(['image', file], ['other', file])),
    await server.sendForm(fill(['image', file], ['title', 'x'], ['title', 'y'])),
    await server.sendForm(fill(['image', file], ['title', 'x'.repeat(4_097)])),
    await server.sendForm(fill(['image', photo.toString('base64')])),
    await server.send('multipart/form-data', 'x'),
    await server.send('multipart/form-data; boundary=x', '--x\r\nbroken'),
  ];

  for (const answer of answers) expect(refusal(answer)).toEqual([400, 'VALIDATION_ERROR']);
  expect(JSON.stringify(answers[3]?.body)).toContain('`title` must be sent only once.');
});

test('other forms of body are refused', async () => {
  for (const type of ['text/plain', '', 'video/mp4']) {
    expect(refusal(await server.send(type, photo))).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  }
});

test('declared SVG, HEIC and TIFF are refused even when the bytes are valid', async () => {
  const answers = [
    await server.send('image/svg+xml', photo),
    await server.sendForm(fill(['image', fileOf(photo, 'photo.HEIC')])),
    await server.sendForm(fill(['image', fileOf(photo)], ['filename', 'drawing.svg'])),
    await server.sendJson({ image: `data:image/tiff;base64,${photo.toString('base64')}` }),
    await server.sendJson({ image: 'data:image/svg+xml;base64,PHN2Zy8+' }),
    await server.sendJson({ image: photo.toString('base64'), filename: 'drawing.svg' }),
  ];

  for (const answer of answers) expect(refusal(answer)).toEqual([415, 'UNSUPPORTED_IMAGE']);
});

test('limits are exact: of the image, of the body in JSON, and of a body without announced length', async () => {
  const padded = (bytes: number): Buffer => Buffer.concat([photo, Buffer.alloc(bytes - photo.length)]);
  const [fits, tooLarge] = [padded(1_000_000), padded(1_000_001)];
  const jsonOf = (bytes: number): string => {
    const text = JSON.stringify({ image: photo.toString('base64') });
    return text + ' '.repeat(bytes - text.length);
  };
  const form = (image: Buffer) => fill(['image', fileOf(image)]);

  const taken = [
    await server.send('image/png', fits),
    await server.sendJson({ image: fits.toString('base64') }),
    await server.sendForm(form(fits)),
    await server.send('image/png', [fits]),
  ];
  const refused = [
    await server.send('image/png', tooLarge),
    await server.sendJson({ image: tooLarge.toString('base64') }),
    await server.sendForm(form(tooLarge)),
    await server.send('image/png', [tooLarge]),
    await server.send('application/json', jsonOf(2_000_001)),
    await server.send('application/json', [Buffer.from(jsonOf(2_000_001))]),
  ];

  expect(taken.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(refused.map(refusal)).toEqual(refused.map(() => [413, 'PAYLOAD_TOO_LARGE']));
  expect(refused[0]?.body.details).toEqual([{ path: 'image', message: 'At most 1000000 bytes.' }]);
  expect(refused[4]?.body.details).toEqual([{ path: '', message: 'At most 2000000 bytes.' }]);
  // White space after the object counts toward the fields, which have a lower limit than the body.
  expect(refusal(await server.send('application/json', jsonOf(2_000_000)))).toEqual([400, 'VALIDATION_ERROR']);
});

test('a caller may set a smaller limit', async () => {
  const strict = await startIntakeServer(store, LIMITS, { imageBytesMax: photo.length - 1 });

  expect(refusal(await strict.send('image/png', photo))).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  expect(refusal(await strict.sendJson({ image: photo.toString('base64') }))).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  await strict.close();
});

test('a sender that stops sending, or takes too long in total, is timed out', async () => {
  const hasty = await startIntakeServer(store, { ...LIMITS, idleMs: 100, wholeMs: 5_000 });
  const strict = await startIntakeServer(store, { ...LIMITS, idleMs: 5_000, wholeMs: 100 });

  const answers = await Promise.all([trickle(hasty.port), trickle(strict.port)]);

  for (const answer of answers) {
    expect(answer).toMatch(/^HTTP\/1.1 408 /);
    expect(answer).toContain('"code":"UPLOAD_TIMEOUT"');
    expect(answer).toMatch(/connection: close/i);
  }
  await hasty.close();
  await strict.close();
});

test('a sender that disconnects leaves nothing behind', async () => {
  const own = testFolderOptions();
  const other = await startIntakeServer(await openObjectStore(own, createLog('test', 'fatal')), LIMITS);
  const picture = await noise(300, 300);
  const socket = connect(other.port, '127.0.0.1');
  socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Type: image/png\r\nContent-Length: ${picture.length}\r\n\r\n`);
  socket.write(picture.subarray(0, Math.floor(picture.length * 0.9)), () => socket.destroy());
  await new Promise((resolve) => socket.once('close', resolve));

  await eventually(() => expect(other.refusals()).toEqual(['VALIDATION_ERROR']));
  await other.send('image/png', photo);

  await eventually(() => expect(readdirSync(join(own.folder, 'sha256'))).toHaveLength(1));
  expect(readdirSync(join(own.folder, 'unfinished'))).toEqual([]);
  await other.close();
});

test('without the store no upload succeeds', async () => {
  const away: ObjectStore = { ...store, put: () => Promise.reject(storeUnavailable(new Error('away'))) };
  const other = await startIntakeServer(away, LIMITS);

  const answer = await other.send('image/png', photo);

  expect(refusal(answer)).toEqual([503, 'UNAVAILABLE']);
  expect(answer.retryAfter).toBe('5');
  await other.close();
});

function fileOf(image: Buffer, name = 'photo.png'): File {
  return new File([new Uint8Array(image)], name, { type: name.endsWith('png') ? 'image/png' : '' });
}

function fill(...parts: (readonly [name: string, value: string | Blob])[]): FormData {
  const form = new FormData();
  for (const [name, value] of parts) form.append(name, value);
  return form;
}

function refusal({ status, body }: IntakeAnswer): [number, string] {
  return [status, body.code];
}

/** Announces an image, sends a byte every 30 ms for a while and then nothing; returns the server's response. */
function trickle(port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    let sent = 0;
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Type: image/png\r\nContent-Length: 1000\r\n\r\n');
    const timer = setInterval(() => {
      if (sent++ < 6) socket.write('x');
    }, 30);
    socket.on('data', (chunk) => (answer += chunk.toString()));
    socket.on('close', () => {
      clearInterval(timer);
      resolve(answer);
    });
    socket.on('error', reject);
  });
}

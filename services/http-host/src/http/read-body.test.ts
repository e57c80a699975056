import { type IncomingMessage, request as startRequest } from 'node:http';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { readBody } from '@svc/chassis/bodies/request-body';
import { AppError } from '@svc/chassis/errors/app-error';
import { listenLocally, type LocalListener } from '@svc/chassis/testing/local-listener';
import { readForm, readJson, tooLarge } from './read-body.js';

const BYTES_MAX = 1_000_000;

let listener: LocalListener;

beforeAll(async () => {
  listener = await listenLocally((request, response) => {
    const reading = request.url === '/form' ? readForm(request, BYTES_MAX) : readJson(request, BYTES_MAX);
    reading.then(
      (value) => response.end(JSON.stringify({ value })),
      (error: unknown) => {
        request.resume();
        response.end(JSON.stringify(error instanceof AppError ? { code: error.code } : { error: String(error) }));
      },
    );
  });
});

afterAll(() => listener.close());

const JSON_TYPE = { 'content-type': 'application/json' };

/** Sends the chunks one after another and returns the parsed body. */
async function read(
  body: string | Buffer | readonly (string | Buffer)[],
  headers: Record<string, string> = JSON_TYPE,
  path = '/json',
): Promise<{ value?: unknown; code?: string }> {
  const { port } = listener;
  return new Promise((resolve, reject) => {
    const request = startRequest({ port, path, method: 'POST', headers, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => (text += part));
      response.on('end', () => resolve(JSON.parse(text) as { value?: unknown; code?: string }));
    });
    request.on('error', reject);
    const chunks = [body].flat() as (string | Buffer)[];
    for (const chunk of chunks.slice(0, -1)) request.write(chunk);
    request.end(chunks.at(-1));
  });
}

test('JSON is read completely, with any splits, and an empty body is undefined', async () => {
  const bytes = Buffer.from(JSON.stringify({ name: 'Zoë "quoted\\" [,{:' }));
  const single = [...bytes].map((byte) => Buffer.from([byte]));

  expect(await read(single)).toEqual({ value: { name: 'Zoë "quoted\\" [,{:' } });
  expect(await read('"text"', { 'content-type': 'Application/JSON; charset="UTF-8"' })).toEqual({ value: 'text' });
  expect(await read('')).toEqual({});
});

/** Counts the turns of the event loop. */
function countTurns(): { now: () => number; stop: () => void } {
  let turn = 0;
  let immediate: NodeJS.Immediate;
  const count = (): void => {
    turn += 1;
    immediate = setImmediate(count);
  };
  count();
  return { now: () => turn, stop: () => clearImmediate(immediate) };
}

/** A request that has already arrived completely. */
function requestOf(...chunks: readonly Buffer[]): IncomingMessage {
  const bytes = chunks.reduce((sum, { length }) => sum + length, 0);
  const request = new Readable({ highWaterMark: 2 * bytes, read: () => undefined });
  for (const chunk of [...chunks, null]) request.push(chunk);
  const headers = { ...JSON_TYPE, 'content-length': String(bytes) };
  return Object.assign(request, { headers }) as unknown as IncomingMessage;
}

test('a large body from a fast sender is read in small parts, one per turn of the event loop', async () => {
  const turns = countTurns();
  const chunks = Array.from({ length: 32 }, () => Buffer.alloc(65_536));
  const taken: number[] = [];

  const limits = { bytesMax: 4_000_000, tooLarge, idleMs: 60_000, wholeMs: 60_000 };
  await readBody(requestOf(...chunks), limits, () => taken.push(turns.now())).finally(turns.stop);

  const ofEach = [...Map.groupBy(taken, (turn) => turn).values()].map(({ length }) => length);
  expect(taken).toHaveLength(chunks.length);
  expect(Math.max(...ofEach)).toBeLessThanOrEqual(5);
});

test('large bodies that end together are parsed and returned one per turn of the event loop', async () => {
  const counted = countTurns();
  const bytes = Buffer.from(JSON.stringify('x'.repeat(2_000_000)));

  const turns: number[] = [];
  const parse = JSON.parse.bind(JSON);
  const parsing = jest.spyOn(JSON, 'parse').mockImplementation((text) => {
    turns.push(counted.now());
    return parse(text) as unknown;
  });

  await Promise.all(
    Array.from({ length: 4 }, async () => {
      await readJson(requestOf(bytes), 3_000_000);
      turns.push(counted.now());
    }),
  ).finally(counted.stop);
  parsing.mockRestore();

  expect(new Set(turns).size).toBe(8);
});

test.each([
  ['compressed', gzipSync('{}'), { ...JSON_TYPE, 'content-encoding': 'gzip' }],
  ['in UTF-16', Buffer.from('{}', 'utf16le'), { 'content-type': 'application/json; charset=utf-16' }],
  ['in Latin-1', '{}', { 'content-type': 'application/json; charset=iso-8859-1' }],
  ['of another type', '{}', { 'content-type': 'text/json' }],
  ['of no type', '{}', {}],
])('a body that is %s is refused with that reason', async (_what, body, headers) => {
  expect(await read(body, headers)).toEqual({ code: 'UNSUPPORTED_MEDIA_TYPE' });
});

test('a body that is not UTF-8 or not JSON is malformed', async () => {
  expect(await read(Buffer.from([0x22, 0xff, 0x22]))).toEqual({ code: 'MALFORMED_JSON' });
  expect(await read('{"a":')).toEqual({ code: 'MALFORMED_JSON' });
});

test('a body over the limit is refused, with or without an announced length', async () => {
  const large = JSON.stringify('x'.repeat(BYTES_MAX));

  expect(await read(large)).toEqual({ code: 'PAYLOAD_TOO_LARGE' });
  expect(await read([large.slice(0, 10), large.slice(10)])).toEqual({ code: 'PAYLOAD_TOO_LARGE' });
});

test('a large body may contain long texts, but not many values', async () => {
  const text = JSON.stringify({ text: ',[{:\\"'.repeat(60_000) });
  const fewValues = JSON.stringify(Array.from({ length: 49_000 }, () => 12_345));
  const list = JSON.stringify(Array.from({ length: 60_000 }, () => 12_345));
  const objects = `[${'{},'.repeat(90_000)}{}]`;
  const names = JSON.stringify(Object.fromEntries(Array.from({ length: 40_000 }, (_, index) => [`name${index}`, 1])));

  expect(await read(text)).toEqual({ value: JSON.parse(text) as unknown });
  expect(await read(fewValues)).toEqual({ value: JSON.parse(fewValues) as unknown });
  expect([await read(list), await read(objects), await read(names)]).toEqual(
    Array.from({ length: 3 }, () => ({ code: 'PAYLOAD_TOO_LARGE' })),
  );
});

test('excessive nesting is refused at any size', async () => {
  const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

  expect(await read(nested(64))).toEqual({ value: JSON.parse(nested(64)) as unknown });
  expect(await read(nested(65))).toEqual({ code: 'VALIDATION_ERROR' });
  expect(await read('{"a":'.repeat(100))).toEqual({ code: 'VALIDATION_ERROR' });
});

test("a form's fields are returned unmodified, and a repeated one is a list", async () => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };

  expect(await read('a=1+%C3%AB&b=2&b=3&c', headers, '/form')).toEqual({ value: { a: '1 ë', b: ['2', '3'], c: '' } });
  expect(await read('', {}, '/form')).toEqual({ value: {} });
  expect(await read(gzipSync('a=1'), { ...headers, 'content-encoding': 'gzip' }, '/form')).toEqual({
    code: 'UNSUPPORTED_MEDIA_TYPE',
  });
});

test('a form with too many fields is refused, with any names', async () => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const form = (count: number) => Array.from({ length: count }, (_, index) => `a${index}=1`).join('&');

  expect(Object.keys((await read(form(100), headers, '/form')).value as object)).toHaveLength(100);
  expect(await read(form(101), headers, '/form')).toEqual({ code: 'VALIDATION_ERROR' });
  expect(await read('a&'.repeat(101), headers, '/form')).toEqual({ code: 'VALIDATION_ERROR' });
});

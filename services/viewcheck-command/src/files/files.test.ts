import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readCandidateFile } from './candidate-file.js';
import { openWholeFile } from './write-whole.js';

const NOTHING = Readable.from([]);
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'viewcheck-files-'));
});

afterAll(() => rm(folder, { recursive: true }));

/** Writes a file and returns its path. */
async function fileOf(content: string | object): Promise<string> {
  const path = join(folder, `${Math.random()}.json`);
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

const file = (rest: object = {}) => ({
  format: 'viewcheck-candidate-json-v1',
  candidates: [{ url: 'https://youtu.be/dQw4w9WgXcQ', screenshotSelector: '#player' }],
  ...rest,
});

test('reads a candidate file from a path or standard input, with or without a byte order mark', async () => {
  const text = `\ufeff${JSON.stringify(file({ request: { promoCode: 'SAVE20' } }))}`;
  const expected = {
    request: { promoCode: 'SAVE20' },
    candidates: [{ url: 'https://youtu.be/dQw4w9WgXcQ', screenshotSelector: '#player' }],
    warnings: [],
  };

  expect(await readCandidateFile(await fileOf(text), NOTHING)).toEqual(expected);
  expect(await readCandidateFile('-', Readable.from([Buffer.from(text)]))).toEqual(expected);
});

test('warns about unknown fields', async () => {
  const path = await fileOf(file({ colour: 'red', candidates: [{ url: 'a', size: 1 }] }));

  expect(await readCandidateFile(path, NOTHING)).toMatchObject({
    warnings: [
      { code: 'unknown_field', path: 'colour' },
      { code: 'unknown_field', path: 'candidates.0.size' },
    ],
  });
});

test.each([
  ['no content', '', 'must be JSON'],
  ['truncated JSON', '{"format":', 'must be JSON'],
  ['another format', file({ format: 'viewcheck-candidate-json-v2' }), 'format must be viewcheck-candidate-json-v1'],
  ['a value of the wrong type', file({ candidates: [{ url: 5 }] }), 'candidates.0.url'],
  ['201 candidates', file({ candidates: Array.from({ length: 201 }, () => ({})) }), 'candidates'],
  ['an array', '[]', 'The file'],
])('rejects a file with %s and says where', async (_what, content, message) => {
  const reading = readCandidateFile(await fileOf(content), NOTHING);

  await expect(reading).rejects.toMatchObject({ code: 'CANDIDATE_FILE_INVALID', exitCode: 2 });
  await expect(reading).rejects.toThrow(message);
});

test('rejects a missing file, a folder, non-UTF-8 content, and files over 5 MB', async () => {
  const binary = join(folder, 'binary');
  await writeFile(binary, Buffer.from([0xff, 0xfe, 0xfd]));

  for (const [path, message] of [
    [join(folder, 'absent'), 'ENOENT'],
    [folder, 'EISDIR'],
    [binary, 'UTF-8'],
    [await fileOf('x'.repeat(5_000_001)), '5000000 bytes'],
  ] as const)
    await expect(readCandidateFile(path, NOTHING)).rejects.toThrow(message);
});

test('writes a file atomically with owner-only permissions, and keeps the old one when discarded', async () => {
  const path = join(folder, 'out.json');
  await writeFile(path, 'old');

  const givenUp = await openWholeFile(path);
  await givenUp.discard();
  expect(await readFile(path, 'utf8')).toBe('old');

  const [one, other] = [await openWholeFile(path), await openWholeFile(path)];
  await Promise.all([one.write('one'.repeat(100_000)), other.write('other'.repeat(100_000))]);

  expect(['one'.repeat(100_000), 'other'.repeat(100_000)]).toContain(await readFile(path, 'utf8'));
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect((await readdir(folder)).filter((name) => name.endsWith('.viewcheck-part'))).toEqual([]);
});

test('refuses a missing folder and a path that is a folder', async () => {
  await expect(openWholeFile(join(folder, 'absent', 'out.json'))).rejects.toMatchObject({ code: 'OUT_NOT_WRITABLE' });
  const taken = join(folder, 'taken');
  await mkdir(taken);
  await chmod(taken, 0o700);
  const file = await openWholeFile(taken);

  await expect(file.write('{}')).rejects.toMatchObject({ code: 'OUT_NOT_WRITABLE', exitCode: 2 });
  expect((await readdir(folder)).filter((name) => name.endsWith('.viewcheck-part'))).toEqual([]);
});

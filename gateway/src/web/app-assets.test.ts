import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { request as sendRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { listenLocally, type LocalListener } from '@svc/chassis/testing/local-listener';
import express from 'express';
import { keepAssets } from './app-assets.js';

const FILES = {
  'page-1a.js': 'plain script',
  'page-1a.js.br': 'brotli script',
  'page-1a.js.gz': 'gzip script',
  'font-2b.woff2': 'font',
};

let folder: string;
let listener: LocalListener;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assets-'));
  for (const [name, content] of Object.entries(FILES)) writeFileSync(join(folder, name), content);
  const app = express();
  app.use(
    '/assets',
    keepAssets(pathToFileURL(`${folder}/`), 'public, max-age=31536000, immutable'),
    (_request, response) => void response.sendStatus(404),
  );
  listener = await listenLocally(app);
});

afterAll(async () => {
  await listener.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The raw bytes: `fetch` would decompress them. */
async function get(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const request = sendRequest(`${listener.url}${path}`, { headers, method });
  const [response] = await once(request.end(), 'response');
  let body = '';
  for await (const part of response) body += String(part);
  return { status: response.statusCode, headers: response.headers, body };
}

test.each([
  ['gzip, deflate, br', 'br', 'brotli script'],
  ['gzip', 'gzip', 'gzip script'],
  ['br;q=0, gzip', 'gzip', 'gzip script'],
  ['zstd', undefined, 'plain script'],
])('a browser that accepts %s gets the smallest variant of a script', async (accepted, encoding, body) => {
  const answer = await get('/assets/page-1a.js', { 'accept-encoding': accepted });

  expect([answer.status, answer.headers['content-encoding'], answer.body]).toEqual([200, encoding, body]);
  expect(answer.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'Accept-Encoding',
    'content-length': String(body.length),
  });
});

test('HEAD has no body, and an unchanged file is not sent again', async () => {
  const { headers } = await get('/assets/font-2b.woff2');
  const head = await get('/assets/font-2b.woff2', {}, 'HEAD');
  const known = await get('/assets/font-2b.woff2', { 'if-none-match': String(headers.etag) });

  expect(headers['content-type']).toBe('font/woff2');
  expect([head.status, head.headers['content-length'], head.body]).toEqual([200, '4', '']);
  expect([known.status, known.body]).toEqual([304, '']);
});

test.each([
  '/assets/none.js',
  '/assets/page-1a.js.br',
  '/assets/',
  '/assets/../page-1a.js',
  '/assets/%2e%2e%2fx',
  '/assets/%',
])('%s is not a file', async (path) => {
  expect([400, 404]).toContain((await get(path)).status);
});

test('files are served even after they have been deleted from the disk', async () => {
  const asking = Array.from({ length: 50 }, () => get('/assets/page-1a.js'));
  for (const name of readdirSync(folder)) rmSync(join(folder, name));
  const answers = await Promise.all([...asking, get('/assets/page-1a.js')]);

  expect(new Set(answers.map(({ status, body }) => `${status} ${body}`))).toEqual(new Set(['200 plain script']));
});

import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import { listenLocally, type LocalListener } from '@svc/chassis/testing/local-listener';
import { silentLog } from '@svc/chassis/testing/service-database';
import { answerErrors } from '@svc/http-host/http/answer-errors';
import { beginRequest } from '@svc/http-host/http/begin-request';
import type { HttpOperation } from '@svc/http-host/http/http-operation';
import { sendAnswer } from '@svc/http-host/http/operation-answer';
import { PHOTO_ROUTES } from '@svc/image-routes/photo-routes';
import express, { type Request, type Response } from 'express';
import { z } from 'zod';
import { createForwarders, type ForwardFor } from './forward.js';

const IMAGE: HttpOperation = {
  name: 'image',
  summary: 'An image',
  http: { method: 'GET', path: '/image', fileTypes: ['image/png'], ranges: true },
  input: z.strictObject({}),
};
const HEADERS = {
  'content-type': 'image/png',
  etag: '"a-original"',
  'cache-control': 'private, max-age=300',
  'content-security-policy': "default-src 'none'; sandbox",
  'content-disposition': 'inline; filename="a.png"',
  'cross-origin-resource-policy': 'same-site',
  'accept-ranges': 'bytes',
};

let service: LocalListener;
let gateway: LocalListener;
let asked: { method?: string | undefined; headers: IncomingHttpHeaders }[];
let handle: (request: IncomingMessage, response: ServerResponse) => void;

beforeAll(async () => {
  service = await listenLocally(
    createServer((request, response) => {
      asked.push(request);
      handle(request, response);
    }),
  );
  const forwardFor = createForwarders({ shortener: `127.0.0.1:${service.port}`, screenshot: '127.0.0.1:1' });
  const app = express();
  app.use(beginRequest(silentLog, {}, () => true));
  app.all('/image', imageBy(forwardFor));
  app.use(answerErrors({ log: silentLog }));
  gateway = await listenLocally(app);
});

beforeEach(() => {
  asked = [];
});

afterAll(async () => {
  await gateway.close();
  await service.close();
});

function imageBy(forwardFor: ForwardFor) {
  return async (request: Request, response: Response): Promise<void> => {
    const file = await forwardFor(request, response).forwardFile(PHOTO_ROUTES.image, { linkId: '1' });
    await sendAnswer(IMAGE, '', { file }, {}, response);
  };
}

const open = (init: RequestInit = {}): Promise<globalThis.Response> => fetch(`${gateway.url}/image`, init);

test('a file is forwarded unchanged, without internal headers', async () => {
  handle = (_request, response) => void response.writeHead(200, { ...HEADERS, 'x-secret': '1' }).end('the bytes');

  const response = await open({ headers: { cookie: 'svc_session=x' } });

  expect([response.status, await response.text()]).toEqual([200, 'the bytes']);
  expect(Object.fromEntries(response.headers)).toMatchObject({ ...HEADERS, 'x-content-type-options': 'nosniff' });
  expect(response.headers.has('x-secret')).toBe(false);
  expect(asked[0]?.headers).toMatchObject({ 'svc-client-address': expect.any(String) });
  expect(asked[0]?.headers.cookie).toBeUndefined();
});

test('one range is forwarded, several are not', async () => {
  handle = ({ headers: { range } }, response) => {
    response.writeHead(range === undefined ? 200 : 206, { 'content-range': 'bytes 4-8/9' }).end('bytes');
  };

  const one = await open({ headers: { range: 'bytes=4-8', 'if-range': '"a"' } });
  const several = await open({ headers: { range: 'bytes=0-1,4-8' } });

  expect([one.status, one.headers.get('content-range')]).toEqual([206, 'bytes 4-8/9']);
  expect(several.status).toBe(200);
  expect(asked.map(({ headers }) => [headers.range, headers['if-range']])).toEqual([
    ['bytes=4-8', '"a"'],
    [undefined, undefined],
  ]);
});

test('an unchanged file, an unsatisfiable range, and HEAD have no body', async () => {
  handle = ({ method, headers }, response) => {
    if (headers['if-none-match']) response.writeHead(304, HEADERS).end();
    else if (headers.range) response.writeHead(416, { 'content-range': 'bytes */9' }).end();
    else
      response.writeHead(200, { ...HEADERS, 'content-length': '9' }).end(method === 'HEAD' ? undefined : 'the bytes');
  };

  const unchanged = await open({ headers: { 'if-none-match': '"a-original"' } });
  const outside = await open({ headers: { range: 'bytes=20-' } });
  const head = await open({ method: 'HEAD' });

  expect([unchanged.status, unchanged.headers.get('etag')]).toEqual([304, '"a-original"']);
  expect([outside.status, outside.headers.get('content-range')]).toEqual([416, 'bytes */9']);
  expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '9', '']);
  expect(asked.map(({ method }) => method)).toEqual(['GET', 'GET', 'HEAD']);
});

test("a service's error is returned unchanged", async () => {
  handle = (_request, response) => {
    response.writeHead(404).end('{"error":{"code":"NOT_FOUND","message":"There is no such image."}}');
  };

  const response = await open();

  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ error: { code: 'NOT_FOUND', message: 'There is no such image.' } });
});

test("a client that disconnects at any point aborts the service's response", async () => {
  const piece = Buffer.alloc(1_000_000);
  let streaming = 0;
  handle = (_request, response) => {
    streaming += 1;
    response.once('close', () => (streaming -= 1));
    const write = (): void => {
      while (!response.destroyed && response.write(piece));
      response.once('drain', write);
    };
    write();
  };
  const gone = new AbortController();

  const response = await open({ signal: gone.signal });
  await response.body?.getReader().read();
  gone.abort();

  await eventually(() => expect(streaming).toBe(0));
});

test('a file that breaks off breaks off for the client too', async () => {
  handle = (_request, response) => {
    response.writeHead(200, { 'content-length': '9' }).write('the ', () => response.destroy());
  };

  await expect(open().then((response) => response.text())).rejects.toThrow();
});

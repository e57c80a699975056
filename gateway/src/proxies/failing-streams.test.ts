/** Streams that fail halfway end only their request. An uncaught error would fail the running test. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, request as sendRequest, type ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { listenLocally, type LocalListener } from '@svc/chassis/testing/local-listener';
import { startTestGateway, type TestGateway } from '../testing/test-gateway.js';

let shortener: LocalListener;
let gateway: TestGateway;
let handle: (request: IncomingMessage, response: ServerResponse) => void;

beforeAll(async () => {
  shortener = await listenLocally(createServer((request, response) => handle(request, response)));
  gateway = await startTestGateway({ shortenerHttpAddress: `127.0.0.1:${shortener.port}` });
});

afterEach(async () => {
  expect((await gateway.fetch('/api/health')).status).toBe(200);
});

afterAll(async () => {
  await gateway.stop();
  await shortener.close();
});

const PHOTO = '/api/shorten/photos';
const signedIn = () => ({ authorization: `Bearer ${gateway.signIn().token}`, 'content-type': 'image/png' });

test('a proxied response that breaks off breaks off for the client too', async () => {
  handle = (_request, response) => {
    response.writeHead(200, { 'content-length': '9' }).write('the ', () => response.socket?.resetAndDestroy());
  };

  await expect(gateway.fetch('/r/abc123/raw').then((response) => response.text())).rejects.toThrow();
});

test('a client that disconnects during a forwarded body ends it for the service too', async () => {
  const { promise: ended, resolve } = Promise.withResolvers<boolean>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<unknown>();
  handle = (request) => {
    request.once('data', begin).on('error', () => undefined);
    request.once('close', () => resolve(request.complete));
  };
  const headers = { ...signedIn(), 'content-length': '1000' };
  const upload = sendRequest(new URL(PHOTO, gateway.url), { method: 'POST', headers });
  upload.on('error', () => undefined).write('half');
  await begun;

  upload.destroy();

  expect(await ended).toBe(false);
});

test.each([
  ['resets the connection', (request: IncomingMessage) => request.socket.resetAndDestroy()],
  ['answers no HTTP', (request: IncomingMessage) => request.socket.end('no HTTP\r\n\r\n')],
])('a service that %s during a forwarded body is unavailable', async (_what, fail) => {
  handle = (request) => void request.once('data', () => fail(request));

  const answer = await gateway.fetch(PHOTO, { method: 'POST', headers: signedIn(), body: 'x'.repeat(500_000) });

  expect(answer.status).toBe(503);
});

test('a client that disconnects during a proxied response ends it for the service too', async () => {
  const { promise: closed, resolve } = Promise.withResolvers<unknown>();
  handle = (_request, response) => {
    response.once('close', resolve);
    response.writeHead(200).write('the ');
  };
  const asked = sendRequest(new URL('/r/abc123/raw', gateway.url));
  const [answer] = await once(asked.end(), 'response');
  answer.on('error', () => undefined);

  asked.destroy();

  await closed;
});

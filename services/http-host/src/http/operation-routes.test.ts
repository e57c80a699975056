import { once } from 'node:events';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { appError } from '@svc/chassis/errors/app-error';
import { listenLocally, type LocalListener } from '@svc/chassis/testing/local-listener';
import { silentLog } from '@svc/chassis/testing/service-database';
import { z } from 'zod';
import { answerErrors } from './answer-errors.js';
import { beginRequest, lowerCodes } from './begin-request.js';
import type { HttpOperation } from './http-operation.js';
import { lowerCasePaths, operationRoutes, type RoutedCall } from './operation-routes.js';
import { readJson } from './read-body.js';

const input = z.strictObject({ id: z.string().optional(), limit: z.number().optional() });

const OPERATIONS: readonly HttpOperation[] = [
  { name: 'get', summary: 'Read', http: { method: 'GET', path: '/things/:id' }, input },
  { name: 'list', summary: 'List', http: { method: 'GET', path: '/things/recent' }, input },
  {
    name: 'update',
    summary: 'Change',
    http: { method: ['PATCH', 'PUT'], path: '/things/:id', version: 'checked' },
    input,
  },
  {
    name: 'add',
    summary: 'Add',
    http: { method: 'POST', path: '/things', status: 201, location: '/things/:id' },
    input,
  },
  { name: 'judge', summary: 'Judge', tier: 0, http: { method: 'POST', path: '/judgements' }, input },
  { name: 'claim', summary: 'Claim', tier: 1, http: { method: 'GET', path: '/tokens' }, input },
  { name: 'spell', summary: 'Spell', http: { method: 'POST', path: '/lower/:id', errorCodes: 'lower_case' }, input },
];

/** The calls of the surface's functions, in order. */
let steps: string[];
let lastCall: RoutedCall<HttpOperation, string>;
/** Delays responses in tests that set it. */
let answerable: Promise<void> | undefined;
let begun: PromiseWithResolvers<void>;
let listener: LocalListener;

/** A surface without a framework: a header contains the caller, and only `allowed` may call. */
const routes = operationRoutes<HttpOperation, string, never, never>({
  operations: OPERATIONS,
  base: '/api',
  identify: async (_operation, request: { headers: Record<string, string> }) => {
    steps.push('who');
    const caller = request.headers['x-caller'];
    if (caller === undefined) throw appError('UNAUTHENTICATED', 'Sign in.');
    return caller;
  },
  authorize: (_operation, caller) => {
    steps.push('may');
    if (caller !== 'allowed') throw appError('FORBIDDEN', 'You may not.');
  },
  readBody: (_operation, request) => {
    steps.push('body');
    return readJson(request, 100);
  },
  run: async (call) => {
    steps.push('run');
    lastCall = call;
    begun.resolve();
    await answerable;
    return { output: { id: 'new' }, version: 3 };
  },
});

beforeAll(async () => {
  const begin = beginRequest(silentLog, {}, () => true);
  const answerError = answerErrors({ log: silentLog });
  listener = await listenLocally((request, plain) => {
    const response = Object.assign(plain, { locals: {} });
    begin(request, response, () => undefined);
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://host');
    if (lowerCasePaths(OPERATIONS).some((path) => pathname.startsWith(`${path}/`))) {
      lowerCodes(request, response, () => undefined);
    }
    const matching = routes.map(({ path, handle }) => ({
      handle,
      found: new RegExp(`^${path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`).exec(pathname),
    }));
    const route = matching.find(({ found }) => found);
    const routed = Object.assign(request, {
      query: Object.fromEntries(searchParams),
      params: { ...route?.found?.groups },
    });
    route?.handle(routed as never, response as never).catch((error: unknown) => {
      void answerError(error, request, response, () => undefined);
    });
  });
});

beforeEach(() => {
  steps = [];
  answerable = undefined;
  begun = Promise.withResolvers();
});

afterAll(() => listener.close());

async function send(method: string, path: string, headers: Record<string, string> = {}, body?: string) {
  const init = body === undefined ? { method, headers } : { method, headers, body };
  const response = await fetch(listener.url + path, init);
  const text = await response.text();
  const { error } = (text === '' ? {} : JSON.parse(text)) as { error?: { code: string } };
  return { status: response.status, headers: response.headers, code: error?.code };
}

const ALLOWED = { 'x-caller': 'allowed' };
const JSON_TYPE = { 'content-type': 'application/json' };

test.each([
  ['broken JSON', JSON_TYPE, '{'],
  ['an undeclared type', { 'content-type': 'text/plain' }, 'x'],
  ['too much', JSON_TYPE, `"${'x'.repeat(200)}"`],
  ['a version that is none', { ...JSON_TYPE, 'if-match': 'x' }, '{}'],
])('a request with %s is checked only after its caller is identified and authorized', async (_, headers, body) => {
  const nobody = await send('PATCH', '/things/1?unknown=1', headers, body);
  const other = await send('PATCH', '/things/1?unknown=1', { ...headers, 'x-caller': 'other' }, body);

  expect([nobody.status, nobody.code, other.status, other.code]).toEqual([401, 'UNAUTHENTICATED', 403, 'FORBIDDEN']);
  expect(steps).toEqual(['who', 'who', 'may']);
});

test('a caller is identified again after a body has arrived', async () => {
  const { status } = await send('PATCH', '/things/1', { ...ALLOWED, ...JSON_TYPE, 'if-match': '"7"' }, '{"limit":5}');

  expect(status).toBe(200);
  expect(steps).toEqual(['who', 'may', 'body', 'who', 'run']);
  expect(lastCall).toMatchObject({ input: { id: '1', limit: 5 }, expectedVersion: 7 });
});

test('an operation that does not compare versions ignores If-Match', async () => {
  const { status, headers } = await send('POST', '/things', { ...ALLOWED, 'if-match': 'x' });

  expect([status, headers.get('location'), headers.get('etag')]).toEqual([201, '/api/things/new', '"3"']);
  expect(lastCall.expectedVersion).toBeNull();
});

test('literal paths take precedence over parameters, and HEAD is handled like GET', async () => {
  const head = await send('HEAD', '/things/recent', ALLOWED);

  expect([head.status, lastCall.operation.name]).toEqual([200, 'list']);
});

test.each([
  ['DELETE', '/things/1', 'GET, HEAD, PATCH, PUT', 'METHOD_NOT_ALLOWED'],
  ['GET', '/things', 'POST', 'METHOD_NOT_ALLOWED'],
  ['HEAD', '/tokens', 'GET', undefined],
  ['GET', '/lower/1', 'POST', 'method_not_allowed'],
])('%s of %s is refused with the allowed methods', async (method, path, allowed, code) => {
  const answer = await send(method, path, ALLOWED);

  expect([answer.status, answer.headers.get('allow'), answer.code]).toEqual([405, allowed, code]);
  expect(steps).toEqual([]);
});

test.each([
  ['GET', '/things/1'],
  ['POST', '/judgements'],
])('a read is aborted when its client disconnects, also by %s', async (method, path) => {
  answerable = new Promise(() => undefined);
  const client = new AbortController();
  const answer = fetch(listener.url + path, { method, headers: ALLOWED, signal: client.signal });
  await begun.promise;

  client.abort();

  await expect(answer).rejects.toThrow();
  if (!lastCall.signal.aborted) await once(lastCall.signal, 'abort');
  expect(lastCall.signal.aborted).toBe(true);
});

test('a write in progress is completed, even if its client disconnects', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  answerable = promise;
  const client = new AbortController();
  const answer = fetch(`${listener.url}/things`, { method: 'POST', headers: ALLOWED, signal: client.signal });
  await begun.promise;
  const closed = once(lastCall.response, 'close');

  client.abort();

  await expect(answer).rejects.toThrow();
  await closed;
  expect(lastCall.signal.aborted).toBe(false);
  resolve();
});

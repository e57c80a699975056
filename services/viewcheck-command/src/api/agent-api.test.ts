import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { listenLocally, type LocalListener } from '@svc/chassis/testing/local-listener';
import { type CommandRun, runCommandWith } from '../testing/command-run.js';

const TOKEN = 'svc_at_abcdefghijklmnopqrstuvwxyz';
const VIDEO = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';
const READY = ['--requested-date', '2026-05-01', '--promo-code', 'SAVE20', '--url', VIDEO];

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

let product: LocalListener;
let elsewhere: LocalListener;
let answers: Answer[];
const asked: { readonly line: string; readonly headers: IncomingMessage['headers'] }[] = [];
const strayed: string[] = [];

beforeAll(async () => {
  product = await listenLocally(
    createServer((request, response) => {
      asked.push({ line: `${request.method} ${request.url}`, headers: request.headers });
      request.resume().on('end', () => (answers.shift() ?? refuse(500, 'UNEXPECTED'))(request, response));
    }),
  );
  elsewhere = await listenLocally((request, response) => {
    strayed.push(String(request.headers.authorization));
    response.end('{}');
  });
});

beforeEach(() => {
  asked.length = 0;
  strayed.length = 0;
  answers = [];
});

afterAll(async () => {
  await product.close();
  await elsewhere.close();
});

const json =
  (status: number, body: object, headers: Record<string, string> = {}): Answer =>
  (_request, response) =>
    void response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body));
const refuse = (status: number, code: string, headers: Record<string, string> = {}): Answer =>
  json(status, { error: { code, message: `It is ${code}.` } }, headers);

const record = (rest: object = {}) => ({
  screenshotId: 's1',
  status: 'uploaded',
  uploaded: true,
  sourceUrl: VIDEO,
  detectedViews: 12_345,
  ...rest,
});
const job = (status: string, rest: object = {}) => ({
  jobId: 'j1',
  screenshotId: 's1',
  status,
  failure: null,
  ...rest,
});

function run(...argv: readonly string[]): Promise<CommandRun> {
  const env = { SVC_AGENT_ACCESS_TOKEN: TOKEN, SVC_API_BASE_URL: product.url };
  return runCommandWith(['preflight', ...argv], { env });
}

const rowOf = ({ document }: CommandRun): unknown => (document['verificationRows'] as unknown[])[0];

test('reads due views with their logs as candidates and prior rows', async () => {
  const logs = [{ id: 'l1', videoUrl: VIDEO, value: 100, checkedAt: '2026-05-02T08:00:00.000Z' }];
  answers = [
    json(200, {
      items: [{ dealId: 'd1', videoId: 'v1', videoUrl: VIDEO, postDate: '2026-05-01', promoCode: 'SAVE20', logs }],
    }),
  ];

  const ended = await run(
    '--from-due-views',
    '--as-of',
    '2026-05-02T12:00:00Z',
    '--time-zone',
    'UTC',
    ...READY.slice(0, 4),
  );

  expect(ended.document).toMatchObject({
    status: 'completed',
    candidates: [{ canonicalUrl: VIDEO, foundVia: 'due_views' }],
  });
  expect(rowOf(ended)).toMatchObject({
    rowClassification: 'existing_view_log',
    existingMatch: { id: 'l1', value: 100 },
  });
  expect(asked.map(({ line }) => line)).toEqual(['GET /api/agent/deals/due-views?includeLogs=true&limit=200']);
  expect(asked[0]?.headers).toMatchObject({
    authorization: `Bearer ${TOKEN}`,
    'x-dd-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    'x-dd-actor-id': 'svc-viewcheck',
    'x-dd-channel': 'cli',
  });
});

test('suggests a command for each due view when date and anchor are missing', async () => {
  answers = [json(200, { items: [{ videoUrl: VIDEO, postDate: '2026-05-01', promoCode: 'SAVE20' }] })];

  const { exitCode, document } = await run('--from-due-views');

  expect(exitCode).toBe(3);
  expect(document['requestReadiness']).toMatchObject({
    readyCommandTemplates: [
      { command: expect.stringContaining(`--requested-date 2026-05-01 --promo-code SAVE20 --url`) },
    ],
  });
});

test.each([
  ['immediately', [json(201, record())]],
  ['as a job', [json(202, job('queued')), json(200, job('running')), json(200, job('captured')), json(200, record())]],
  ['without the URL of its page', [json(201, record({ sourceUrl: null }))]],
  [
    'after the product asks to retry',
    [
      refuse(429, 'RATE_LIMITED', { 'Retry-After': '1' }),
      refuse(503, 'UNAVAILABLE', { 'Retry-After': '1' }),
      json(201, record()),
    ],
  ],
])('proves a row with a capture that returns %s', async (_how, responses) => {
  answers = responses;

  const ended = await run('--capture-proof', ...READY);

  expect(ended.exitCode).toBe(0);
  expect(ended.document['captures']).toMatchObject([{ sourceUrl: VIDEO, screenshotId: 's1', status: 'captured' }]);
  expect(rowOf(ended)).toMatchObject({
    screenshotId: 's1',
    screenshotSourceUrl: VIDEO,
    viewCount: { value: 12_345 },
    missingWriteRequirements: ['directProof', 'observedPromoAtSeconds'],
  });
  const ids = asked.filter(({ line }) => line.startsWith('POST')).map(({ headers }) => headers['x-dd-request-id']);
  expect(new Set(ids).size).toBe(1);
});

test.each([
  ['an invalid token', [refuse(401, 'UNAUTHENTICATED')], 'It is UNAUTHENTICATED.'],
  ['a token without the scope', [refuse(403, 'INSUFFICIENT_SCOPE')], 'It is INSUFFICIENT_SCOPE.'],
  [
    "a response that is not the product's",
    [(_request: IncomingMessage, response: ServerResponse) => void response.end('<html>')],
    '--base-url',
  ],
  [
    'a redirect',
    [
      (_request: IncomingMessage, response: ServerResponse) =>
        void response.writeHead(302, { Location: elsewhere.url }).end(),
    ],
    '--base-url',
  ],
  ['a connection that is cut', [(request: IncomingMessage) => void request.socket.destroy()], '--base-url'],
])('ends with a clear message and leaks no token on %s', async (_what, responses, sentence) => {
  answers = responses;

  const { exitCode, document, stderr, stdout } = await run('--from-due-views', ...READY);

  expect(exitCode).toBe(6);
  expect(document).toMatchObject({ status: 'failed', error: { code: 'API_ERROR' } });
  expect(stderr).toContain(sentence);
  expect(strayed).toEqual([]);
  expect(stdout + stderr).not.toContain(TOKEN);
});

test('fails when all captures fail, and reports each reason with the judged rows', async () => {
  answers = [json(202, job('failed', { failure: { code: 'login_wall', message: 'The page wants a sign-in.' } }))];

  const { exitCode, document } = await run('--capture-proof', ...READY);

  expect(exitCode).toBe(6);
  expect(document).toMatchObject({
    status: 'failed',
    error: { message: expect.stringContaining('login_wall') },
    captures: [{ sourceUrl: VIDEO, screenshotId: null, status: 'failed', reason: 'login_wall' }],
    verificationRows: [{ sourceVideoUrl: VIDEO, missingWriteRequirements: expect.arrayContaining(['screenshot']) }],
  });
});

test('keeps finished captures in the document when the product becomes unreachable', async () => {
  answers = [json(201, record()), (request) => void request.socket.destroy()];

  const { exitCode, document } = await run('--capture-proof', ...READY, '--url', 'https://youtu.be/aQw4w9WgXcQ');

  expect(exitCode).toBe(6);
  expect(document).toMatchObject({
    status: 'failed',
    error: { message: expect.stringContaining('does not answer') },
    captures: [{ screenshotId: 's1', status: 'captured' }],
  });
});

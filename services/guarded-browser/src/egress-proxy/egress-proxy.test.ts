import { once } from 'node:events';
import { request as sendRequest } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import { listenLocally, type LocalListener } from '@svc/chassis/testing/local-listener';
import type { EgressBudget, EgressJob } from './egress-job.js';
import { type EgressProxy, openEgressProxy } from './egress-proxy.js';

const BUDGET: EgressBudget = { bytesMax: 1_000_000, connectionsMax: 20, connectionIdleMs: 5_000 };

/** DNS answers; the last one of a name repeats forever. */
const names = new Map<string, string[][]>();
let target: LocalListener;
let canary: LocalListener;
let proxy: EgressProxy;
let job: EgressJob;
let canaryHits = 0;

beforeAll(async () => {
  target = await listenLocally((request, response) => {
    if (request.url === '/endless') {
      const fill = (): void => {
        while (response.write(Buffer.alloc(100_000)));
      };
      response.on('drain', fill);
      fill();
    } else if (request.url === '/407') {
      response.writeHead(407, { 'Proxy-Authenticate': 'Basic' }).end();
    } else if (request.url !== '/silent') {
      response.end(JSON.stringify({ url: request.url, headers: request.headers }));
    }
  });
  canary = await listenLocally((_request, response) => {
    canaryHits += 1;
    response.end('reached');
  });
  const allowed = new Set([`127.0.0.1:${target.port}`, `exempt.example.com:${target.port}`]);
  const lookup = (name: string): Promise<string[]> => {
    const answers = names.get(name) ?? [[]];
    return Promise.resolve((answers.length > 1 ? answers.shift() : answers[0]) ?? []);
  };
  proxy = await openEgressProxy({ allowed, ownHosts: new Set(['dealbridge.example.com']), lookup });
});

beforeEach(() => {
  canaryHits = 0;
  job = proxy.openJob(BUDGET);
});

afterEach(() => job.end());

afterAll(() => Promise.all([proxy.close(), target.close(), canary.close()]));

const authorizationOf = ({ username, password }: Pick<EgressJob, 'username' | 'password'>): string =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;

/** Sends a request with an absolute URL; status 0 when the connection is cut. */
async function get(url: string, authorization = authorizationOf(job)): Promise<{ status: number; body: string }> {
  const request = sendRequest(proxy.url, {
    agent: false,
    path: url,
    headers: { 'Proxy-Authorization': authorization, 'X-Kept': '1' },
  });
  try {
    const [response] = await once(request.end(), 'response');
    return { status: response.statusCode, body: await text(response) };
  } catch {
    return { status: 0, body: '' };
  }
}

/** The status of the response to CONNECT. */
async function tunnel(authority: string, authorization = authorizationOf(job)): Promise<number> {
  const socket = connect(Number(new URL(proxy.url).port), '127.0.0.1');
  socket.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\nProxy-Authorization: ${authorization}\r\n\r\n`);
  const [head] = await once(socket, 'data');
  socket.destroy();
  return Number(/^HTTP\/1\.1 (\d+)/.exec(String(head))?.[1]);
}

test("a request without a running job's password is refused", async () => {
  const ended = proxy.openJob(BUDGET);
  ended.end();
  const wrong = [
    '',
    'Basic',
    'Bearer x',
    authorizationOf({ username: job.username, password: '' }),
    authorizationOf({ username: job.username, password: 'guess' }),
    authorizationOf({ username: 'other', password: job.password }),
    authorizationOf(ended),
  ];

  for (const authorization of wrong) {
    expect(await get(`${target.url}/`, authorization)).toMatchObject({ status: 407 });
    expect(await tunnel(`127.0.0.1:${target.port}`, authorization)).toBe(407);
  }
  expect(await get(`${target.url}/`)).toMatchObject({ status: 200 });
  expect(await tunnel(`127.0.0.1:${target.port}`)).toBe(200);
});

test("a host gets the browser's request without the proxy password", async () => {
  const { body } = await get(`${target.url}/path?q=1`);

  const { url, headers } = JSON.parse(body);
  expect(url).toBe('/path?q=1');
  expect(headers).toEqual({ host: `127.0.0.1:${target.port}`, connection: 'close', 'x-kept': '1' });
});

test('a host that requests proxy authentication does not get the password', async () => {
  expect(await get(`${target.url}/407`)).toMatchObject({ status: 502 });
});

test.each([
  'localhost',
  '127.0.0.1',
  '127.1',
  '0x7f.1',
  '2130706433',
  '0177.0.0.1',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '[::7f00:1]',
  '10.0.0.1',
  '169.254.169.254',
  'metadata.google.internal',
  'printer.local',
  'intranet',
  'dealbridge.example.com',
])('%s is refused by its text', async (host) => {
  expect(await get(`http://${host}/`)).toMatchObject({ status: 403 });
  expect(await tunnel(`${host}:443`)).toBe(403);
});

test("ports other than the web's are refused", async () => {
  names.set('ok.example.com', [['93.184.215.14']]);

  expect(await tunnel('ok.example.com:22')).toBe(403);
  expect(await get('http://ok.example.com:6379/')).toMatchObject({ status: 403 });
  expect(job.refusalOf('ok.example.com', 22)).toBe('blocked_target');
});

test.each([
  '',
  ':443',
  'a.example.com',
  'a.example.com:x',
  'user@a.example.com:443',
  'a.example.com/:443',
  'https://a.example.com:443',
])('CONNECT to %j is refused', async (authority) => {
  expect([400, 403]).toContain(await tunnel(authority || '/'));
});

test('only absolute http addresses are forwarded', async () => {
  for (const url of ['/path', 'https://a.example.com/', 'ftp://a.example.com/', 'http://u:p@a.example.com/']) {
    expect(await get(url)).toMatchObject({ status: 403 });
  }
});

test('a name is refused when one of its addresses is not public', async () => {
  names.set('mixed.example.com', [['93.184.215.14', '127.0.0.1']]);
  names.set('inside.example.com', [['10.1.2.3']]);
  names.set('none.example.com', [[]]);

  expect(await tunnel('mixed.example.com:443')).toBe(403);
  expect(await tunnel('inside.example.com:443')).toBe(403);
  expect(await tunnel('none.example.com:443')).toBe(502);
  expect(job.refusalOf('inside.example.com', 443)).toBe('blocked_target');
  expect(job.refusalOf('none.example.com', 443)).toBe('dns_failure');
});

test('only checked addresses are dialed: a name that resolves differently a moment later is not followed', async () => {
  // The first answer is exempt, each later one leads to the canary's address.
  names.set('exempt.example.com', [['127.0.0.1'], ['127.0.0.2']]);

  expect(await get(`http://exempt.example.com:${target.port}/`)).toMatchObject({ status: 200 });
  expect(job.remoteAddressOf('exempt.example.com', target.port)).toBe('127.0.0.1');
  expect(names.get('exempt.example.com')).toEqual([['127.0.0.2']]);
});

test('an exemption applies to one host and port', async () => {
  expect(await get(canary.url)).toMatchObject({ status: 403 });
  expect(await tunnel(`127.0.0.1:${canary.port}`)).toBe(403);
  expect(await get(`http://127.0.0.2:${target.port}/`)).toMatchObject({ status: 403 });
  expect(canaryHits).toBe(0);
});

test('a host without a listener is distinguished from a refused one', async () => {
  const gone = await listenLocally(() => undefined);
  await gone.close();
  const away = await openEgressProxy({ allowed: new Set([`127.0.0.1:${gone.port}`]), ownHosts: new Set() });
  const awayJob = away.openJob(BUDGET);
  const request = sendRequest(away.url, {
    path: gone.url,
    headers: { 'Proxy-Authorization': authorizationOf(awayJob) },
  });

  const [response] = await once(request.end(), 'response');

  expect(response.statusCode).toBe(502);
  expect(awayJob.refusalOf('127.0.0.1', gone.port)).toBe('connect_failure');
  response.resume();
  await away.close();
});

test('a job beyond its byte budget is cut off, and others are not', async () => {
  const other = proxy.openJob(BUDGET);

  await get(`${target.url}/endless`);

  expect(job.overspent.signal.aborted).toBe(true);
  expect(await get(`${target.url}/`)).toMatchObject({ status: 0 });
  expect(await get(`${target.url}/`, authorizationOf(other))).toMatchObject({ status: 200 });
  other.end();
});

test('a job has a maximum number of connections, refused ones included', async () => {
  for (let made = 0; made < BUDGET.connectionsMax; made += 1) await get(made % 2 ? canary.url : `${target.url}/`);
  expect(job.overspent.signal.aborted).toBe(false);

  expect((await get(`${target.url}/`)).status).not.toBe(200);
  expect(job.overspent.signal.aborted).toBe(true);
});

test('idle connections are closed, and all connections end with their job', async () => {
  const hasty = proxy.openJob({ ...BUDGET, connectionIdleMs: 50 });
  expect(await get(`${target.url}/silent`, authorizationOf(hasty))).toMatchObject({ status: 502 });
  hasty.end();

  const waiting = get(`${target.url}/silent`);
  const socket = connect(Number(new URL(proxy.url).port), '127.0.0.1');
  socket.write(
    `CONNECT 127.0.0.1:${target.port} HTTP/1.1\r\nHost: x\r\nProxy-Authorization: ${authorizationOf(job)}\r\n\r\n`,
  );
  await once(socket, 'data');
  await eventually(() => expect(job.remoteAddressOf('127.0.0.1', target.port)).toBe('127.0.0.1'));
  job.end();

  expect((await waiting).status).not.toBe(200);
  if (!socket.destroyed) await once(socket, 'close');
});

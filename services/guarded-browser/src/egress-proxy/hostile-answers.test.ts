/** Responses that violate HTTP affect only their own request. An uncaught error fails the running test. */
import { once } from 'node:events';
import { Agent, request as sendRequest } from 'node:http';
import { createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { listenLocally, type LocalListener } from '@svc/chassis/testing/local-listener';
import * as fc from 'fast-check';
import type { EgressJob } from './egress-job.js';
import { type EgressProxy, openEgressProxy } from './egress-proxy.js';

const CASES = 10_000;
const SEED = 20_260_714;
/** Concurrent requests. */
const PARALLEL = 64;

/** A host's raw response, and how it then closes the connection. */
interface HostileAnswer {
  readonly bytes: Buffer;
  readonly isReset: boolean;
}

const PLAIN: HostileAnswer = { bytes: Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'), isReset: false };

let answers: readonly HostileAnswer[] = [];
let host: LocalListener;
let proxy: EgressProxy;
let job: EgressJob;
const agent = new Agent({ keepAlive: true, maxSockets: PARALLEL });

beforeAll(async () => {
  host = await listenLocally(createServer(answerByPath));
  proxy = await openEgressProxy({ allowed: new Set([`127.0.0.1:${host.port}`]), ownHosts: new Set() });
  job = proxy.openJob({ bytesMax: Infinity, connectionsMax: Infinity, connectionIdleMs: 5_000 });
});

afterAll(async () => {
  agent.destroy();
  job.end();
  await Promise.all([proxy.close(), host.close()]);
});

/** Sends the response with the number in the path. */
function answerByPath(socket: Socket): void {
  socket.on('error', () => socket.destroy());
  socket.once('data', (head: Buffer) => {
    const number = Number(/^\S+ \/(\d+)/.exec(head.toString('latin1'))?.[1]);
    const { bytes, isReset } = answers[number] ?? PLAIN;
    if (isReset) socket.write(bytes, () => socket.resetAndDestroy());
    else socket.end(bytes);
  });
}

/** Status of the proxy's response; 0 when it cuts the connection. */
async function statusOf(path: string, method = 'GET'): Promise<number> {
  const authorization = `Basic ${Buffer.from(`${job.username}:${job.password}`).toString('base64')}`;
  const request = sendRequest(proxy.url, {
    agent,
    method,
    path: `${host.url}${path}`,
    headers: { 'Proxy-Authorization': authorization },
  });
  try {
    const [response] = await once(request.end(), 'response');
    for await (const _part of response);
    return response.statusCode;
  } catch {
    return 0;
  } finally {
    request.on('error', () => undefined);
  }
}

/** Arbitrary bytes, with protocol text more often. */
const noise = (length: number) => fc.string({ unit: 'binary', maxLength: length });
const statuses = fc.oneof(
  fc.constantFrom('200', '204', '206', '301', '304', '407', '503'),
  fc.constantFrom('000', '099', '100', '101', '103', '199', '01', '-1', ''),
  fc.integer({ min: 0, max: 1_100 }).map(String),
);
const statusLine = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(fc.constantFrom('HTTP/1.1', 'HTTP/1.0'), statuses, noise(12)) },
  { weight: 1, arbitrary: fc.tuple(noise(10), statuses, noise(12)) },
);
const headerNames = fc.constantFrom(
  'Content-Length',
  'Transfer-Encoding',
  'Content-Encoding',
  'Content-Type',
  'Connection',
  'Keep-Alive',
  'Upgrade',
  'Trailer',
  'Set-Cookie',
  'Location',
  'Date',
  '__proto__',
  'X-\u00e9',
  '',
);
const headerValues = fc.oneof(
  fc.constantFrom('chunked', 'gzip, chunked', 'identity', 'gzip', 'br', 'close', 'keep-alive', 'websocket'),
  fc.constantFrom('-1', '5', '99999999999999999999', '0x5', '5, 5', ' ', '\u007f', '\u0001', 'a\u00ff'),
  noise(20),
);
const header = fc.oneof(fc.tuple(headerNames, headerValues), fc.tuple(noise(8), headerValues));
const chunk = fc.tuple(
  fc.oneof(
    fc.nat(40).map((size) => size.toString(16)),
    fc.constantFrom('-1', 'zz', 'fffffffff', '5;x=y'),
  ),
  noise(20),
);
const body = fc.oneof(
  noise(40),
  fc
    .array(chunk, { maxLength: 4 })
    .map((chunks) => `${chunks.map(([size, data]) => `${size}\r\n${data}\r\n`).join('')}0\r\n\r\n`),
);
const ends = fc.constantFrom('\r\n', '\r\n', '\r\n', '\n', '\r');
const hostileAnswer = fc
  .record({
    line: statusLine,
    headers: fc.array(header, { maxLength: 4 }),
    end: ends,
    body,
    /** Share of the response that is sent before the connection closes. */
    sent: fc.oneof(fc.constant(1), fc.double({ min: 0, max: 1, noNaN: true })),
    isReset: fc.boolean(),
  })
  .map(({ line: [version, status, reason], headers, end, body, sent, isReset }): HostileAnswer => {
    const fields = headers.map(([name, value]) => `${name}: ${value}${end}`).join('');
    const bytes = Buffer.from(`${version} ${status} ${reason}${end}${fields}${end}${body}`, 'latin1');
    return { bytes: bytes.subarray(0, Math.ceil(bytes.length * sent)), isReset };
  });

test.each(['000', '099', '100', '199', '1000'])(
  'a host that answers with the status %s is a bad gateway, and the next request is answered',
  async (status) => {
    answers = [{ bytes: Buffer.from(`HTTP/1.1 ${status} X\r\nContent-Length: 0\r\n\r\n`), isReset: false }];

    expect(await statusOf('/0')).toBe(502);
    expect(await statusOf('/plain')).toBe(200);
  },
);

test(`${CASES} hostile responses end nothing`, async () => {
  answers = fc.sample(hostileAnswer, { seed: SEED, numRuns: CASES });
  const methods = ['GET', 'POST', 'HEAD'];
  const statuses = new Set<number>();
  let next = 0;
  const ask = async (): Promise<void> => {
    for (let number = next++; number < CASES; number = next++)
      statuses.add(await statusOf(`/${number}`, methods[number % methods.length]));
  };

  await Promise.all(Array.from({ length: PARALLEL }, ask));

  expect(statuses).toContain(200);
  expect(statuses).toContain(502);
  expect([...statuses].filter((status) => status !== 0 && (status < 200 || status > 999))).toEqual([]);
  expect(await statusOf('/plain')).toBe(200);
});

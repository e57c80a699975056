/**
 * The load generator, as a separate process. It keeps a number of connections busy with prebuilt requests and parses
 * only the status and length of each answer, which costs about 20 microseconds per request; the measured chain takes
 * several hundred. Existing tools are not available on every machine (wrk), or count latency in whole milliseconds and
 * add dozens of packages to every user's install (autocannon).
 */
import { randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import type { LoadOptions, LoadRequest, LoadResult } from './load.ts';

process.on('message', (options: LoadOptions) => {
  run(options).then(
    (result) => process.send?.(result),
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      process.exit(1);
    },
  );
});
process.send?.('ready');

async function run(options: LoadOptions): Promise<LoadResult> {
  const { hostname, port, host } = new URL(options.url);
  const agent = options.userAgent === undefined ? '' : `User-Agent: ${options.userAgent}\r\n`;
  const requests = options.requests.map((request) => prepare(request, host, agent));
  const wanted = options.status ?? 200;
  const latencies: number[] = [];
  const refusals = new Map<number, number>();
  const startedAt = performance.now();
  const until = startedAt + (options.seconds ?? Infinity) * 1_000;
  let left = options.count ?? Infinity;
  let sent = 0;

  const keepBusy = async (first: number): Promise<void> => {
    const socket = await open(hostname, Number(port));
    const next = sender(socket);
    for (let index = first; left > 0 && performance.now() < until; index += 1) {
      left -= 1;
      const request = requests[index % requests.length];
      if (!request) throw new Error('There are no requests to send.');
      const sentAt = performance.now();
      sent += 1;
      const status = await next(request(sent));
      latencies.push(performance.now() - sentAt);
      if (status !== wanted) refusals.set(status, (refusals.get(status) ?? 0) + 1);
    }
    socket.destroy();
  };

  const apart = Math.max(1, Math.floor(requests.length / options.connections));
  await Promise.all(Array.from({ length: options.connections }, (_, index) => keepBusy(index * apart)));
  const seconds = (performance.now() - startedAt) / 1_000;
  latencies.sort((one, other) => one - other);
  const percentile = (share: number): number => latencies[Math.ceil(latencies.length * share) - 1] ?? NaN;
  return {
    requests: latencies.length,
    requestsPerSecond: latencies.length / seconds,
    p50: percentile(0.5),
    p99: percentile(0.99),
    refusals: Object.fromEntries(refusals),
  };
}

/** Builds a request; the returned function makes its `number`th copy, with a unique id if it needs one. */
function prepare(
  { method = 'GET', path, token, headers = {}, idHeader, body = '' }: LoadRequest,
  host: string,
  agent: string,
) {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  if (token !== undefined) lines.push(`Authorization: Bearer ${token}\r\n`);
  if (method !== 'GET') lines.push(`Content-Length: ${Buffer.byteLength(body)}\r\n`);
  const head = `${method} ${path} HTTP/1.1\r\nHost: ${host}\r\n${agent}${lines.join('')}`;
  const plain = Buffer.from(`${head}\r\n${body}`);
  if (idHeader === undefined) return () => plain;
  const prefix = `${head}${idHeader}: ${randomUUID()}-`;
  return (number: number) => Buffer.from(`${prefix}${number}\r\n\r\n${body}`);
}

function open(host: string, port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, noDelay: true });
    socket.once('error', reject);
    socket.once('connect', () => resolve(socket));
  });
}

/** Sends requests one after another on a connection; resolves with the status once the whole answer has arrived. */
function sender(socket: Socket): (request: Buffer) => Promise<number> {
  let head = '';
  let missing = -1;
  let status = 0;
  let resolve: (status: number) => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;

  socket.on('data', (chunk: Buffer) => {
    if (missing >= 0) {
      missing -= chunk.length;
    } else {
      head += chunk.toString('latin1');
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) return;
      status = Number(head.slice(9, 12));
      const length = /\r\ncontent-length: (\d+)\r\n/i.exec(head.slice(0, end + 2))?.[1];
      // A chunked answer ends with an empty chunk, and without pipelining nothing follows it.
      if (length === undefined && !head.endsWith('\r\n0\r\n\r\n')) return;
      missing = length === undefined ? 0 : end + 4 + Number(length) - head.length;
    }
    if (missing > 0) return;
    head = '';
    missing = -1;
    resolve(status);
  });
  socket.on('error', (error) => reject(error));
  socket.on('close', () => reject(new Error('The connection was closed before the answer.')));

  return (request) =>
    new Promise((answered, failed) => {
      resolve = answered;
      reject = failed;
      socket.write(request);
    });
}

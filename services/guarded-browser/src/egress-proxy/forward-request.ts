import { type IncomingMessage, request as sendRequest, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { portOf } from '@svc/chassis/outbound/egress-allow';
import { dial, type DialOptions, REFUSAL_STATUSES } from './dial.js';

/** Hop-by-hop headers (RFC 9110, 7.6.1), and those between browser and proxy. */
const HOP_FIELDS = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Range of statuses of a final response. */
const STATUS_MIN = 200;
const STATUS_MAX = 999;

/** Forwards a plain http request with an absolute URL on a separate connection. A response that cannot be forwarded becomes a 502. */
export async function forwardRequest(
  request: IncomingMessage,
  response: ServerResponse,
  { job, rules }: DialOptions,
): Promise<void> {
  const giveUp = (): void => refuse(response, 502);
  for (const stream of [request, response]) stream.on('error', () => response.destroy());
  try {
    job.own(request.socket);
    const url = URL.parse(request.url ?? '');
    if (url?.protocol !== 'http:' || url.username || url.password) return refuse(response, 403);
    const remote = await dial(url.hostname, portOf(url), { job, rules });
    if (typeof remote === 'string') return refuse(response, REFUSAL_STATUSES[remote]);
    response.once('close', () => remote.destroy());
    if (response.destroyed) remote.destroy();

    const forwarded = sendRequest({
      createConnection: () => remote,
      method: request.method,
      path: `${url.pathname}${url.search}`,
      headers: [...endToEnd(request.rawHeaders, ['host']), 'Host', url.host, 'Connection', 'close'],
    });
    // A connection can fail more than once.
    forwarded.on('error', giveUp);
    forwarded.once('response', (answer) => passOn(answer, response));
    request.on('data', (chunk: Buffer) => job.countBytes(chunk.length));
    request.pipe(forwarded);
  } catch {
    giveUp();
  }
}

function passOn(answer: IncomingMessage, response: ServerResponse): void {
  answer.on('error', () => response.destroy());
  const { statusCode = 0 } = answer;
  // A host's 407 would make the browser send it the job's password. Node's client also accepts status codes that are not valid in a response.
  if (statusCode === 407 || statusCode < STATUS_MIN || statusCode > STATUS_MAX) return refuse(response, 502);
  try {
    response.writeHead(statusCode, endToEnd(answer.rawHeaders));
  } catch {
    return refuse(response, 502);
  }
  pipeline(answer, response).catch(() => response.destroy());
}

/** Raw headers (alternating names and values) without hop-by-hop ones. */
function endToEnd(rawHeaders: readonly string[], replaced: readonly string[] = []): string[] {
  const kept: string[] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = rawHeaders.slice(at, at + 2);
    const known = name.toLowerCase();
    if (!HOP_FIELDS.has(known) && !replaced.includes(known)) kept.push(name, value);
  }
  return kept;
}

function refuse(response: ServerResponse, status: 403 | 502): void {
  if (response.headersSent) response.destroy();
  else response.writeHead(status, { Connection: 'close' }).end();
}

import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { connect as connectByTls, type TLSSocket } from 'node:tls';
import { portOf } from '@svc/chassis/outbound/egress-allow';
import { VisitFailure } from '../visits/visit-failure.js';
import { dial, type Dialling } from './dial.js';

export interface TextRequest extends Dialling {
  /** Of the answer, as it comes over the wire. */
  readonly bytesMax: number;
  readonly timeoutMs: number;
}

/**
 * Fetches a text over a connection of the proxy's kind: to judged addresses alone, counted in the name of a job. Redirects are not followed.
 * Throws `blocked_target`, `dns_failure`, `connect_failure`, `tls_failure`, `http_error`, `response_too_large`, `timeout`.
 */
export async function fetchText(address: string, { bytesMax, timeoutMs, ...dialling }: TextRequest): Promise<string> {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) throw new VisitFailure('blocked_target');
  const socket = await dial(url.hostname, portOf(url), dialling);
  if (typeof socket === 'string') throw new VisitFailure(socket);
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const connection =
      url.protocol === 'https:' ? await secure(socket, url.hostname, dialling.rules.ca, signal) : socket;
    const asking = request({
      createConnection: () => connection,
      path: `${url.pathname}${url.search}`,
      headers: { Host: url.host, Accept: '*/*', 'Accept-Encoding': 'identity', Connection: 'close' },
      signal,
    });
    // One connection can fail more than once.
    asking.on('error', () => undefined);
    const answering = once(asking, 'response');
    asking.end();
    const [response] = (await answering) as [IncomingMessage];
    return await readText(response, bytesMax);
  } catch (cause) {
    if (cause instanceof VisitFailure && !signal.aborted) throw cause;
    throw new VisitFailure(signal.aborted ? 'timeout' : 'connect_failure', { cause });
  } finally {
    socket.destroy();
  }
}

/** Throws `tls_failure`. */
async function secure(
  socket: Socket,
  servername: string,
  ca: readonly string[] | undefined,
  signal: AbortSignal,
): Promise<TLSSocket> {
  const secured = connectByTls({ socket, servername, ...(ca ? { ca: [...ca] } : {}) });
  secured.on('error', () => undefined);
  try {
    await once(secured, 'secureConnect', { signal });
    return secured;
  } catch (cause) {
    throw new VisitFailure('tls_failure', { cause });
  }
}

async function readText(response: IncomingMessage, bytesMax: number): Promise<string> {
  const { statusCode = 0 } = response;
  if (statusCode !== 200)
    throw new VisitFailure('http_error', { message: `The host answered with status ${statusCode}.` });
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > bytesMax) throw new VisitFailure('response_too_large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

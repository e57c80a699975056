import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { Socket } from 'node:net';
import { connect as connectByTls, type TLSSocket } from 'node:tls';
import { portOf } from '@svc/chassis/outbound/egress-allow';
import { VisitFailure } from '../visits/visit-failure.js';
import { dial, type DialOptions } from './dial.js';

export interface GuardedRequest extends DialOptions {
  readonly timeoutMs: number;
}

/**
 * Sends a GET and reads the response. Like the proxy, it connects only to checked addresses and counts bytes for a job. Throws `blocked_target`,
 * `dns_failure`, `connect_failure`, `tls_failure`, `timeout`, and errors of `read`.
 */
export async function requestGuarded<T>(
  address: string,
  { timeoutMs, ...dialling }: GuardedRequest,
  read: (response: IncomingMessage) => Promise<T>,
): Promise<T> {
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
    // A connection can fail more than once.
    asking.on('error', () => undefined);
    const answering = once(asking, 'response');
    asking.end();
    const [response] = (await answering) as [IncomingMessage];
    return await read(response);
  } catch (cause) {
    if (cause instanceof VisitFailure && !signal.aborted) throw cause;
    throw new VisitFailure(signal.aborted ? 'timeout' : 'connect_failure', { cause });
  } finally {
    socket.destroy();
  }
}

/** Upgrades the connection to TLS. Throws `tls_failure`. */
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

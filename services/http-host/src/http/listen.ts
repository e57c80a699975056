import { createServer, type RequestListener, type Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setImmediate as endOfTurn, setTimeout as pause } from 'node:timers/promises';
import type { OnStop } from '@svc/chassis/process/process';
import { answerClientErrors, withHost } from './client-error-handler.js';
import { noteStopping } from './stopping.js';

/** Milliseconds for which idle connections stay open when the process stops, because requests may be on the wire. */
const IDLE_MS = 1_000;
const CLOSE_INTERVAL_MS = 100;

/** Seconds of keep-alive; longer than that of most proxies. */
export const KEEP_ALIVE_SECONDS = 65;

export interface HttpAddress {
  /** All addresses of the machine, including IPv6, when undefined. */
  readonly host: string | undefined;
  readonly port: number;
  /** Milliseconds for a whole request; two minutes when absent. */
  readonly requestTimeoutMs?: number;
  /** Seconds of keep-alive; `KEEP_ALIVE_SECONDS` when absent. */
  readonly keepAliveSeconds?: number;
  /** Headers of responses to malformed requests that reach no handler; for all other responses the handler sets them. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Listens, and returns the port. When the process stops, it accepts only connections that already exist, marks each response as the last of its
 * connection, closes idle connections after a second, and cuts off busy ones at the end of the grace period. Event streams end immediately.
 */
export async function listenHttp(
  handle: RequestListener,
  { host, port, requestTimeoutMs = 120_000, keepAliveSeconds = KEEP_ALIVE_SECONDS, headers = {} }: HttpAddress,
  onStop: OnStop,
): Promise<number> {
  const server = createServer(
    { requestTimeout: requestTimeoutMs, keepAliveTimeout: keepAliveSeconds * 1_000, requireHostHeader: false },
    withHost(handle, headers),
  );
  answerClientErrors(server, headers);
  const stopping = new AbortController();
  noteStopping(server, stopping.signal);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host }, resolve);
  });
  onStop((graceMs) => {
    stopping.abort();
    return drain(server, graceMs);
  }, 'listener');
  const address = server.address();
  return typeof address === 'object' && address ? address.port : port;
}

async function drain(server: Server, graceMs: number): Promise<void> {
  const force = setTimeout(() => server.closeAllConnections(), graceMs);
  await takeWaiting(server, Math.min(IDLE_MS, graceMs));
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  // The HTTP server's own `close` would close idle connections immediately.
  NetServer.prototype.close.call(server, () => resolve());
  // Not earlier: clients would reconnect just when the listener closes, which resets connections that are not yet accepted.
  server.prependListener('request', (_request, response) => {
    response.shouldKeepAlive = false;
  });
  await Promise.race([closed, pause(Math.min(IDLE_MS, graceMs))]);
  const closing = setInterval(() => server.closeIdleConnections(), CLOSE_INTERVAL_MS);
  await closed;
  clearInterval(closing);
  clearTimeout(force);
}

/**
 * Accepts the connections in the kernel's queue, one per turn of the event loop, because closing the listener would reset those with requests on the
 * wire.
 */
async function takeWaiting(server: Server, withinMs: number): Promise<void> {
  const endsAt = performance.now() + withinMs;
  let isWaiting = true;
  const take = (): void => void (isWaiting = true);
  server.on('connection', take);
  while (isWaiting && performance.now() < endsAt) {
    isWaiting = false;
    // The first call ends the current turn, the second a whole one.
    await endOfTurn();
    await endOfTurn();
  }
  server.off('connection', take);
}

import { createServer, type RequestListener, type Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setImmediate as endOfTurn, setTimeout as pause } from 'node:timers/promises';
import type { OnStop } from '@svc/chassis/process/process';
import { noteStopping } from './stopping.js';
import { answerClientErrors, withHost } from './client-error-handler.js';

/** Milliseconds for which idle connections stay open when the process stops: requests may be on their way on them. */
const IDLE_MS = 1_000;
const CLOSE_INTERVAL_MS = 100;

/** Seconds for which a connection is kept open for the next request: longer than most proxies keep theirs. */
export const KEEP_ALIVE_SECONDS = 65;

export interface HttpAddress {
  /** Every address of the machine, IPv6 too, when undefined. */
  readonly host: string | undefined;
  readonly port: number;
  /** Milliseconds for a whole request; two minutes when absent. */
  readonly requestTimeoutMs?: number;
  /** Seconds for which a connection is kept open for the next request; `KEEP_ALIVE_SECONDS` when absent. */
  readonly keepAliveSeconds?: number;
  /** Headers of the answers to what is no request that a handler could see; those of all other answers are the handler's. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Listens, and answers the port. When the process stops no connection is taken any more but those that are there already, each answer from
 * then on says that it is the last one of its connection, idle ones are closed after a second, and those still busy when the time is up
 * are cut. Streams of events end at once.
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
  // The HTTP server's own `close` would cut idle connections at once.
  NetServer.prototype.close.call(server, () => resolve());
  // Not before: clients would connect again just when the listener closes, which resets the connections that it has not taken.
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
 * Takes the connections that the machine has made and the process has not looked at yet, as a turn of the event loop takes a single one: a
 * listener that is closed resets them under requests that are on their way.
 */
async function takeWaiting(server: Server, withinMs: number): Promise<void> {
  const endsAt = performance.now() + withinMs;
  let isWaiting = true;
  const take = (): void => void (isWaiting = true);
  server.on('connection', take);
  while (isWaiting && performance.now() < endsAt) {
    isWaiting = false;
    // The first is the end of the turn that runs now, the second that of a whole one.
    await endOfTurn();
    await endOfTurn();
  }
  server.off('connection', take);
}

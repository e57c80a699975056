import { createServer, type RequestListener } from 'node:http';
import type { OnStop } from '@svc/chassis/process';
import type { RedirectHandler } from '../redirects/redirect-handler.js';
import { KEEP_ALIVE_SECONDS } from './host-headers.js';

/** Milliseconds that requests under way get when the process stops. */
const DRAIN_MS = 3_000;

/**
 * Listens with redirects in front and everything else behind. Stopping takes no new connections and waits for requests under way,
 * for three seconds at most. Answers the port.
 */
export async function listen(
  { host, port }: { readonly host: string; readonly port: number },
  redirect: RedirectHandler,
  app: RequestListener,
  onStop: OnStop,
): Promise<number> {
  const server = createServer(
    { requestTimeout: 150_000, keepAliveTimeout: KEEP_ALIVE_SECONDS * 1_000 },
    (request, response) => {
      if (!redirect(request, response)) app(request, response);
    },
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  onStop(
    () =>
      new Promise<void>((resolve) => {
        const force = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
        server.close(() => {
          clearTimeout(force);
          resolve();
        });
        server.closeIdleConnections();
      }),
  );
  const address = server.address();
  return typeof address === 'object' && address ? address.port : port;
}

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, isIPv6, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type EgressBudget, EgressJob } from './egress-job.js';
import type { EgressRules } from './egress-rules.js';
import { forwardRequest } from './forward-request.js';
import { openTunnel } from './open-tunnel.js';

const CONNECTIONS_MAX = 2_000;
const HEADERS_MS = 10_000;
const CHALLENGE = 'Basic realm="captures"';

/** The browser's only network access: a forward proxy that connects only to public addresses, for clients with a running job's password. */
export interface EgressProxy {
  /** `http://<address>:<port>` */
  readonly url: string;
  openJob(budget: EgressBudget): EgressJob;
  /** Ends all jobs. */
  close(): Promise<void>;
}

/** Opens the proxy, by default on a free loopback port. */
export async function openEgressProxy(
  rules: EgressRules,
  { host, port }: { readonly host: string; readonly port: number } = { host: '127.0.0.1', port: 0 },
): Promise<EgressProxy> {
  const jobs = new Map<string, EgressJob>();
  const server = createServer({ headersTimeout: HEADERS_MS, keepAliveTimeout: HEADERS_MS });
  server.maxConnections = CONNECTIONS_MAX;

  server.on('connect', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // A browser that disconnects resets its connections.
    socket.on('error', () => socket.destroy());
    const job = findJob(request, jobs);
    if (job) {
      const tunnel = openTunnel({ authority: request.url ?? '', client: socket as Socket, head, job, rules });
      tunnel.catch(() => socket.destroy());
    } else
      socket.end(
        `HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: ${CHALLENGE}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
      );
  });
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const job = findJob(request, jobs);
    if (job) forwardRequest(request, response, { job, rules }).catch(() => response.destroy());
    else response.writeHead(407, { 'Proxy-Authenticate': CHALLENGE, Connection: 'close' }).end();
  });
  server.on('clientError', (_error, socket) => socket.destroy());

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve);
  });
  return {
    url: `http://${isIPv6(host) ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`,
    openJob(budget) {
      const job = new EgressJob(budget, ({ username }) => jobs.delete(username));
      jobs.set(job.username, job);
      return job;
    },
    async close() {
      for (const job of jobs.values()) job.end();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

function findJob({ headers }: IncomingMessage, jobs: ReadonlyMap<string, EgressJob>): EgressJob | undefined {
  const [, encoded = ''] = /^basic ([\w+/=-]{1,256})$/i.exec(headers['proxy-authorization'] ?? '') ?? [];
  const [username = '', password = ''] = Buffer.from(encoded, 'base64').toString('latin1').split(':');
  const job = jobs.get(username);
  return job?.isPassword(password) ? job : undefined;
}

import type { Socket } from 'node:net';
import { dial, type DialOptions, REFUSAL_STATUSES } from './dial.js';

interface TunnelRequest extends DialOptions {
  /** `host:port` of the request line. */
  readonly authority: string;
  readonly client: Socket;
  /** Data that the client has already sent. */
  readonly head: Buffer;
}

/** Handles CONNECT (RFC 9110, 9.3.6): forwards bytes in both directions unread, so that TLS is end to end between browser and host. */
export async function openTunnel({ authority, client, head, job, rules }: TunnelRequest): Promise<void> {
  job.own(client);
  const target = readAuthority(authority);
  if (!target) return refuse(client, 403);
  const remote = await dial(target.hostname, target.port, { job, rules });
  if (typeof remote === 'string') return refuse(client, REFUSAL_STATUSES[remote]);
  if (client.destroyed) {
    remote.destroy();
    return;
  }
  client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
  client.on('data', (chunk: Buffer) => job.countBytes(chunk.length));
  remote.write(head);
  client.pipe(remote);
  remote.pipe(client);
  client.once('close', () => remote.destroy());
  remote.once('close', () => client.destroy());
}

function readAuthority(authority: string): { hostname: string; port: number } | undefined {
  const [, host, port] = /^(\[[\da-f:.]{2,45}\]|[^\s:/?#@[\]\\]{1,255}):(\d{1,5})$/i.exec(authority) ?? [];
  const hostname = URL.parse(`http://${host}/`)?.hostname;
  return host && hostname ? { hostname, port: Number(port) } : undefined;
}

function refuse(client: Socket, status: 403 | 502): void {
  client.end(`HTTP/1.1 ${status} Refused\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`);
}

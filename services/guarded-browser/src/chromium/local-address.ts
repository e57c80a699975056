import { once } from 'node:events';
import { connect } from 'node:net';

const ANSWER_MS = 5_000;
const PORTS: Readonly<Record<string, number>> = { 'ws:': 80, 'http:': 80, 'wss:': 443, 'https:': 443 };

/** This machine's address as seen by the host of a URL. Throws when the host is unreachable. */
export async function localAddressFor(url: string): Promise<string> {
  const { hostname, port, protocol } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  const socket = connect({ host, port: Number(port || PORTS[protocol]), timeout: ANSWER_MS });
  socket.once('timeout', () => socket.destroy(new Error('The browser does not answer.')));
  try {
    await once(socket, 'connect');
    return socket.localAddress?.replace(/^::ffff:/, '') ?? '127.0.0.1';
  } finally {
    socket.destroy();
  }
}

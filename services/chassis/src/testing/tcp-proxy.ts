import { connect, createServer, type Socket } from 'node:net';
import { listenLocally } from './local-listener.js';

/** A proxy between a client and a server that can simulate network failures. */
export interface TcpProxy {
  /** The same URL with the proxy's host and port. */
  through(url: string): string;
  /** Closes all connections, and every new one at once. */
  cut(): void;
  /** Lets new connections through again, in both directions. */
  restore(): void;
  /** The next time a client sends `text`, the server gets it and the client loses its connection before the answer. */
  loseAnswerTo(text: string): void;
  /** Keeps connections open, but drops the server's responses. */
  silence(): void;
  /** Sends new connections to this target; open ones are not moved. */
  leadTo(target: string): void;
  /** Connections accepted since the start. */
  accepted(): number;
  /** Bytes sent by the client of each accepted connection, in order. */
  carried(): readonly number[];
  close(): Promise<void>;
}

/** Listens on a free local port and forwards everything to `host:port` of `target`. */
export async function createTcpProxy(target: string): Promise<TcpProxy> {
  let { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let isCut = false;
  let isSilent = false;
  const carried: number[] = [];
  let fatalText: string | undefined;

  const server = createServer((client) => {
    if (isCut) {
      client.destroy();
      return;
    }
    const place = carried.push(0) - 1;
    const upstream = connect(Number(port), hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        upstream.end();
      });
    }
    client.on('data', (bytes) => {
      upstream.write(bytes);
      carried[place] = (carried[place] ?? 0) + bytes.length;
      if (fatalText !== undefined && bytes.includes(fatalText)) {
        fatalText = undefined;
        client.destroy();
      }
    });
    upstream.on('data', (bytes) => {
      if (!isSilent) client.write(bytes);
    });
  });
  // A test that fails before it closes its proxy must not keep the process alive.
  server.unref();
  const listener = await listenLocally(server);

  const cut = (): void => {
    isCut = true;
    for (const socket of sockets) socket.destroy();
  };
  return {
    through(url) {
      const proxied = new URL(url);
      proxied.host = `127.0.0.1:${listener.port}`;
      return proxied.href;
    },
    cut,
    restore() {
      isCut = false;
      isSilent = false;
    },
    loseAnswerTo: (text) => void (fatalText = text),
    silence: () => void (isSilent = true),
    leadTo: (other) => void ({ hostname, port } = new URL(other)),
    accepted: () => carried.length,
    carried: () => carried,
    close() {
      cut();
      return listener.close();
    },
  };
}

import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, Server } from 'node:net';

/** A server that listens on a free port of this machine. */
export interface LocalListener {
  readonly port: number;
  readonly url: string;
  /** Closes the server and every open connection. */
  readonly close: () => Promise<void>;
}

/** Listens on a free port with a server, or with one for this listener. */
export async function listenLocally(listener: RequestListener | Server): Promise<LocalListener> {
  const server = listener instanceof Server ? listener : createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        if ('closeAllConnections' in server) (server as ReturnType<typeof createServer>).closeAllConnections();
      }),
  };
}

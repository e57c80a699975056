import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** Lets containers reach a store that listens only on this machine's loopback address. */
export async function openForwarder(
  address: string,
  target: string,
): Promise<{ url: string; close: () => Promise<void> }> {
  const forwarded = new URL(target);
  const { port, hostname } = forwarded;
  const open = new Set<Socket>();
  const server: Server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    open.add(client);
    for (const socket of [client, upstream]) socket.on('error', () => undefined);
    client.on('close', () => upstream.destroy() && open.delete(client)).pipe(upstream);
    upstream.on('close', () => client.destroy()).pipe(client);
  });
  server.unref();
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, address, resolve));
  forwarded.host = `${address}:${(server.address() as AddressInfo).port}`;
  const url = target.endsWith('/') ? forwarded.href : forwarded.href.replace(/\/$/, '');
  return {
    url,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
}

import { createServer } from 'node:net';

/**
 * Ports handed out: below 32768, where the kernel starts to give ports to outgoing connections. A process draws from a slice of
 * its own, chosen by its id, so that stacks that start at the same time do not reach for the same port.
 */
const FIRST_PORT = 20_000;
const SLICE_SIZE = 96;
const SLICES = 128;

let next = 0;

/** A port of 127.0.0.1 that nobody listens on now, never the same one twice. */
export async function findFreePort(): Promise<number> {
  for (let tries = 0; tries < SLICE_SIZE; tries += 1) {
    const port = FIRST_PORT + (process.pid % SLICES) * SLICE_SIZE + (next++ % SLICE_SIZE);
    if ((await probePort(port)) === 'free') return port;
  }
  throw new Error(`No free port was found between ${FIRST_PORT} and ${FIRST_PORT + SLICES * SLICE_SIZE}.`);
}

/** Tells whether a server could listen on the port, on this machine alone and on all its addresses. */
export async function probePort(port: number): Promise<'free' | 'taken' | 'forbidden'> {
  for (const host of ['127.0.0.1', undefined]) {
    const code = await tryToListen(port, host);
    if (code === 'EACCES') return 'forbidden';
    if (code) return 'taken';
  }
  return 'free';
}

function tryToListen(port: number, host: string | undefined): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'unknown'));
    server.listen({ port, host }, () => server.close(() => resolve(undefined)));
  });
}

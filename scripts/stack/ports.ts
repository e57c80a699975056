import { createServer } from 'node:net';

/**
 * Ports below 32768, where the kernel's range for outgoing connections starts. Each process uses its own slice, so that no other process takes the
 * port of a service that is being restarted.
 */
const FIRST_PORT = 20_000;
const SLICE_SIZE = 96;
const SLICES = 128;

let slice: Promise<number> | undefined;
let next = 0;

/** A free port on 127.0.0.1; never returns the same one twice. */
export async function findFreePort(): Promise<number> {
  const first = await (slice ??= claimSlice());
  for (let tries = 1; tries < SLICE_SIZE; tries += 1) {
    const port = first + 1 + (next++ % (SLICE_SIZE - 1));
    if ((await probePort(port)) === 'free') return port;
  }
  throw new Error(`No free port was found between ${first} and ${first + SLICE_SIZE}.`);
}

/** Claims a slice by listening on its first port for the lifetime of this process; returns that port. */
async function claimSlice(): Promise<number> {
  for (let tries = 0; tries < SLICES; tries += 1) {
    const first = FIRST_PORT + ((process.pid + tries) % SLICES) * SLICE_SIZE;
    const claim = createServer((socket) => socket.destroy()).unref();
    const isOurs = await new Promise<boolean>((resolve) => {
      claim.once('error', () => resolve(false)).listen(first, '127.0.0.1', () => resolve(true));
    });
    if (isOurs) return first;
  }
  throw new Error(`No free ports were found between ${FIRST_PORT} and ${FIRST_PORT + SLICES * SLICE_SIZE}.`);
}

/** Whether a server could listen on the port, locally and on all addresses. */
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

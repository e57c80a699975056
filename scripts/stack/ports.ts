import { createServer } from 'node:net';

/**
 * Ports handed out: below 32768, where the kernel starts to give ports to outgoing connections. A process draws from a slice of
 * its own, so that no other one reaches for the port of a service that is just being started again: the one of the upper half that it was
 * given (`PORT_SLICE`), or one of the lower half by its id.
 */
const FIRST_PORT = 20_000;
const SLICE_SIZE = 96;
const SLICES = 128;
const GIVEN_SLICES = SLICES / 2;

let next = 0;

function sliceOfProcess(): number {
  const { PORT_SLICE } = process.env;
  return PORT_SLICE === undefined ? process.pid % GIVEN_SLICES : GIVEN_SLICES + (Number(PORT_SLICE) % GIVEN_SLICES);
}

/** A port of 127.0.0.1 that nobody listens on now, never the same one twice. */
export async function findFreePort(): Promise<number> {
  for (let tries = 0; tries < SLICE_SIZE; tries += 1) {
    const port = FIRST_PORT + sliceOfProcess() * SLICE_SIZE + (next++ % SLICE_SIZE);
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

import { connect } from 'node:net';
import type { PoolClient } from 'pg';

/** Marks a connection that only requests a cancellation (PostgreSQL manual, 54.7 "Message Formats", CancelRequest). */
const CANCEL_REQUEST_CODE = 80_877_102;
const LENGTH = 16;
const TIMEOUT_MS = 2_000;

/** The server's cancellation key, which the driver's types omit. */
interface Cancellable {
  readonly processID: number | null;
  readonly secretKey: number | null;
}

/**
 * Asks the server, or a pooler before it, to cancel the connection's current statement. Resolves when the request has been handled or has failed:
 * from then on it cannot affect a later statement. Never rejects.
 */
export function requestCancel(client: PoolClient): Promise<void> {
  const { processID, secretKey } = client as unknown as Cancellable;
  if (processID === null || secretKey === null) return Promise.resolve();
  const packet = Buffer.alloc(LENGTH);
  packet.writeInt32BE(LENGTH, 0);
  packet.writeInt32BE(CANCEL_REQUEST_CODE, 4);
  packet.writeInt32BE(processID, 8);
  packet.writeInt32BE(secretKey, 12);

  const { host, port } = client;
  const socket = connect(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port });
  return new Promise((resolve) => {
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy());
    socket.on('error', () => undefined);
    socket.on('close', () => resolve());
    // The server closes the connection once it has handled the request.
    socket.on('connect', () => socket.write(packet));
    socket.resume();
  });
}

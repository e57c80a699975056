import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

const signals = new WeakMap<Socket, AbortSignal>();

/** Has answers of the server know when it stops. */
export function noteStopping(server: Server, stopping: AbortSignal): void {
  server.on('connection', (socket: Socket) => signals.set(socket, stopping));
}

/** Aborted when the server that answers stops, for answers that would not end by themselves; undefined where no server says so. */
export function stoppingSignal({ req }: ServerResponse): AbortSignal | undefined {
  return signals.get(req.socket);
}

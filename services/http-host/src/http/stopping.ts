import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

const signals = new WeakMap<Socket, AbortSignal>();

/** Tells the server's responses when it stops. */
export function noteStopping(server: Server, stopping: AbortSignal): void {
  server.on('connection', (socket: Socket) => signals.set(socket, stopping));
}

/** Aborted when the responding server stops, for responses that would not end by themselves; undefined when no server announces it. */
export function stoppingSignal({ req }: ServerResponse): AbortSignal | undefined {
  return signals.get(req.socket);
}

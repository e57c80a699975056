import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

const signals = new WeakMap<Socket, AbortSignal>();

/** Makes the stop of a server known to its responses. */
export function noteStopping(server: Server, stopping: AbortSignal): void {
  server.on('connection', (socket: Socket) => signals.set(socket, stopping));
}

/**
 * Returns a signal that aborts when the responding server stops, for responses that would not end by themselves; undefined without `noteStopping`.
 */
export function stoppingSignal({ req }: ServerResponse): AbortSignal | undefined {
  return signals.get(req.socket);
}

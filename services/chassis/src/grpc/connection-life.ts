/** Lifetime of a server's connections, in milliseconds. */
export interface ConnectionLife {
  /** Maximum age; clients then resolve the name again, so that a new replica gets its share. */
  readonly ageMs: number;
  /** Grace period for calls running at that age. */
  readonly graceMs: number;
}

export const CONNECTION_LIFE: ConnectionLife = { ageMs: 60_000, graceMs: 30_000 };

/** Grace period in milliseconds for calls on an aged connection, where the service has streams. */
export const STREAM_GRACE_MS = 240_000;

/** grpc-js jitters the maximum age by ±10 %. */
const AGE_SPREAD = 1.1;

/**
 * Keepalive interval of a client in milliseconds: longer than a server keeps a connection, so that only a connection whose server has vanished gets a
 * ping. A ping on a connection that its server is closing would abort the calls still running on it (grpc-node issue 3068).
 */
export function keepaliveMs({ ageMs, graceMs }: ConnectionLife): number {
  return ageMs * AGE_SPREAD + graceMs;
}

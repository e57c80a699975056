/** How long a server keeps a connection, in milliseconds. */
export interface ConnectionLife {
  /** Maximum age; clients then resolve the name again, so that a new replica gets its share. */
  readonly ageMs: number;
  /** Grace for calls that are running then. */
  readonly graceMs: number;
}

export const CONNECTION_LIFE: ConnectionLife = { ageMs: 60_000, graceMs: 30_000 };

/** grpc-js spreads the maximum age by a tenth in both directions. */
const AGE_SPREAD = 1.1;

/**
 * Milliseconds until a client pings a connection: later than a server keeps one, so that only a connection whose server has vanished gets a ping. A
 * ping on a connection that its server is closing would cut the calls that still run on it (grpc-node issue 3068).
 */
export function keepaliveMs({ ageMs, graceMs }: ConnectionLife): number {
  return ageMs * AGE_SPREAD + graceMs;
}

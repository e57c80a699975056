import { type GrpcServer, READINESS } from '../grpc/server.js';
import type { Log } from '../logging/log.js';
import { watchDatabase } from '../postgres/database-watch.js';
import type { Db, Pool } from '../postgres/pool.js';
import { observeDependency } from '../telemetry/dependency-metrics.js';
import type { OnStop } from './process.js';

export interface HealthOptions {
  readonly name: string;
  readonly server: GrpcServer;
  readonly grpcAddress: string;
  readonly databaseUrl: string;
  /** Rejects, with the reason, while the process cannot do its work. */
  readonly check: (db: Db) => Promise<void>;
  /** Pools whose statements fail at once while the database hangs. */
  readonly pools: readonly Pool[];
  readonly log: Log;
  readonly onStop: OnStop;
}

/**
 * Listens, and updates gRPC health once a second: serving while the database answers and the check passes; `readiness` from the first success on.
 * Returns the port.
 */
export async function listenWithHealth({
  server,
  grpcAddress,
  databaseUrl,
  name,
  ...rest
}: HealthOptions): Promise<number> {
  const { check, pools, log, onStop } = rest;
  const port = await server.listen(grpcAddress);
  onStop((graceMs) => server.stop(graceMs), 'listener');
  const watch = watchDatabase({
    connectionString: databaseUrl,
    applicationName: name,
    check,
    pools,
    onState(state) {
      observeDependency('database', state === 'ready');
      server.setServing(state === 'ready');
      if (state === 'ready') server.setServing(true, READINESS);
    },
    log,
  });
  onStop(() => watch.stop());
  log.info({ port }, 'listening');
  return port;
}

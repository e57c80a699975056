import { repeat } from '../concurrency/repeat.js';
import { GrpcServer, LIVENESS } from '../grpc/server.js';
import { checkInstallation } from '../postgres/migrations/installation.js';
import { schemaVersionCheck } from '../postgres/migrations/migrations.js';
import type { Pool } from '../postgres/pool.js';
import { type HealthOptions, listenWithHealth } from './health.js';

/** Health of a process without callers: its address serves only health checks. */
export interface WorkerHealthOptions extends Omit<HealthOptions, 'server' | 'check' | 'pools'> {
  readonly schema: string;
  /** Folder of the migrations that the worker's code needs. */
  readonly migrations: string;
  readonly pool: Pool;
  /** The expected owner of the database; any when unset. */
  readonly installationId: string | undefined;
  /** Throws, with the reason, while the worker makes no progress. */
  readonly check: () => void;
  /** Whether the worker's loop still runs, even if every try fails; reported as `liveness`. */
  readonly isAlive: () => boolean;
}

/** Milliseconds between two checks. */
const LOOK_MS = 1_000;

/** Reports in gRPC health whether a worker makes progress on a database with the schema it needs. Returns the port. */
export function serveWorkerHealth(options: WorkerHealthOptions): Promise<number> {
  const { schema, migrations, pool, installationId, check, isAlive, ...rest } = options;
  const verify = () => Promise.reject(new Error('A worker has no callers.'));
  const checkSchema = schemaVersionCheck(schema, [migrations]);
  const server = new GrpcServer({ methods: {}, verify, log: rest.log });
  const look = async (): Promise<void> => server.setServing(isAlive(), LIVENESS);
  const looking = repeat('worker watch', look, LOOK_MS, rest.log);
  rest.onStop(() => looking.stop());
  return listenWithHealth({
    ...rest,
    server,
    check: async (db) => {
      if (installationId !== undefined) await checkInstallation(db, installationId);
      await checkSchema(db);
      check();
    },
    pools: [pool],
  });
}

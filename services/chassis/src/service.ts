import { createAssertionVerifier, type VerifyAssertion } from './assertions/verify-assertion.js';
import type { MethodTable } from './grpc/methods.js';
import { GrpcServer } from './grpc/server.js';
import type { Log } from './log.js';
import { schemaVersionCheck } from './postgres/migrations.js';
import { createPool, type Pool } from './postgres/pool.js';
import type { OnStop } from './process.js';

/** Milliseconds between two looks at the database. */
const READINESS_INTERVAL_MS = 1_000;

export interface ServiceOptions {
  /** Name of the service and of its schema. */
  readonly name: string;
  readonly config: { readonly grpcAddress: string; readonly databaseUrl: string; readonly poolMax: number };
  readonly methods: MethodTable;
  /** Reads identity's public signing keys. */
  readonly readKeys: () => Promise<readonly string[]>;
  /** Folder of the service's migrations. */
  readonly migrations: string;
  readonly log: Log;
  readonly onStop: OnStop;
}

/** What every gRPC service with a database is made of. */
export interface Service {
  readonly pool: Pool;
  readonly server: GrpcServer;
  readonly verify: VerifyAssertion;
  /** Starts to listen and to tell gRPC health whether the database answers with the schema that this code needs. */
  readonly listen: () => Promise<void>;
}

/** Opens the pool and prepares the server; nothing is served before `listen`. */
export function createService(options: ServiceOptions): Service {
  const { name, config, methods, log, onStop } = options;
  const pool = createPool({
    connectionString: config.databaseUrl,
    max: config.poolMax,
    applicationName: name,
    log,
  });
  onStop(() => pool.end());
  const verify = createAssertionVerifier(options.readKeys);
  const server = new GrpcServer({ methods, verify, log });
  return {
    pool,
    server,
    verify,
    async listen() {
      await server.listen(config.grpcAddress);
      onStop(() => server.stop());
      const stopWatching = watchReadiness(server, schemaVersionCheck(pool, name, [options.migrations]), log);
      onStop(stopWatching);
      log.info({ address: config.grpcAddress }, 'listening');
    },
  };
}

function watchReadiness(server: GrpcServer, check: () => Promise<void>, log: Log): () => void {
  let wasServing: boolean | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  const look = async (): Promise<void> => {
    let isServing = true;
    try {
      await check();
    } catch (error) {
      isServing = false;
      if (wasServing !== false) log.warn({ err: error }, 'not ready');
    }
    if (stopped) return;
    if (isServing !== wasServing) server.setServing(isServing);
    if (isServing && wasServing !== true) log.info('ready');
    wasServing = isServing;
    timer = setTimeout(() => void look(), READINESS_INTERVAL_MS);
  };

  void look();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}

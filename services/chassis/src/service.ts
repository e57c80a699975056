import { createAssertionVerifier, type VerifyAssertion } from './assertions/verify-assertion.js';
import type { MethodTable } from './grpc/methods.js';
import { GrpcServer } from './grpc/server.js';
import { createWrite, type Write } from './grpc/write.js';
import { listenWithHealth } from './health.js';
import { startIdempotencySweep } from './idempotency/sweep.js';
import type { Log } from './log.js';
import { Outbox, type OutboxOptions } from './outbox/outbox.js';
import { checkInstallation } from './postgres/installation.js';
import { schemaVersionCheck } from './postgres/migrations.js';
import { createPool, type CreatePoolOptions, type Db, type Pool } from './postgres/pool.js';
import type { OnStop } from './process.js';

export interface ServiceOptions {
  /** Name of the service. */
  readonly name: string;
  /** Its schema; called as the service when unset. */
  readonly schema?: string;
  readonly config: {
    readonly grpcAddress: string;
    readonly databaseUrl: string;
    readonly poolMax: number;
    /** Whom the database has to belong to; anybody when unset. */
    readonly installationId: string | undefined;
  };
  readonly methods: MethodTable;
  /** Reads identity's public signing keys. */
  readonly readKeys: () => Promise<readonly string[]>;
  /** Folder of the service's migrations. */
  readonly migrations: string;
  /** Rejects, with the reason, while the service cannot work although its database can. */
  readonly check?: (db: Db) => Promise<void>;
  readonly log: Log;
  readonly onStop: OnStop;
}

/** What every gRPC service with a database is made of. */
export interface Service {
  readonly pool: Pool;
  readonly server: GrpcServer;
  readonly verify: VerifyAssertion;
  /** Makes the handlers of the methods that write. */
  readonly write: Write;
  /** Opens the outbox, which delivers until the process stops. */
  readonly openOutbox: (options: OutboxOptions) => Outbox;
  /** Opens another pool of the same database, which fails at once, as the first does, while the database hangs. */
  readonly openPool: (
    options: { readonly name: string } & Pick<CreatePoolOptions, 'max' | 'statementTimeoutMs'>,
  ) => Pool;
  /** Starts to listen and to tell gRPC health whether the database answers with the schema that this code needs. */
  readonly listen: () => Promise<void>;
}

/** Opens the pool and prepares the server; nothing is served before `listen`. */
export function createService(options: ServiceOptions): Service {
  const { name, config, methods, log, onStop } = options;
  const pools: Pool[] = [];
  const openPool: Service['openPool'] = ({ name: applicationName, ...rest }) => {
    const pool = createPool({ connectionString: config.databaseUrl, applicationName, log, ...rest });
    onStop(() => pool.end());
    pools.push(pool);
    return pool;
  };
  const pool = openPool({ name, max: config.poolMax });
  const verify = createAssertionVerifier(options.readKeys);
  const server = new GrpcServer({ methods, verify, log });
  const sweep = startIdempotencySweep(pool);
  onStop(() => sweep.stop());
  return {
    pool,
    server,
    verify,
    write: createWrite(pool, methods),
    openOutbox(outboxOptions) {
      const outbox = new Outbox(pool, outboxOptions);
      outbox.start();
      onStop(() => outbox.stop());
      return outbox;
    },
    openPool,
    async listen() {
      const { grpcAddress, databaseUrl, installationId } = config;
      const checkSchema = schemaVersionCheck(options.schema ?? name, [options.migrations]);
      const check = async (db: Db): Promise<void> => {
        if (installationId !== undefined) await checkInstallation(db, installationId);
        await checkSchema(db);
        await options.check?.(db);
      };
      await listenWithHealth({ name, server, grpcAddress, databaseUrl, check, pools, log, onStop });
    },
  };
}

import { createAssertionVerifier, type VerifyAssertion } from '../assertions/verify-assertion.js';
import { STREAM_GRACE_MS } from '../grpc/connection-life.js';
import type { MethodTable } from '../grpc/methods.js';
import { GrpcServer } from '../grpc/server.js';
import { createWrite, type Write } from '../grpc/write.js';
import { startIdempotencySweep } from '../idempotency/sweep.js';
import type { Log } from '../logging/log.js';
import type { NewMessage } from '../outbox/message.js';
import { Outbox, type OutboxOptions } from '../outbox/outbox.js';
import { checkInstallation } from '../postgres/migrations/installation.js';
import { schemaVersionCheck } from '../postgres/migrations/migrations.js';
import { createPool, type CreatePoolOptions, type Db, type Pool } from '../postgres/pool.js';
import type { Tx } from '../postgres/transaction.js';
import type { ReferencesOf } from '../tool-calls/references.js';
import type { ToolCallReport } from '../tool-calls/report-tool-call.js';
import { listenWithHealth } from './health.js';
import type { OnStop } from './process.js';

export interface ServiceOptions {
  /** Name of the service. */
  readonly name: string;
  /** Its schema; named like the service when unset. */
  readonly schema?: string;
  readonly config: {
    readonly grpcAddress: string;
    readonly databaseUrl: string;
    readonly poolMax: number;
    /** The expected owner of the database; any when unset. */
    readonly installationId: string | undefined;
  };
  readonly methods: MethodTable;
  /** Fetches identity's public signing keys. */
  readonly readKeys: () => Promise<readonly string[]>;
  /** Folder of the service's migrations. */
  readonly migrations: string;
  /** Derives the references in records of agents' writes; null when agents write nothing to this service. */
  readonly toolCalls: ReferencesOf | null;
  /** Whether the service has streams, which outlast a connection's maximum age; false when unset. */
  readonly hasStreams?: boolean | undefined;
  /** Rejects, with the reason, while the service cannot work although its database can. */
  readonly check?: (db: Db) => Promise<void>;
  readonly log: Log;
  readonly onStop: OnStop;
}

/** The parts of a gRPC service with a database. */
export interface Service {
  readonly pool: Pool;
  readonly server: GrpcServer;
  readonly verify: VerifyAssertion;
  /** Creates the handlers of the methods that write. */
  readonly write: Write;
  /** Reports agents' changes for writes outside gRPC methods. */
  readonly toolCalls: ToolCallReport | null;
  /** Opens the outbox, which delivers until the process stops. */
  readonly openOutbox: (options: OutboxOptions) => Outbox;
  /** Opens another pool of the same database, whose statements also fail at once while the database hangs. */
  readonly openPool: (
    options: { readonly name: string } & Pick<CreatePoolOptions, 'max' | 'statementTimeoutMs'>,
  ) => Pool;
  /**
   * Starts listening, and reports in gRPC health whether the database answers and has the schema that this code needs. Rejects when agents' calls
   * must be reported without an outbox.
   */
  readonly listen: () => Promise<void>;
}

/** Opens the pool and prepares the server; serves nothing before `listen`. */
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
  const verify = createAssertionVerifier(name, options.readKeys);
  const connectionGraceMs = options.hasStreams ? STREAM_GRACE_MS : undefined;
  const server = new GrpcServer({ methods, verify, log, connectionGraceMs });
  const sweep = startIdempotencySweep(pool);
  onStop(() => sweep.stop());
  let outbox: Outbox | undefined;
  const openedOutbox = (): Outbox => {
    if (!outbox) throw new Error(`${name} reports the calls of agents, so it needs an outbox.`);
    return outbox;
  };
  const toolCalls = options.toolCalls && {
    referencesOf: options.toolCalls,
    outbox: { enqueue: (tx: Tx, ...messages: NewMessage[]) => openedOutbox().enqueue(tx, ...messages) },
  };
  return {
    pool,
    server,
    verify,
    write: createWrite({ pool, toolCalls }, methods),
    toolCalls,
    openOutbox(outboxOptions) {
      const opened = new Outbox(pool, outboxOptions);
      outbox = opened;
      opened.start();
      onStop(() => opened.stop());
      return opened;
    },
    openPool,
    async listen() {
      if (toolCalls) openedOutbox();
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

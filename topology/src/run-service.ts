import { type AsService, callAs } from '@svc/chassis/assertions/service-call';
import { createClient, type PromiseClient } from '@svc/chassis/grpc/client';
import type { Connection } from '@svc/chassis/grpc/connection';
import type { GrpcServer } from '@svc/chassis/grpc/server';
import type { Db, Pool } from '@svc/chassis/postgres/pool';
import { createService, type Service } from '@svc/chassis/process/service';
import type { ReferencesOf } from '@svc/chassis/tool-calls/references';
import type { ImageTables } from '@svc/objects/claim/image-tables';
import type { ObjectClaim } from '@svc/objects/claim/object-claim';
import { readObjectStoreOptions } from '@svc/objects/store/environment';
import type { ObjectStoreOptions } from '@svc/objects/store/open-object-store';
import { AuthenticationService } from '@svc/proto/identity/v1/authentication_service';
import { METHOD_OPTIONS } from '@svc/proto/methods';
import type { Destinations } from './connections.js';
import { databaseUrlIn, type Settings } from './environment.js';
import { migrationsOf } from './migrations-folder.js';
import { type Call, type DatabaseServiceName, PROCESSES, type SettingOf } from './processes.js';
import { type RunningProcess, runProcess } from './run-process.js';

type Authentication = PromiseClient<typeof AuthenticationService>;

/** Services that fetch the keys of assertions from identity. */
type AskingServiceName = {
  [Name in DatabaseServiceName]: 'identity' extends Call<Name> ? Name : never;
}[DatabaseServiceName];

/** The signing keys of the service from which the others fetch them. */
export interface OwnKeys {
  publicJwks(): Promise<readonly string[]>;
  /** Rejects, with the reason, while signing is impossible. */
  check(db: Db): Promise<void>;
}

/** Dependencies for delivering a service's outbox messages: connections to its destinations, and calls in its own name. */
export interface Sender<Name extends DatabaseServiceName> {
  readonly destinations: Destinations<Name>;
  readonly asSelf: AsService;
}

export interface ServiceOptions {
  /** Derives the references in records of agents' writes; null when the service reports none. */
  readonly toolCalls: ReferencesOf | null;
  /** Whether it has streams; false when unset. */
  readonly hasStreams?: boolean;
  /** For a service that stores images: its image tables. */
  readonly imageTables?: (pool: Pool) => ImageTables;
}

/** Resources that a service gets from its row in the table; it serves nothing before its start has completed. */
export type RunningService<Name extends DatabaseServiceName> = RunningProcess<Name> &
  Omit<Service, 'listen'> &
  ('S3_BUCKET' extends SettingOf<Name> ? { readonly objects: ObjectClaim } : unknown);

/** Resources of a service that fetches keys from identity; with its own secret it can also call in its own name. */
export type AskingService<Name extends AskingServiceName> = RunningService<Name> & {
  readonly authentication: Authentication;
} & ('SERVICE_SECRET' extends SettingOf<Name> ? { readonly asSelf: AsService } : unknown);

/**
 * Runs a service of the table: with its database, the connections in its row and the stores in its settings, whose health it reports in gRPC health.
 * `start` adds the services to serve; then the process listens. A service that does not call identity provides its own signing keys.
 */
export function runService<Name extends AskingServiceName>(
  name: Name,
  options: ServiceOptions,
  start: (service: AskingService<Name>) => Promise<void> | void,
): Promise<void>;
export function runService<Name extends Exclude<DatabaseServiceName, AskingServiceName>, Keys extends OwnKeys>(
  name: Name,
  options: ServiceOptions & { readonly openKeys: (pool: Pool, settings: Settings<Name>) => Keys },
  start: (service: RunningService<Name> & { readonly keys: Keys }) => Promise<void> | void,
): Promise<void>;
export function runService(
  name: DatabaseServiceName,
  options: ServiceOptions & { readonly openKeys?: (pool: Pool, settings: never) => OwnKeys },
  start: (service: never) => Promise<void> | void,
): Promise<void> {
  return runProcess(name, async (running) => {
    const { settings, log, onStop } = running;
    const objectStore = 'S3_BUCKET' in settings ? readObjectStoreOptions(settings, name) : undefined;
    const { identity }: { readonly identity?: Connection } = running.connections;
    const authentication = identity && createClient(AuthenticationService, identity);
    const { listen, ...service } = createService({
      name,
      schema: PROCESSES[name].schema,
      config: {
        grpcAddress: settings.GRPC_ADDRESS,
        databaseUrl: databaseUrlIn(settings),
        poolMax: settings.PG_POOL_MAX,
        installationId: settings.INSTALLATION_ID,
      },
      methods: METHOD_OPTIONS,
      readKeys: () => keys.publicJwks(),
      migrations: migrationsOf(name),
      toolCalls: options.toolCalls,
      hasStreams: options.hasStreams,
      check: (db) => keys.check(db),
      log,
      onStop,
    });
    const keys = options.openKeys?.(service.pool, settings as never) ?? keysOf(authentication);
    const asSelf =
      'SERVICE_SECRET' in settings && authentication && callAs(name, settings.SERVICE_SECRET[0], authentication);
    if ('REDIS_URL' in settings) {
      const { tellHealth, watchRedis } = await import('@svc/chassis/dependencies/dependency-health');
      watchRedis(settings.REDIS_URL, { onState: tellHealth(service.server, 'redis'), log, onStop });
    }
    const tables = options.imageTables?.(service.pool);
    const objects = objectStore && (await openObjects(objectStore, tables, service.server, running));
    // The overloads define what each service gets; the implementation treats all names alike.
    await start({ ...running, ...service, keys, authentication, asSelf, objects } as never);
    await listen();
  });
}

function keysOf(authentication: Authentication | undefined): OwnKeys {
  if (!authentication) throw new Error('A service that does not call identity needs signing keys of its own.');
  return {
    publicJwks: async () => (await authentication.getSigningKeys({})).publicJwks,
    check: () => Promise.resolve(),
  };
}

/** Opens the store of a service's images, and watches its owner and, unless it is a local folder, its health. */
async function openObjects(
  options: ObjectStoreOptions,
  tables: ImageTables | undefined,
  server: GrpcServer,
  { settings, log, onStop }: RunningProcess<DatabaseServiceName>,
): Promise<ObjectClaim> {
  if (!tables) throw new Error('A service that keeps images needs tables that name them.');
  const { openObjectStore } = await import('@svc/objects/store/open-object-store');
  const { createObjectClaim } = await import('@svc/objects/claim/object-claim');
  const { watchClaim } = await import('@svc/objects/claim/watch-claim');
  const { tellHealth, watchDependency } = await import('@svc/chassis/dependencies/dependency-health');
  const store = await openObjectStore(options, log);
  onStop(() => store.close());
  if (options.kind === 's3') {
    watchDependency({
      name: 'objects',
      check: () => store.check(),
      onState: tellHealth(server, 'objects'),
      log,
      onStop,
    });
  }
  const claim = createObjectClaim({ ...tables, store, installationId: settings.INSTALLATION_ID });
  watchClaim(claim, server, { log, onStop });
  return claim;
}

/** All processes of the product on one machine: the same parts for `npm start` and for system tests. */
import { join } from 'node:path';
import {
  DATABASE_SERVICE_NAMES,
  type Process,
  PROCESS_NAMES,
  PROCESSES,
  type ProcessName,
  recordOf,
} from '@svc/topology/processes';
import { migrateService } from '@svc/topology/service-migrations';
import { createDataDir, logFileOf } from './data-dir.ts';
import { bootstrapAll, bootstrapMemory } from './databases.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import {
  environmentOf,
  type EnvironmentSource,
  findFreePorts,
  gatewayUrlOf,
  STOP_GRACE_MS,
} from './process-environment.ts';
import { waitUntilBack, waitUntilServicesReady } from './readiness.ts';
import type { Secrets } from './secrets.ts';
import { createServiceProcess } from './service-process.ts';
import type { Supervised } from './supervisor.ts';

/** Milliseconds after which a process that should have stopped is killed. */
const KILL_AFTER_MS = 300;
const GATEWAY_GRACE_MS = STOP_GRACE_MS.gateway + KILL_AFTER_MS;
const SERVICES_GRACE_MS = STOP_GRACE_MS.services + KILL_AFTER_MS;

export interface StackOptions {
  /** Folder of the database and the logs; created when missing. */
  readonly dataDir: string;
  readonly secrets: Secrets;
  /** Repository of the version to run, with its migrations; this one when unset. */
  readonly root?: string | undefined;
  /** Port of the gateway; a free one when unset. */
  readonly port?: number;
  /** Port of the short-link host; a free one when unset. */
  readonly shortenerPort?: number;
  /** Administrator's connection string; when unset, a Postgres in the data folder. */
  readonly databaseAdminUrl?: string | undefined;
  /** Environment for the services; this process's own when unset. */
  readonly environment?: NodeJS.ProcessEnv;
  /** Environment for single processes, which takes precedence. */
  readonly serviceEnvironment?: Partial<Record<ProcessName, NodeJS.ProcessEnv>>;
  /** Processes that are not started, so that calls fail. The product works without some of them. */
  readonly without?: readonly ProcessName[] | undefined;
  /** Whether stack traces show source lines, which takes a quarter of the startup time; true when unset. */
  readonly sourceMaps?: boolean;
  /** Host name of a service with several addresses; 127.0.0.1 when unset. */
  readonly hostOf?: (name: ProcessName) => string;
  /** Called with a line for each notable event. */
  readonly say: (line: string) => void;
  /** Aborts the start: everything started so far is stopped. */
  readonly signal?: AbortSignal;
}

export interface Stack {
  readonly gatewayUrl: string;
  /** Origin of the short-link host on this machine. */
  readonly shortenerUrl: string;
  /** Administrator's connection string of the database that the stack runs on. */
  readonly databaseAdminUrl: string;
  /** `host:port` where the process answers gRPC; HTTP for the gateway. */
  address(name: ProcessName): string;
  logFile(name: ProcessName): string;
  /** The environment of a process, to run another one with it. */
  environmentOf(name: ProcessName): NodeJS.ProcessEnv;
  /** Process id; undefined while it is down. */
  pid(name: ProcessName | 'postgres'): number | undefined;
  /** Sends a signal; if that ends the process, it is restarted. */
  kill(name: ProcessName | 'postgres', signal: NodeJS.Signals): void;
  /** Stops one process and leaves it down. */
  stopService(name: ProcessName): Promise<void>;
  /** Starts a stopped process, without waiting for it to be ready. */
  startService(name: ProcessName): Promise<void>;
  /** Waits until the gateway reports itself and all services ready. */
  waitUntilReady(): Promise<void>;
  /** Stops the gateway, then the services, then Postgres. */
  stop(): Promise<void>;
}

type Cleanup = (() => Promise<void>)[];

/** Starts everything and returns once it is ready. A failed start leaves nothing running. */
export async function startStack(options: StackOptions): Promise<Stack> {
  const cleanup: Cleanup = [];
  const stop = async (): Promise<void> => {
    for (const step of cleanup.splice(0).toReversed()) await step();
  };
  try {
    return { ...(await startParts(options, cleanup)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startParts(options: StackOptions, cleanup: Cleanup): Promise<Omit<Stack, 'stop'>> {
  const { dataDir, secrets, root, signal } = options;
  createDataDir(dataDir);
  const postgres = options.databaseAdminUrl ? undefined : await startPostgres(options, cleanup);
  const databaseAdminUrl = options.databaseAdminUrl ?? postgres?.adminUrl ?? '';
  signal?.throwIfAborted();
  const inherited = options.environment ?? process.env;
  const claim = { installationId: secrets.installationId, passwords: 'keep' } as const;
  const databaseUrls = await bootstrapAll({ adminUrl: databaseAdminUrl }, secrets.roles, claim);
  const memoryDatabaseUrl = inherited.MEMORY_DATABASE_URL
    ? await bootstrapMemory(inherited.MEMORY_DATABASE_URL, secrets.roles.copilot, claim)
    : undefined;
  const migrated = { ...databaseUrls, copilot: memoryDatabaseUrl ?? databaseUrls.copilot };
  for (const name of DATABASE_SERVICE_NAMES) {
    await migrateService(name, migrated[name], { root });
  }
  signal?.throwIfAborted();

  const ports = await findFreePorts();
  ports.gateway.public = options.port ?? ports.gateway.public;
  ports.shortener.public = options.shortenerPort ?? ports.shortener.public;
  const gatewayUrl = gatewayUrlOf(ports);
  const isBack = (name: ProcessName, gone: AbortSignal) => waitUntilBack(gatewayUrl, name, gone);
  const source = { ports, dataDir, secrets, databaseUrls, memoryDatabaseUrl, inherited, hostOf: options.hostOf };
  const processes = createProcesses(options, source, isBack);
  const { gateway, ...services } = processes;
  cleanup.push(() => stopAll(Object.values(services)));
  cleanup.push(() => gateway.stop(GATEWAY_GRACE_MS));
  const { without = [] } = options;
  const wanted = PROCESS_NAMES.filter((name) => !isIdle(name, inherited) && !without.includes(name)).map(
    (name) => processes[name],
  );
  await Promise.all(wanted.map((process) => process.start()));
  const waitUntilReady = (): Promise<void> => waitUntilServicesReady(gatewayUrl, wanted, signal);
  await waitUntilReady();

  const killable = { ...processes, postgres };
  return {
    gatewayUrl,
    shortenerUrl: `http://localhost:${ports.shortener.public}`,
    databaseAdminUrl,
    address: (name) => `127.0.0.1:${ports[name].grpc ?? ports[name].public}`,
    logFile: (name) => processes[name].logFile,
    environmentOf: (name) => ({ ...environmentOf(name, source), ...options.serviceEnvironment?.[name] }),
    pid: (name) => killable[name]?.pid(),
    kill: (name, killSignal) => killable[name]?.kill(killSignal),
    stopService: (name) => processes[name].stop(SERVICES_GRACE_MS),
    startService: (name) => processes[name].start(),
    waitUntilReady,
  };
}

async function startPostgres({ dataDir, secrets, say }: StackOptions, cleanup: Cleanup) {
  const logFile = logFileOf(dataDir, 'postgres');
  const server = await startEmbeddedPostgres({
    folder: join(dataDir, 'postgres'),
    password: secrets.postgres,
    logFile,
    say,
  });
  cleanup.push(() => server.stop());
  return server;
}

async function stopAll(processes: readonly Supervised[]): Promise<void> {
  await Promise.all(processes.map((process) => process.stop(SERVICES_GRACE_MS)));
}

function createProcesses(
  { dataDir, root, serviceEnvironment, sourceMaps, say }: StackOptions,
  source: EnvironmentSource,
  isBack: (name: ProcessName, signal: AbortSignal) => Promise<void>,
): Record<ProcessName, Supervised> {
  return recordOf(PROCESS_NAMES, (name) =>
    createServiceProcess({
      name,
      root,
      environment: { ...environmentOf(name, source), ...serviceEnvironment?.[name] },
      ...(sourceMaps === undefined ? {} : { sourceMaps }),
      logFile: logFileOf(dataDir, name),
      say,
      isBack: (signal) => isBack(name, signal),
    }),
  );
}

/** Whether a worker lacks its required setting, and so has nothing to do. */
function isIdle(name: ProcessName, environment: NodeJS.ProcessEnv): boolean {
  const { runsWith }: Process = PROCESSES[name];
  return runsWith !== undefined && !environment[runsWith];
}

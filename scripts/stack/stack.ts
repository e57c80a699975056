/** All processes of the product on one machine: what `npm start` runs, and what the system tests run, part for part. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDataDir, openLog, readReason } from './data-dir.ts';
import { bootstrapAll, migrateService } from './databases.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { findFreePort } from './ports.ts';
import type { Secrets } from './secrets.ts';
import { environmentOf, workerEnvironmentOf, type EnvironmentSource } from './service-environment.ts';
import { DATABASE_SERVICES, perService, SERVICES, WORKERS, type ServiceName, type WorkerName } from './service-list.ts';
import { createServiceProcess } from './service-process.ts';
import type { Supervised } from './supervisor.ts';

const READY_WITHIN_MS = 90_000;
/** How often a process may end while the stack is waited for. */
const ENDS_MAX = 3;

/** Milliseconds that each part may take to stop; together less than ten seconds. */
const GATEWAY_GRACE_MS = 3_000;
const SERVICES_GRACE_MS = 4_000;
const POSTGRES_GRACE_MS = 2_500;

export interface StackOptions {
  /** Folder of the database, the logs and nothing else; created when missing. */
  readonly dataDir: string;
  readonly secrets: Secrets;
  /** Port of the gateway; a free one when unset. */
  readonly port?: number;
  /** Port of the short-link host; a free one when unset. */
  readonly shortenerPort?: number;
  /** Administrator's connection string; unset starts a Postgres in the data folder. */
  readonly databaseAdminUrl?: string | undefined;
  /** Environment that the services inherit; this process's own when unset. */
  readonly environment?: NodeJS.ProcessEnv;
  /** Environment for single services, over everything else. */
  readonly serviceEnvironment?: Partial<Record<ServiceName, NodeJS.ProcessEnv>>;
  /** Gets a line whenever something happens that a person should know. */
  readonly say: (line: string) => void;
  /** Gives the start up: everything started so far is stopped. */
  readonly signal?: AbortSignal;
}

/** A process of the stack. Workers are down when what they need is not there. */
export type ProcessName = ServiceName | WorkerName;

export interface Stack {
  readonly gatewayUrl: string;
  /** Origin of the short-link host on this machine. */
  readonly shortenerUrl: string;
  /** Administrator's connection string of the database that the stack runs on. */
  readonly databaseAdminUrl: string;
  /** `host:port` that the process listens on. */
  address(name: ServiceName): string;
  logFile(name: ProcessName): string;
  /** The whole environment of a process, for another one beside it. */
  environmentOf(name: ServiceName): NodeJS.ProcessEnv;
  /** Process id; undefined while the process is down. */
  pid(name: ProcessName): number | undefined;
  /** Sends a signal; a process that ends of it is started again. */
  kill(name: ProcessName | 'postgres', signal: NodeJS.Signals): void;
  /** Stops one process and leaves it down. */
  stopService(name: ProcessName): Promise<void>;
  /** Starts a process that was stopped, without waiting for it to be ready. */
  startService(name: ProcessName): Promise<void>;
  /** Waits until the gateway calls itself and all services ready. */
  waitUntilReady(): Promise<void>;
  /** Stops the gateway, then the services, then Postgres. */
  stop(): Promise<void>;
}

type Cleanup = (() => Promise<void>)[];

/** Starts everything and returns once it is ready. A start that fails leaves nothing running. */
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
  const { dataDir, secrets, signal } = options;
  createDataDir(dataDir);
  const postgres = options.databaseAdminUrl ? undefined : await startPostgres(options, cleanup);
  const databaseAdminUrl = options.databaseAdminUrl ?? postgres?.adminUrl ?? '';
  signal?.throwIfAborted();
  const databaseUrls = await bootstrapAll(databaseAdminUrl, secrets.roles);
  for (const { name } of DATABASE_SERVICES) await migrateService(name, databaseUrls[name]);
  signal?.throwIfAborted();

  const ports = await choosePorts(options.port);
  const shortenerPorts = { public: options.shortenerPort ?? (await findFreePort()), internal: await findFreePort() };
  const gatewayUrl = `http://localhost:${ports.gateway}`;
  const inherited = options.environment ?? process.env;
  const source = { ports, shortenerPorts, dataDir, secrets, databaseUrls, inherited, gatewayUrl };
  const processes = { ...createProcesses(options, source), ...createWorkers(options, source) };
  const { gateway, ...services } = processes;
  cleanup.push(() => stopAll(Object.values(services)));
  cleanup.push(() => gateway.stop(GATEWAY_GRACE_MS));
  const wanted = Object.values(processes).filter(({ name }) => !isIdle(name, inherited));
  await Promise.all(wanted.map((process) => process.start()));
  const waitUntilReady = (): Promise<void> => waitForGateway(gatewayUrl, wanted, signal);
  await waitUntilReady();

  const killable = { ...processes, postgres };
  return {
    gatewayUrl,
    shortenerUrl: `http://localhost:${shortenerPorts.public}`,
    databaseAdminUrl,
    address: (name) => `127.0.0.1:${ports[name]}`,
    logFile: (name) => processes[name].logFile,
    environmentOf: (name) => ({ ...environmentOf(name, source), ...options.serviceEnvironment?.[name] }),
    pid: (name) => processes[name].pid(),
    kill: (name, killSignal) => killable[name]?.kill(killSignal),
    stopService: (name) => processes[name].stop(SERVICES_GRACE_MS),
    startService: (name) => processes[name].start(),
    waitUntilReady,
  };
}

async function startPostgres({ dataDir, secrets, say }: StackOptions, cleanup: Cleanup) {
  const logFile = openLog(dataDir, 'postgres');
  const server = await startEmbeddedPostgres({
    folder: join(dataDir, 'postgres'),
    password: secrets.postgres,
    logFile,
    say,
  });
  cleanup.push(() => server.stop(POSTGRES_GRACE_MS));
  return server;
}

async function stopAll(processes: readonly Supervised[]): Promise<void> {
  await Promise.all(processes.map((process) => process.stop(SERVICES_GRACE_MS)));
}

async function choosePorts(gatewayPort: number | undefined): Promise<Record<ServiceName, number>> {
  const free = await Promise.all(Array.from({ length: SERVICES.length }, () => findFreePort()));
  const ports = perService(SERVICES, () => free.pop() ?? 0);
  return { ...ports, gateway: gatewayPort ?? ports.gateway };
}

function createProcesses(options: StackOptions, source: EnvironmentSource): Record<ServiceName, Supervised> {
  return perService(SERVICES, (name) => {
    const environment = { ...environmentOf(name, source), ...options.serviceEnvironment?.[name] };
    return createServiceProcess({ name, environment, logFile: openLog(options.dataDir, name), say: options.say });
  });
}

function createWorkers(options: StackOptions, source: EnvironmentSource): Record<WorkerName, Supervised> {
  const workers = WORKERS.map(({ name, service, main }) => {
    const environment = { ...workerEnvironmentOf(service, name, source), ...options.serviceEnvironment?.[service] };
    const logFile = openLog(options.dataDir, name);
    return [name, createServiceProcess({ name, service, main, environment, logFile, say: options.say })] as const;
  });
  return Object.fromEntries(workers) as Record<WorkerName, Supervised>;
}

/** A worker without what it needs has nothing to do. */
function isIdle(name: string, environment: NodeJS.ProcessEnv): boolean {
  return WORKERS.some((worker) => worker.name === name && !environment[worker.needs]);
}

/** The gateway's readiness covers every service, so it is the only one to ask. Throws when a process keeps ending. */
async function waitForGateway(
  gatewayUrl: string,
  processes: readonly Supervised[],
  signal?: AbortSignal,
): Promise<void> {
  const deadline = performance.now() + READY_WITHIN_MS;
  const endsBefore = new Map(processes.map((process) => [process, process.unexpectedEnds()]));
  let answer = 'no answer yet';
  while (performance.now() < deadline) {
    signal?.throwIfAborted();
    try {
      const response = await fetch(`${gatewayUrl}/api/readiness`, { signal: AbortSignal.timeout(5_000) });
      answer = await response.text();
      // A part that is not needed for the main job is degraded in an answer of success.
      const isWhole = response.ok && !answer.includes('"degraded"');
      if (isWhole && processes.every((process) => process.pid() !== undefined)) return;
    } catch {
      // Not listening yet.
    }
    const failing = processes.find((process) => process.unexpectedEnds() - (endsBefore.get(process) ?? 0) >= ENDS_MAX);
    if (failing) throw new Error(`${failing.name} does not start: ${readReason(failing.logFile)}`);
    await sleep(50);
  }
  throw new Error(`The stack is not ready after ${READY_WITHIN_MS / 1000} s; the gateway says: ${answer}`);
}

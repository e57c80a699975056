import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { eventually } from '@svc/chassis/testing/eventually';
import { logFileOf } from '@svc/scripts/stack/data-dir';
import { createServiceProcess } from '@svc/scripts/stack/service-process';
import type { Supervised } from '@svc/scripts/stack/supervisor';
import {
  DATABASE_SERVICE_NAMES,
  type Process,
  PROCESS_NAMES,
  PROCESSES,
  type ProcessName,
  type ServiceName,
} from '@svc/topology/processes';
import { type OwnStack, type OwnStackOptions, startOwnStack } from '../../own-stack.ts';
import { ownRedis } from '../short-links/short-link-visits.ts';

const FIRST = '127.0.0.1';
const SECOND = '127.0.0.2';
const STOP_GRACE_MS = 15_000;

/** One of the two processes of a service. */
export interface Replica {
  readonly service: ProcessName;
  readonly address: string;
  pid(): number | undefined;
  readonly logFile: string;
  /** Starts the version in the folder `root`; defaults to this repository. */
  start(root?: string): Promise<void>;
  stop(): Promise<void>;
}

/** The whole product with every process twice, each service behind a name with two addresses. */
export interface ReplicatedStack {
  readonly stack: OwnStack;
  /** Origins of both gateways and of both short-link hosts. */
  readonly gateways: readonly string[];
  readonly shorteners: readonly string[];
  readonly replicas: readonly Replica[];
  readonly stop: () => Promise<void>;
}

export interface ReplicatedStackOptions extends Pick<OwnStackOptions, 'root' | 'ownPostgres' | 'environment'> {
  /** Database number in the test Redis, for this stack alone. */
  readonly redisDatabase: number;
  /** Service whose name has only one address until both processes run. */
  readonly late?: ServiceName;
}

/** Starts a replicated stack, in the version at `root` if given. */
export async function startReplicatedStack(options: ReplicatedStackOptions): Promise<ReplicatedStack> {
  const { redisDatabase, late, root, environment, ownPostgres = false } = options;
  const namesFile = join(process.env.TEST_RUN_FOLDER ?? '', `names-${process.pid}-${Date.now()}.json`);
  const names: Record<string, readonly string[]> = {};
  const announce = (service: ServiceName, addresses: readonly string[]): void => {
    names[`${service}.test`] = addresses;
    writeFileSync(namesFile, JSON.stringify(names));
  };
  for (const service of DATABASE_SERVICE_NAMES) announce(service, service === late ? [FIRST] : [FIRST, SECOND]);

  const nameServer = pathToFileURL(join(import.meta.dirname, 'name-server.ts')).href;
  const stack = await startOwnStack('kills', {
    root,
    ownPostgres,
    environment: {
      ...environment,
      HOST: FIRST,
      REDIS_URL: ownRedis(redisDatabase),
      TEST_NAMES: namesFile,
      NODE_OPTIONS: `--import=${nameServer}`,
    },
    hostOf: (name) => `${name}.test`,
  });
  const first = PROCESS_NAMES.map((service) => firstOf(stack, service));
  const second = PROCESS_NAMES.map((service) => secondOf(stack, service));
  await Promise.all(second.map((replica) => replica.start(root)));
  if (late) announce(late, [FIRST, SECOND]);
  const port = (url: string) => new URL(url).port;
  const originsAt = (url: string) => [FIRST, SECOND].map((host) => `http://${host}:${port(url)}`);
  const [gateways, shorteners] = [originsAt(stack.gatewayUrl), originsAt(stack.shortenerUrl)];
  for (const gateway of gateways) {
    await eventually(async () => {
      const readiness = await fetch(`${gateway}/api/readiness`);
      if (!readiness.ok) throw new Error(await readiness.text());
    });
  }
  return {
    stack,
    gateways,
    shorteners,
    replicas: [...first, ...second],
    async stop() {
      await Promise.all([...first, ...second].map((replica) => replica.stop()));
      await stack.stop();
    },
  };
}

function firstOf(stack: OwnStack, service: Replica['service']): Replica {
  const own = restartable(service, stack.environmentOf(service), stack.logFile(service));
  let isStacks = true;
  return {
    service,
    address: FIRST,
    pid: () => (isStacks ? stack.pid(service) : own.pid()),
    logFile: stack.logFile(service),
    start(root) {
      isStacks = false;
      return own.start(root);
    },
    stop: () => (isStacks ? stack.stopService(service) : own.stop()),
  };
}

function secondOf(stack: OwnStack, service: Replica['service']): Replica {
  const base = stack.environmentOf(service);
  const moved = (key: string): Record<string, string> =>
    base[key] === undefined ? {} : { [key]: base[key].replace(FIRST, SECOND) };
  const { grpc, internal }: Process['listeners'] = PROCESSES[service].listeners;
  const listeners = [grpc, internal].filter((setting) => setting !== undefined);
  const logFile = logFileOf(dirname(dirname(stack.logFile(service))), `second-${service}`);
  const environment = { ...base, HOST: SECOND, ...Object.assign({}, ...listeners.map(moved)) };
  return { service, address: SECOND, logFile, ...restartable(service, environment, logFile) };
}

/** A process that can be stopped and restarted, also in another version. */
function restartable(
  name: ProcessName,
  environment: NodeJS.ProcessEnv,
  logFile: string,
): Pick<Replica, 'pid' | 'start' | 'stop'> {
  let running: Supervised | undefined;
  return {
    pid: () => running?.pid(),
    start(root) {
      running = createServiceProcess({ name, root, environment, sourceMaps: false, logFile, say: () => undefined });
      return running.start();
    },
    stop: async () => running?.stop(STOP_GRACE_MS),
  };
}

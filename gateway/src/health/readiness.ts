import { randomUUID } from 'node:crypto';
import { runInCall } from '@svc/chassis/calls/call-context';
import { CLAIM_PROBLEMS, type ClaimProblem } from '@svc/chassis/dependencies/claim-problems';
import type { DependencyName } from '@svc/chassis/dependencies/dependency-health';
import { isDependencyUp, isServing } from '@svc/chassis/grpc/client';
import type { Connection } from '@svc/chassis/grpc/connection';
import type { Clients } from '@svc/operations/run/clients';
import { type Callee, type Process, PROCESSES } from '@svc/topology/processes';
import type { SettingName } from '@svc/topology/settings';

/** Timeout of a dependency in milliseconds. */
const TIMEOUT_MS = 1_000;

/** Reported with the store: who owns the stored images. */
type PlainDependency = Exclude<DependencyName, `objects.${string}`>;

/** Further dependencies of services: the setting that configures each, and what is unavailable while it is down. */
const DEPENDENCIES: Readonly<Record<PlainDependency, { readonly setting: SettingName; readonly whenAway: string }>> = {
  redis: {
    setting: 'REDIS_URL',
    whenAway: 'Redis (REDIS_URL) does not answer: each process counts limits for itself.',
  },
  objects: {
    setting: 'S3_ENDPOINT',
    whenAway: 'The object store (S3_ENDPOINT) does not answer: images cannot be stored, and most cannot be shown.',
  },
  browser: {
    setting: 'CHROMIUM_PATH',
    whenAway: 'The browser that captures pages does not start: pages cannot be captured.',
  },
  sandbox: {
    setting: 'CAPTURE_BROWSER_URL',
    whenAway: "Pages are opened without Chromium's sandbox, or no browser answers (CAPTURE_BROWSER_URL).",
  },
  mail: { setting: 'SMTP_URL', whenAway: 'The mail server (SMTP_URL) does not answer: mails are not sent.' },
};

/** The consequence of stored images that belong to another installation. */
const WHILE_NOT_OURS =
  'Uploads are refused and nothing is swept: correct the database or the store, or take over the images with npm run claim-objects.';

export interface ReadinessCheck {
  readonly status: 'ok' | 'failing' | 'degraded';
  readonly latencyMs?: number;
  /** Describes the problem, without any address. */
  readonly reason?: string;
}

export interface Readiness {
  readonly status: 'ready' | 'failing';
  readonly checks: Readonly<Record<string, ReadinessCheck>>;
}

export interface ReadinessOptions {
  /** Services that the main job needs. */
  readonly required: Readonly<Record<string, Connection>>;
  /** Services whose absence disables a part of the product, but not the main job. */
  readonly optional: Readonly<Record<string, Connection>>;
  /** Reports the schema version of the memory database. */
  readonly memoryDatabase: Clients['memoryDatabase'];
  /** Whether memories need their own database, which must respond. */
  readonly memoryDatabaseRequired: boolean;
  /** Whether the gateway itself reaches Redis; undefined without one. */
  readonly hasRedis?: () => boolean | undefined;
}

/** Splits services by whether the main job needs them. */
export function servicesByNeed(connections: Readonly<Record<Callee<'gateway'>, Connection>>) {
  const entries = Object.entries(connections) as [Callee<'gateway'>, Connection][];
  const of = (need: 'required' | 'degraded') =>
    Object.fromEntries(entries.filter(([name]) => PROCESSES[name].need === need));
  return { required: of('required'), optional: of('degraded') };
}

/** Checks all dependencies in parallel. */
export function createReadiness(options: ReadinessOptions): () => Promise<Readiness> {
  const { required, optional, memoryDatabase, memoryDatabaseRequired, hasRedis } = options;
  const connections = { ...required, ...optional };
  const services = [
    ...Object.entries(required).map(([name, connection]) => ({ name, connection, whenAway: 'failing' as const })),
    ...Object.entries(optional).map(([name, connection]) => ({ name, connection, whenAway: 'degraded' as const })),
  ];
  return async () => {
    const dependencies = Promise.all([
      checkDependency('redis', connections, hasRedis?.()),
      checkObjects(connections),
      checkDependency('mail', connections),
      checkDependency('browser', connections),
      checkDependency('sandbox', connections),
    ]);
    const checks = await Promise.all([
      ...services.map(
        async ({ name, connection, whenAway }) => [name, await checkService(connection, whenAway)] as const,
      ),
      checkMemory(memoryDatabase, memoryDatabaseRequired).then((check) => ['memory', check] as const),
    ]);
    const isReady = checks.every(([, check]) => check.status !== 'failing');
    return {
      status: isReady ? 'ready' : 'failing',
      checks: Object.fromEntries([...checks, ...(await dependencies).flat()]),
    };
  };
}

async function checkService(connection: Connection, whenAway: 'failing' | 'degraded'): Promise<ReadinessCheck> {
  const startedAt = performance.now();
  const serving = await isServing(connection, TIMEOUT_MS);
  const latencyMs = Math.round(performance.now() - startedAt);
  return serving
    ? { status: 'ok', latencyMs }
    : { status: whenAway, latencyMs, reason: 'The service does not answer.' };
}

/** Services with this setting. */
function usersOf(setting: SettingName, connections: ReadinessOptions['required']): Connection[] {
  const users = Object.entries(connections).filter(([service]) => {
    const { settings }: Process = PROCESSES[service as Callee<'gateway'>];
    return settings.includes(setting);
  });
  return users.map(([, connection]) => connection);
}

/** Undefined when no process uses the dependency; down as soon as one process cannot reach it. */
async function checkDependency(
  name: PlainDependency,
  connections: ReadinessOptions['required'],
  own?: boolean,
): Promise<[PlainDependency, ReadinessCheck][]> {
  const { setting, whenAway } = DEPENDENCIES[name];
  const users = usersOf(setting, connections);
  const answers = await Promise.all(users.map((connection) => isDependencyUp(connection, name, TIMEOUT_MS)));
  const known = [own, ...answers].filter((answer) => answer !== undefined);
  if (known.length === 0) return [];
  return [[name, known.includes(false) ? { status: 'degraded', reason: whenAway } : { status: 'ok' }]];
}

/** The image store or folder: whether it responds, and whether it belongs to this installation. */
async function checkObjects(connections: ReadinessOptions['required']): Promise<[PlainDependency, ReadinessCheck][]> {
  const keepers = usersOf('S3_ENDPOINT', connections);
  const problems = Object.keys(CLAIM_PROBLEMS) as ClaimProblem[];
  const answers = problems.map(async (problem) => {
    const ofKeepers = await Promise.all(
      keepers.map((keeper) => isDependencyUp(keeper, `objects.${problem}`, TIMEOUT_MS)),
    );
    return ofKeepers.includes(false) ? problem : undefined;
  });
  const [found] = (await Promise.all(answers)).filter((problem) => problem !== undefined);
  if (!found) return checkDependency('objects', connections);
  return [['objects', { status: 'degraded', reason: `${CLAIM_PROBLEMS[found]} ${WHILE_NOT_OURS}` }]];
}

/** Only copilot knows where memories are stored, so it reports whether they have their own database. */
async function checkMemory(database: Clients['memoryDatabase'], isRequired: boolean): Promise<ReadinessCheck> {
  const startedAt = performance.now();
  const whenAway = isRequired ? 'failing' : 'degraded';
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const call = { requestId: randomUUID(), deadline: Date.now() + TIMEOUT_MS, signal };
    const { hasOwnDatabase } = await runInCall(call, () => database.getConfigurationVersion({}));
    const latencyMs = Math.round(performance.now() - startedAt);
    if (isRequired && !hasOwnDatabase) {
      return { status: 'failing', latencyMs, reason: 'No memory database is configured: set MEMORY_DATABASE_URL.' };
    }
    return { status: 'ok', latencyMs };
  } catch {
    const latencyMs = Math.round(performance.now() - startedAt);
    return { status: whenAway, latencyMs, reason: 'The memory database does not answer.' };
  }
}

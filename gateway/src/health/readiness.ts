import { isServing, type Connection } from '@svc/chassis/grpc/client';

/** Milliseconds that a dependency has to answer in. */
const TIMEOUT_MS = 1_000;

export interface ReadinessCheck {
  readonly status: 'ok' | 'failing' | 'degraded';
  readonly latencyMs?: number;
  /** What is wrong, without any address. */
  readonly reason?: string;
}

export interface Readiness {
  readonly status: 'ready' | 'failing';
  readonly checks: Readonly<Record<string, ReadinessCheck>>;
}

export interface ReadinessOptions {
  /** Services that the main job needs. */
  readonly required: Readonly<Record<string, Connection>>;
  /** Services whose absence takes away a part of the product, and nothing of the main job. */
  readonly optional: Readonly<Record<string, Connection>>;
  /** Whether the memory database has to answer (interface specification section 4.8). */
  readonly memoryDatabaseRequired: boolean;
}

/** The main job is deals and view checks; without the shortener it goes on. */
export function servicesByNeed<Name extends string>({
  shortener,
  ...required
}: Readonly<Record<Name | 'shortener', Connection>>) {
  return { required: required as Readonly<Record<string, Connection>>, optional: { shortener } };
}

/** Asks every dependency at once whether it can do its work. */
export function createReadiness(options: ReadinessOptions): () => Promise<Readiness> {
  const { required, optional, memoryDatabaseRequired } = options;
  const services = [
    ...Object.entries(required).map(([name, connection]) => ({ name, connection, whenAway: 'failing' as const })),
    ...Object.entries(optional).map(([name, connection]) => ({ name, connection, whenAway: 'degraded' as const })),
  ];
  return async () => {
    const checks = await Promise.all(
      services.map(async ({ name, connection, whenAway }) => [name, await checkService(connection, whenAway)] as const),
    );
    if (memoryDatabaseRequired) {
      checks.push(['memory', { status: 'failing', reason: 'No memory database is configured.' }]);
    }
    const isReady = checks.every(([, check]) => check.status !== 'failing');
    return { status: isReady ? 'ready' : 'failing', checks: Object.fromEntries(checks) };
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

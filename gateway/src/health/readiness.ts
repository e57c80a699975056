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
  /** Whether the memory database has to answer (interface specification section 4.8). */
  readonly memoryDatabaseRequired: boolean;
}

/** Asks every dependency at once whether it can do its work. */
export function createReadiness({ required, memoryDatabaseRequired }: ReadinessOptions): () => Promise<Readiness> {
  return async () => {
    const checks = await Promise.all(
      Object.entries(required).map(async ([name, connection]) => [name, await checkService(connection)] as const),
    );
    if (memoryDatabaseRequired) {
      checks.push(['memory', { status: 'failing', reason: 'No memory database is configured.' }]);
    }
    const isReady = checks.every(([, check]) => check.status !== 'failing');
    return { status: isReady ? 'ready' : 'failing', checks: Object.fromEntries(checks) };
  };
}

async function checkService(connection: Connection): Promise<ReadinessCheck> {
  const startedAt = performance.now();
  const serving = await isServing(connection, TIMEOUT_MS);
  const latencyMs = Math.round(performance.now() - startedAt);
  return serving
    ? { status: 'ok', latencyMs }
    : { status: 'failing', latencyMs, reason: 'The service does not answer.' };
}

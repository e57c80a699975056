/**
 * The stores and processes for measuring redirects: a database, a Redis, and shortener processes without the rest of
 * the product.
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDataDir, logFileOf, readReason } from '@svc/scripts/stack/data-dir';
import { bootstrapAll } from '@svc/scripts/stack/databases';
import { startEmbeddedPostgres } from '@svc/scripts/stack/embedded-postgres';
import { environmentOf, findFreePorts } from '@svc/scripts/stack/process-environment';
import { createServiceProcess } from '@svc/scripts/stack/service-process';
import { migrateService } from '@svc/topology/service-migrations';
import { SETTINGS } from '@svc/topology/settings';
import { startTestRedis } from '../../stores/redis.ts';
import type { Bench } from '../measuring/bench.ts';
import { pathOf } from './redirect-links.ts';

/** The default name of the click stream. */
export const CLICK_STREAM = SETTINGS.CLICK_STREAM.parse(undefined);

const READY_WITHIN_MS = 30_000;
const GRACE_MS = 8_000;

export interface ShortenerProcess {
  readonly url: string;
  readonly pid: number;
  readonly stop: () => Promise<void>;
}

export interface RedirectStores {
  readonly databaseAdminUrl: string;
  readonly redisUrl: string;
  /** Starts a redirecting process; `environment` overrides the rest, and without `REDIS_URL` it has no Redis. */
  startShortener(environment: NodeJS.ProcessEnv): Promise<ShortenerProcess>;
  /** Starts the process that moves clicks from Redis to Postgres. */
  startConsumer(): Promise<ShortenerProcess>;
}

export async function startRedirectStores(bench: Bench): Promise<RedirectStores> {
  const { dataDir, secrets } = bench;
  createDataDir(dataDir);
  const say = (line: string): void => console.log(line);
  const postgres = await startEmbeddedPostgres({
    folder: join(dataDir, 'postgres'),
    password: secrets.postgres,
    logFile: logFileOf(dataDir, 'postgres'),
    say,
  });
  bench.onEnd(() => postgres.stop(5_000));
  const { adminUrl } = postgres;
  const databaseUrls = await bootstrapAll({ adminUrl }, secrets.roles, { passwords: 'keep' });
  await migrateService('shortener', databaseUrls.shortener);
  await startTestRedis(dataDir);
  const redisUrl = process.env.TEST_REDIS_URL;
  if (!redisUrl)
    throw new Error('The measurement of redirects needs Redis: install redis-server or set TEST_REDIS_URL.');

  const { PATH, HOME, TMPDIR } = process.env;
  const start = async (name: 'shortener' | 'click-consumer', variables: NodeJS.ProcessEnv) => {
    const ports = await findFreePorts();
    const inherited = { PATH, HOME, TMPDIR, ...variables };
    const environment = environmentOf(name, { ports, dataDir, secrets, databaseUrls, inherited });
    const logFile = logFileOf(dataDir, name);
    const supervised = createServiceProcess({ name, environment, logFile, say });
    await supervised.start();
    const stop = bench.onEnd(() => supervised.stop(GRACE_MS));
    return { pid: supervised.pid() ?? 0, stop, logFile, ports };
  };
  return {
    databaseAdminUrl: postgres.adminUrl,
    redisUrl,
    async startShortener(environment) {
      const { pid, stop, logFile, ports } = await start('shortener', environment);
      const url = `http://127.0.0.1:${ports.shortener.public}`;
      await waitUntilReady(url, logFile);
      return { url, pid, stop };
    },
    async startConsumer() {
      const { pid, stop } = await start('click-consumer', { REDIS_URL: redisUrl });
      return { url: '', pid, stop };
    },
  };
}

async function waitUntilReady(url: string, logFile: string): Promise<void> {
  const deadline = performance.now() + READY_WITHIN_MS;
  while (performance.now() < deadline) {
    // HEAD requests do not count as clicks.
    const response = await fetch(url + pathOf(0), { method: 'HEAD', redirect: 'manual' }).catch(() => undefined);
    if (response?.status === 302) return;
    await sleep(50);
  }
  throw new Error(`The shortener does not redirect after ${READY_WITHIN_MS / 1000} s: ${readReason(logFile)}`);
}

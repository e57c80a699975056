/** What redirects are measured on: a database, a Redis, and processes of the shortener without the rest of the product. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDataDir, openLog, readReason } from '../../scripts/stack/data-dir.ts';
import { bootstrapAll, migrateService } from '../../scripts/stack/databases.ts';
import { startEmbeddedPostgres } from '../../scripts/stack/embedded-postgres.ts';
import { findFreePort } from '../../scripts/stack/ports.ts';
import { environmentOf, workerEnvironmentOf } from '../../scripts/stack/service-environment.ts';
import { perService, SERVICES, WORKERS } from '../../scripts/stack/service-list.ts';
import { createServiceProcess } from '../../scripts/stack/service-process.ts';
import { startTestRedis } from '../stores/redis.ts';
import type { Bench } from './bench.ts';
import { pathOf } from './redirect-links.ts';

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
  /** Starts a process that redirects; `environment` is over everything else, and without `REDIS_URL` it has no Redis. */
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
    logFile: openLog(dataDir, 'postgres'),
    say,
  });
  bench.onEnd(() => postgres.stop(5_000));
  const databaseUrls = await bootstrapAll(postgres.adminUrl, secrets.roles);
  await migrateService('shortener', databaseUrls.shortener);
  await startTestRedis(dataDir);
  const redisUrl = process.env.TEST_REDIS_URL;
  if (!redisUrl) throw new Error('Redirects are measured with Redis: install redis-server or set TEST_REDIS_URL.');

  const { PATH, HOME, TMPDIR } = process.env;
  const sourceOf = async (inherited: NodeJS.ProcessEnv) => {
    const ports = perService(SERVICES, () => 0);
    for (const { name } of SERVICES) ports[name] = await findFreePort();
    const shortenerPorts = { public: await findFreePort(), internal: await findFreePort() };
    const gatewayUrl = `http://localhost:${ports.gateway}`;
    return { ports, shortenerPorts, dataDir, secrets, databaseUrls, inherited, gatewayUrl };
  };
  const start = async (name: 'shortener' | 'click-consumer', environment: NodeJS.ProcessEnv, main?: string) => {
    const logFile = openLog(dataDir, name);
    const supervised = createServiceProcess({
      name,
      service: 'shortener',
      environment,
      logFile,
      say,
      ...(main && { main }),
    });
    await supervised.start();
    const stop = bench.onEnd(() => supervised.stop(GRACE_MS));
    return { pid: supervised.pid() ?? 0, stop, logFile };
  };
  return {
    databaseAdminUrl: postgres.adminUrl,
    redisUrl,
    async startShortener(environment) {
      const source = await sourceOf({ PATH, HOME, TMPDIR, ...environment });
      const { pid, stop, logFile } = await start('shortener', environmentOf('shortener', source));
      const url = `http://127.0.0.1:${source.shortenerPorts.public}`;
      await waitUntilReady(url, logFile);
      return { url, pid, stop };
    },
    async startConsumer() {
      const source = await sourceOf({ PATH, HOME, TMPDIR, REDIS_URL: redisUrl });
      const worker = WORKERS.find(({ name }) => name === 'click-consumer');
      const environment = workerEnvironmentOf('shortener', 'click-consumer', source);
      const { pid, stop } = await start('click-consumer', environment, worker?.main);
      return { url: '', pid, stop };
    },
  };
}

async function waitUntilReady(url: string, logFile: string): Promise<void> {
  const deadline = performance.now() + READY_WITHIN_MS;
  while (performance.now() < deadline) {
    // HEAD is no click.
    const response = await fetch(url + pathOf(0), { method: 'HEAD', redirect: 'manual' }).catch(() => undefined);
    if (response?.status === 302) return;
    await sleep(50);
  }
  throw new Error(`The shortener does not redirect after ${READY_WITHIN_MS / 1000} s: ${readReason(logFile)}`);
}

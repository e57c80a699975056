import { watchDependency } from '@svc/chassis/dependencies/dependency-health';
import { openRedis } from '@svc/chassis/dependencies/redis';
import { createPool } from '@svc/chassis/postgres/pool';
import { serveWorkerHealth } from '@svc/chassis/process/worker';
import { migrationsOf } from '@svc/topology/migrations-folder';
import { PROCESSES } from '@svc/topology/processes';
import { runProcess } from '@svc/topology/run-process';
import { startClickConsumer } from './clicks/storing/consume-clicks.js';
import { observeClickStream } from './clicks/storing/stream-metrics.js';

/** One connection for statements, and a spare while a lost one is replaced. */
const CONNECTIONS_MAX = 2;
/** Timeout in milliseconds for reading the stream's length from Redis. */
const METRICS_TIMEOUT_MS = 1_000;

await runProcess('click-consumer', async ({ settings, log, onStop }) => {
  const pool = createPool({
    connectionString: settings.DATABASE_URL,
    max: CONNECTIONS_MAX,
    applicationName: 'click-consumer',
    log,
  });
  onStop(() => pool.end());
  const consumer = startClickConsumer({ pool, redisUrl: settings.REDIS_URL, log, stream: settings.CLICK_STREAM });
  onStop(() => consumer.stop());
  const redis = openRedis(settings.REDIS_URL, log, { commandTimeout: METRICS_TIMEOUT_MS });
  onStop(() => redis.disconnect());
  // Only for metrics: the process's health already shows whether clicks are moved.
  watchDependency({ name: 'redis', check: () => redis.ping(), onState: () => undefined, log, onStop });
  const metrics = observeClickStream(redis, settings.CLICK_STREAM);
  onStop(() => metrics.stop());
  await serveWorkerHealth({
    name: 'click-consumer',
    grpcAddress: settings.GRPC_ADDRESS,
    databaseUrl: settings.DATABASE_URL,
    schema: PROCESSES['click-consumer'].schema,
    migrations: migrationsOf('click-consumer'),
    pool,
    installationId: settings.INSTALLATION_ID,
    check: () => consumer.check(),
    isAlive: () => consumer.isAlive(),
    log,
    onStop,
  });
  log.info('moving clicks');
});

import { fileURLToPath } from 'node:url';
import { readEnvironment } from '@svc/chassis/config';
import { createLog } from '@svc/chassis/log';
import { createPool } from '@svc/chassis/postgres/pool';
import { watchPart } from '@svc/chassis/part-watch';
import { openRedis } from '@svc/chassis/redis';
import { runProcess } from '@svc/chassis/process';
import { serveWorkerHealth } from '@svc/chassis/worker';
import { environmentSchema } from '@svc/topology/environment';
import { observeClickStream } from './clicks/storing/stream-metrics.js';
import { startClickConsumer } from './clicks/storing/consume-clicks.js';

/** One statement at a time, and one to spare while a lost connection is replaced. */
const CONNECTIONS_MAX = 2;
/** Milliseconds that Redis has to say how much waits. */
const METRICS_TIMEOUT_MS = 1_000;

const Environment = environmentSchema('click-consumer').required({ REDIS_URL: true });

const log = createLog('click-consumer', process.env.LOG_LEVEL);

await runProcess(log, async (onStop) => {
  const env = readEnvironment(Environment);
  const pool = createPool({
    connectionString: env.DATABASE_URL,
    max: CONNECTIONS_MAX,
    applicationName: 'click-consumer',
    log,
  });
  onStop(() => pool.end());
  const consumer = startClickConsumer({ pool, redisUrl: env.REDIS_URL, log, stream: env.CLICK_STREAM });
  onStop(() => consumer.stop());
  const redis = openRedis(env.REDIS_URL, log, { commandTimeout: METRICS_TIMEOUT_MS });
  onStop(() => redis.disconnect());
  // Its health says whether clicks are moved; this is for whoever reads metrics.
  watchPart({ name: 'redis', check: () => redis.ping(), onState: () => undefined, log, onStop });
  const metrics = observeClickStream(redis, env.CLICK_STREAM);
  onStop(() => metrics.stop());
  await serveWorkerHealth({
    name: 'click-consumer',
    grpcAddress: env.GRPC_ADDRESS,
    databaseUrl: env.DATABASE_URL,
    schema: 'shortener',
    migrations: fileURLToPath(new URL('../migrations', import.meta.url)),
    pool,
    installationId: env.INSTALLATION_ID,
    check: () => consumer.check(),
    isAlive: () => consumer.isAlive(),
    log,
    onStop,
  });
  log.info('moving clicks');
});

import { processEnvironment, readEnvironment } from '@svc/chassis/config';
import { createLog } from '@svc/chassis/log';
import { createPool } from '@svc/chassis/postgres/pool';
import { runProcess } from '@svc/chassis/process';
import { z } from 'zod';
import { startClickConsumer } from './clicks/consume-clicks.js';

/** One statement at a time, and one to spare while a lost connection is replaced. */
const CONNECTIONS_MAX = 2;

const Environment = z.object({
  ...processEnvironment,
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  REDIS_URL: z.url({ protocol: /^rediss?$/ }),
  CLICK_STREAM: z.string().min(1).optional(),
});

const log = createLog('click-consumer', process.env.LOG_LEVEL ?? 'info');

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
  log.info('moving clicks');
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { isServing } from '../grpc/client.js';
import { openConnection } from '../grpc/connection.js';
import { askHealth } from '../grpc/health.js';
import { LIVENESS, READINESS } from '../grpc/server.js';
import { createPool } from '../postgres/pool.js';
import { eventually } from '../testing/eventually.js';
import { createServiceDatabase, silentLog } from '../testing/service-database.js';
import { createStopSteps } from './process.js';
import { serveWorkerHealth } from './worker.js';

test('a worker is healthy while it makes progress on a database with the schema it needs', async () => {
  const database = await createServiceDatabase();
  const { onStop, run: stop } = createStopSteps(silentLog);
  let isStuck = false;
  let isAlive = true;
  const pool = createPool({ connectionString: database.url, max: 1, applicationName: 'tests', log: silentLog });
  onStop(() => pool.end());
  // The worker's code needs no tables of its own.
  const migrations = mkdtempSync(join(tmpdir(), 'no-migrations-'));
  onStop(() => rmSync(migrations, { recursive: true }));
  const port = await serveWorkerHealth({
    name: 'worker',
    grpcAddress: '127.0.0.1:0',
    databaseUrl: database.url,
    schema: database.service,
    migrations,
    pool,
    installationId: undefined,
    check() {
      if (isStuck) throw new Error('Stuck.');
    },
    isAlive: () => isAlive,
    log: silentLog,
    onStop,
  });
  const connection = openConnection('worker', `127.0.0.1:${port}`, {});
  onStop(() => connection.close());
  const isWell = () => isServing(connection, 10_000);
  const healthOf = (part: string) => askHealth(connection.client, 10_000, part);
  expect(await healthOf(READINESS)).toBe('NOT_SERVING');

  await eventually(async () => expect(await isWell()).toBe(true));
  isStuck = true;
  await eventually(async () => expect(await isWell()).toBe(false));
  // A worker without progress is still alive, and keeps getting calls.
  expect([await healthOf(LIVENESS), await healthOf(READINESS)]).toEqual(['SERVING', 'SERVING']);
  isAlive = false;
  await eventually(async () => expect(await healthOf(LIVENESS)).toBe('NOT_SERVING'));

  await stop(3_000);
  await database.drop();
});

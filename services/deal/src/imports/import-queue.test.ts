import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { inTransaction } from '@svc/chassis/postgres/transaction';
import { v7 as newId } from 'uuid';
import { type DealTestService, startDeal } from '../testing/deal-service.js';
import { claimImport, createImportQueue } from './import-queue.js';

let service: DealTestService;

beforeAll(async () => {
  service = await startDeal();
});

afterAll(() => service?.stop());

/** Runs an import with its own queue, as another process does. */
const importFor = (ownerId: string, waitMs: number): Promise<string> =>
  createImportQueue(waitMs)(ownerId, () =>
    inTransaction(service.pool, async (tx) => {
      await claimImport(tx, 'bulk import', ownerId);
      return 'imported';
    }),
  );

test('an import waits for that of another replica without a connection, and then runs', async () => {
  const ownerId = newId();
  const connection = await service.pool.connect();
  await connection.control('begin');
  await connection.query(`select pg_advisory_xact_lock(hashtextextended('bulk import ' || $1, 0))`, [ownerId]);

  const waiting = Array.from({ length: 20 }, () => importFor(ownerId, 60_000));
  await expect(importFor(newId(), 0)).resolves.toBe('imported');
  await connection.control('rollback');
  connection.release();

  expect(new Set(await Promise.all(waiting))).toEqual(new Set(['imported']));
});

test('an import that has waited too long fails because another one is running', async () => {
  const ownerId = newId();
  await inTransaction(service.pool, async (tx) => {
    await claimImport(tx, 'bulk import', ownerId);

    await expect(importFor(ownerId, 0)).rejects.toMatchObject({ kind: 'conflict', code: 'IMPORT_IN_PROGRESS' });
  });
});

test('an import waits for an earlier one in the same process no longer than its limit, even if that one never ends', async () => {
  const queue = createImportQueue(0);
  const { promise: blocked, resolve: release } = Promise.withResolvers<string>();
  const first = queue('a', () => blocked);

  await expect(queue('a', async () => 'second')).rejects.toMatchObject({ code: 'IMPORT_IN_PROGRESS' });

  release('first');
  await expect(first).resolves.toBe('first');
  await expect(queue('a', async () => 'third')).resolves.toBe('third');
});

import type { Repetition } from '@svc/chassis/concurrency/repeat';
import type { Log } from '@svc/chassis/logging/log';
import type { Pool } from '@svc/chassis/postgres/pool';
import { inTransaction, type Tx } from '@svc/chassis/postgres/transaction';
import { createGauges } from '@svc/chassis/telemetry/gauges';
import { startSingletonJob } from '@svc/chassis/upkeep/singleton-job';
import { placeOfHeader } from '../mcp/servers/auth-header.js';
import { countHeadersSealedBy, lockHeadersSealedBy, storeResealedHeader } from '../mcp/servers/auth-header-repo.js';
import { countKeysSealedBy, lockKeysSealedBy, placeOfKey, storeResealed } from '../settings/user-key-repo.js';
import { type SecretBox, Unopenable } from './secret-box.js';

const EVERY_MS = 60_000;
/** Rows per transaction. */
const PIECE_ROWS = 500;

const gauges = createGauges({
  sealedWithOldKey: {
    name: 'svc.copilot.sealed_with_old_key',
    unit: '{secret}',
    description:
      'Keys of users and headers of MCP servers that the second key of SVC_ENCRYPTION_KEY has sealed; at 0 that key can be removed',
  },
});

/** Reseals with the first key the values that the second sealed, and reports their number. */
export function startResealing(pool: Pool, box: SecretBox): { stop(): Promise<void> } {
  const { oldKeyId } = box;
  const gauge = gauges.observe(async () => ({
    sealedWithOldKey:
      oldKeyId === undefined
        ? 0
        : (await countKeysSealedBy(pool, oldKeyId)) + (await countHeadersSealedBy(pool, oldKeyId)),
  }));
  const work = async (signal: AbortSignal): Promise<void> => {
    await resealHeaders(pool, box);
    await resealKeys(pool, box, signal);
  };
  const loop: Repetition | undefined =
    oldKeyId === undefined
      ? undefined
      : startSingletonJob('copilot sealing', work, EVERY_MS, { pool, schema: 'memory' });
  return {
    async stop() {
      gauge.stop();
      await loop?.stop();
    },
  };
}

/** Reseals users' keys in batches. Values that cannot be opened are left unchanged. */
export async function resealKeys(
  pool: Pool,
  box: SecretBox,
  signal: AbortSignal,
  pieceRows = PIECE_ROWS,
): Promise<void> {
  const keyId = box.oldKeyId;
  if (keyId === undefined) return;
  for (let after: string | null = null; ;) {
    signal.throwIfAborted();
    const last: string | undefined = await inTransaction(pool, (tx) =>
      sealPiece(tx, box, { keyId, after, limit: pieceRows }, pool.log),
    );
    if (last === undefined) return;
    after = last;
  }
}

/** Reseals the headers of servers in one batch, because there are at most 20. */
export async function resealHeaders(pool: Pool, box: SecretBox): Promise<void> {
  const { oldKeyId } = box;
  if (oldKeyId === undefined) return;
  await inTransaction(pool, async (tx) => {
    for (const { id, jwe } of await lockHeadersSealedBy(tx, oldKeyId)) {
      const place = placeOfHeader(id);
      try {
        await storeResealedHeader(tx, id, await box.seal(await box.open(jwe, place), place));
      } catch (error) {
        if (!(error instanceof Unopenable)) throw error;
        pool.log.warn({ serverId: id, keyId: oldKeyId }, 'a sealed header cannot be opened');
      }
    }
  });
}

/** Returns the last user of the batch; undefined after the last batch. */
async function sealPiece(
  tx: Tx,
  box: SecretBox,
  which: Parameters<typeof lockKeysSealedBy>[1],
  log: Log,
): Promise<string | undefined> {
  const sealed = await lockKeysSealedBy(tx, which);
  const resealed = await Promise.all(
    sealed.map(async ({ userId, jwe }) => {
      const place = placeOfKey(userId);
      try {
        return [{ userId, jwe: (await box.seal(await box.open(jwe, place), place)).jwe }];
      } catch (error) {
        if (!(error instanceof Unopenable)) throw error;
        log.warn({ userId, keyId: which.keyId }, 'a sealed key cannot be opened');
        return [];
      }
    }),
  );
  await storeResealed(tx, box.keyId, resealed.flat());
  return sealed.length < which.limit ? undefined : sealed.at(-1)?.userId;
}

import type { Db, Pool } from '@svc/chassis/postgres/pool';
import { inTransaction } from '@svc/chassis/postgres/transaction';
import type { RoutedTurn } from '../../models/model-route.js';
import { type ChosenConfig, findConfig } from '../../settings/config-repo.js';
import { findConsent } from '../../settings/consent-repo.js';
import type { FreeLimit } from '../../usage/free-limit.js';
import { countFreeTurn, uncountTurn } from '../../usage/usage-repo.js';
import { moveTurnToPool } from './turn-billing-repo.js';

export interface MovingParts {
  readonly pool: Pool;
  readonly freeLimit: FreeLimit;
  readonly consentVersion: string;
}

class NoFreeTurns extends Error {}

/** Whether the pool may answer when the user's own provider fails: the user must want it, and must have agreed to the pool too. */
export async function mayFallBack(
  db: Db,
  userId: string,
  { fallsBackToFree }: ChosenConfig,
  consentVersion: string,
): Promise<boolean> {
  if (!fallsBackToFree) return false;
  const consent = await findConsent(db, userId, 'free');
  return consent?.isGranted === true && consent.version === consentVersion;
}

/** Counts a turn as a free one of its day; false, without effect, when the user does not allow it or the limit is reached. */
export async function moveToPool({ id, ownerId }: RoutedTurn, parts: MovingParts): Promise<boolean> {
  const { pool, freeLimit, consentVersion } = parts;
  if (!(await mayFallBack(pool, ownerId, await findConfig(pool, ownerId), consentVersion))) return false;
  // While the limit is unknown, the turn fails as it would without the pool.
  const limit = await freeLimit().catch(() => undefined);
  if (limit === undefined) return false;
  try {
    await inTransaction(pool, async (tx) => {
      const moved = await moveTurnToPool(tx, id);
      if (!moved || !(await countFreeTurn(tx, ownerId, moved.day, limit))) throw new NoFreeTurns();
      await uncountTurn(tx, ownerId, moved.day, 'byok');
    });
    return true;
  } catch (error) {
    if (error instanceof NoFreeTurns) return false;
    throw error;
  }
}

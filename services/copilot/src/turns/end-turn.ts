import type { Pool } from '@svc/chassis/postgres/pool';
import { inTransaction, type Tx } from '@svc/chassis/postgres/transaction';
import type { TurnFailureCode } from '../models/turn-failures.js';
import { takeOffFreeTurn } from '../settings/usage-repo.js';
import type { MessagePart } from './message-parts.js';
import { endTurn, storeParts } from './turn-repo.js';

/** How a turn ends. */
export type TurnEnd =
  { readonly status: 'completed' | 'stopped' } | { readonly status: 'failed'; readonly errorCode: TurnFailureCode };

/** Ends a turn with what was said in it; false when it has ended already. */
export function storeEnd(pool: Pool, turnId: string, end: TurnEnd, parts?: readonly MessagePart[]): Promise<boolean> {
  return inTransaction(pool, async (tx) => {
    if (!(await endInTransaction(tx, turnId, end))) return false;
    if (parts) await storeParts(tx, turnId, parts);
    return true;
  });
}

/** Ends a turn, and takes it off the day's count once when it came to nothing. */
export async function endInTransaction(tx: Tx, turnId: string, end: TurnEnd): Promise<boolean> {
  const errorCode = end.status === 'failed' ? end.errorCode : null;
  const ended = await endTurn(tx, turnId, { status: end.status, errorCode });
  if (ended?.isTakenOff) await takeOffFreeTurn(tx, ended.ownerId, ended.day);
  return ended !== null;
}

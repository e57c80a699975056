import type { Pool } from '@svc/chassis/postgres/pool';
import { inTransaction, type Tx } from '@svc/chassis/postgres/transaction';
import type { TurnFailureCode } from '../models/turn-failures.js';
import { addModelUse, takeOffFreeTurn } from '../settings/usage-repo.js';
import { endLostCalls, storeToolCalls } from '../tools/tool-call-repo.js';
import type { MessagePart } from './message-parts.js';
import type { TurnRecord } from './turn-record.js';
import { endTurn, storeParts, type EndedTurn } from './turn-repo.js';

/** How a turn ends. */
export type TurnEnd =
  | { readonly status: 'completed' | 'stopped' }
  | {
      readonly status: 'failed';
      readonly errorCode: TurnFailureCode;
      /** When it can be tried again; undefined where that is not known, and of turns that ended before. */
      readonly retryAfterSeconds?: number | undefined;
    };

/** Ends a turn that runs, with what was said in it and what that cost. */
export async function storeEnd(
  pool: Pool,
  turnId: string,
  end: TurnEnd,
  said?: { readonly parts: readonly MessagePart[]; readonly record: TurnRecord },
): Promise<void> {
  await inTransaction(pool, async (tx) => {
    const ended = await endInTransaction(tx, turnId, end, said?.record.isTainted);
    if (!ended || !said) return;
    await storeParts(tx, turnId, said.parts);
    await addModelUse(tx, ended.ownerId, ended.day, said.record.use);
    await storeToolCalls(tx, turnId, said.record.toolCalls);
  });
}

/** Ends a turn, and takes it off the day's count once when it came to nothing; null when it has ended already. */
export async function endInTransaction(
  tx: Tx,
  turnId: string,
  end: TurnEnd,
  isTainted = false,
): Promise<EndedTurn | null> {
  const errorCode = end.status === 'failed' ? end.errorCode : null;
  const ended = await endTurn(tx, turnId, { status: end.status, errorCode, isTainted });
  if (!ended) return null;
  await endLostCalls(tx, turnId);
  if (ended.isTakenOff) await takeOffFreeTurn(tx, ended.ownerId, ended.day);
  return ended;
}

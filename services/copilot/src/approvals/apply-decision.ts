import type { Tx } from '@svc/chassis/postgres/transaction';
import { endInTransaction, type EndingParts } from '../turns/end-turn.js';
import { countWaiting, expireCalls, hasAsked, lockTurn, resumeTurn, storeDecision } from './decision-repo.js';

/** A decision of a user about what a turn asks for. */
export interface Decision {
  readonly turnId: string;
  readonly approvalId: string;
  readonly status: 'approved' | 'denied';
  /** As which the turn goes on. */
  readonly sessionId: string;
}

/**
 * Notes a decision, and has the turn go on once all that it asks for is decided. False where the turn does not wait for it yet: it still
 * asks, and must be told again. A turn that has ended gets nothing.
 */
export async function applyDecision(tx: Tx, { turnId, approvalId, status, sessionId }: Decision): Promise<boolean> {
  const turn = await lockTurn(tx, turnId);
  if (turn?.status === 'running') return hasAsked(tx, turnId, approvalId);
  if (turn?.status !== 'awaiting_approval') return true;
  await storeDecision(tx, turnId, approvalId, status);
  if ((await countWaiting(tx, turnId)).undecided === 0) await resumeTurn(tx, turnId, sessionId);
  return true;
}

/** Expires undecided calls of a turn; the turn goes on with the decided ones, and stops without any. */
export async function expireWait(tx: Tx, parts: EndingParts, turnId: string): Promise<void> {
  const turn = await lockTurn(tx, turnId);
  if (turn?.status !== 'awaiting_approval') return;
  await expireCalls(tx, turnId);
  const { undecided, areExpired } = await countWaiting(tx, turnId);
  if (areExpired) await endInTransaction(tx, parts, turnId, { status: 'stopped' });
  else if (undecided === 0) await resumeTurn(tx, turnId, null);
}

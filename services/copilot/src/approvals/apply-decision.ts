import type { Tx } from '@svc/chassis/postgres/transaction';
import { type EndingParts, endInTransaction } from '../turns/end-turn.js';
import {
  countWaiting,
  expireCalls,
  hasAsked,
  listWaits,
  lockTurn,
  resumeTurn,
  storeDecision,
} from './decision-repo.js';

/** A user's decision about a call of a turn. */
export interface Decision {
  readonly turnId: string;
  readonly approvalId: string;
  readonly status: 'approved' | 'denied';
  /** The session under which the turn continues. */
  readonly sessionId: string;
}

/**
 * Stores a decision, and resumes the turn once all its calls are decided. False while the turn is still requesting approvals: identity must report
 * the decision again. Ignored for a turn that has ended.
 */
export async function applyDecision(tx: Tx, { turnId, approvalId, status, sessionId }: Decision): Promise<boolean> {
  const turn = await lockTurn(tx, turnId);
  if (turn?.status === 'running') return hasAsked(tx, turnId, approvalId);
  if (turn?.status !== 'awaiting_approval') return true;
  await storeDecision(tx, turnId, approvalId, status);
  if ((await countWaiting(tx, turnId)).undecided === 0) await resumeTurn(tx, turnId, sessionId);
  return true;
}

/** Expires the undecided calls of a turn; the turn continues with the decided ones, and stops without any. */
export async function expireWait(tx: Tx, parts: EndingParts, turnId: string): Promise<void> {
  const turn = await lockTurn(tx, turnId);
  if (turn?.status !== 'awaiting_approval') return;
  await expireCalls(tx, turnId);
  const { undecided, areExpired } = await countWaiting(tx, turnId);
  if (areExpired) await endInTransaction(tx, parts, turnId, { status: 'stopped' });
  else if (undecided === 0) await resumeTurn(tx, turnId, null);
}

/** Ends a user's turns that wait for a decision, and whose models must not get any more data. */
export async function endWaits(tx: Tx, parts: EndingParts, ownerId: string, billing: string): Promise<void> {
  for (const turnId of await listWaits(tx, ownerId, billing)) {
    await endInTransaction(tx, parts, turnId, { status: 'failed', errorCode: 'CONSENT_REQUIRED' });
  }
}

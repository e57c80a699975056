import type { Outbox } from '@svc/chassis/outbox/outbox';
import type { Pool } from '@svc/chassis/postgres/pool';
import { inTransaction, type Tx } from '@svc/chassis/postgres/transaction';
import { withdrawApprovals } from '../approvals/withdraw-approvals.js';
import type { TurnFailureCode } from '../models/turn-failures.js';
import { addModelUse, takeOffTurn } from '../settings/usage-repo.js';
import { endOpenCalls, storeToolCalls } from '../tools/tool-call-repo.js';
import type { MessagePart } from './message-parts.js';
import { endedTurns, toolCalls } from './turn-metrics.js';
import type { TurnRecord } from './turn-record.js';
import { endTurn, findParts, pauseTurn, storeParts, type EndedTurn } from './turn-repo.js';

/** How a turn ends. */
export type TurnEnd =
  | { readonly status: 'completed' | 'stopped' }
  | {
      readonly status: 'failed';
      readonly errorCode: TurnFailureCode;
      /** When it makes sense to try it again; undefined where that is not known. */
      readonly retryAfterSeconds?: number | undefined;
    };

/** How a turn stands once its process has done with it. */
export type TurnOutcome = TurnEnd | { readonly status: 'awaiting_approval' };

/** What ends of turns are told by. */
export interface EndingParts {
  readonly outbox: Pick<Outbox, 'enqueue'>;
}

/** What a turn has said so far, and what is kept of it. */
export interface SaidInTurn {
  readonly parts: readonly MessagePart[];
  readonly record: TurnRecord;
}

/** Ends a turn that runs, with what was said in it and what that cost. */
export async function storeEnd(
  { pool, ...parts }: EndingParts & { readonly pool: Pool },
  turnId: string,
  end: TurnEnd,
  said?: SaidInTurn,
): Promise<void> {
  await inTransaction(pool, (tx) => endInTransaction(tx, parts, turnId, end, said));
}

/**
 * Has a turn wait for its user, with what was said in it so far and what that cost; answers how it stands then: it stops where that was
 * asked for meanwhile.
 */
export async function storePause(
  { pool, ...parts }: EndingParts & { readonly pool: Pool },
  turnId: string,
  said: SaidInTurn,
): Promise<TurnOutcome> {
  return inTransaction(pool, async (tx) => {
    const paused = await pauseTurn(tx, turnId, said.record);
    if (paused) {
      await storeSaid(tx, turnId, paused, said);
      return { status: 'awaiting_approval' };
    }
    await endInTransaction(tx, parts, turnId, { status: 'stopped' }, said);
    return { status: 'stopped' };
  });
}

/**
 * Ends a turn that runs or waits, and takes it off the day's count once when it came to nothing; what it asks for is withdrawn. Null when it
 * has ended already.
 */
export async function endInTransaction(
  tx: Tx,
  { outbox }: EndingParts,
  turnId: string,
  end: TurnEnd,
  said?: SaidInTurn,
): Promise<EndedTurn | null> {
  const { errorCode = null, retryAfterSeconds = null } = end.status === 'failed' ? end : {};
  const ended = await endTurn(tx, turnId, {
    status: end.status,
    errorCode,
    retryAfterSeconds,
    isTainted: said?.record.isTainted === true,
  });
  if (!ended) return null;
  tx.afterCommit(() => endedTurns.add(end.status === 'failed' ? end.errorCode : end.status));
  if (said) await storeSaid(tx, turnId, ended, said);
  const { areOpen, haveWaited } = await endOpenCalls(tx, turnId);
  if (areOpen) await withdrawApprovals(tx, outbox, { userId: ended.ownerId, turnId });
  if (haveWaited) await storeParts(tx, turnId, (await findParts(tx, turnId)).map(withdrawn));
  if (ended.isTakenOff) await takeOffTurn(tx, ended.ownerId, ended.day, ended.billing);
  return ended;
}

async function storeSaid(
  tx: Tx,
  turnId: string,
  { ownerId, day }: Pick<EndedTurn, 'ownerId' | 'day'>,
  { parts, record }: SaidInTurn,
): Promise<void> {
  await storeParts(tx, turnId, parts);
  await addModelUse(tx, ownerId, day, record.use);
  await storeToolCalls(tx, turnId, record.toolCalls);
  tx.afterCommit(() => record.toolCalls.forEach(({ status }) => toolCalls.add(status)));
}

function withdrawn(part: MessagePart): MessagePart {
  if (part.type !== 'dynamic-tool' || part.state !== 'approval-requested') return part;
  return { ...part, state: 'output-error', errorText: 'WITHDRAWN: The turn went on without it.' };
}

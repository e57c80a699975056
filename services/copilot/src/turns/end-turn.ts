import type { Outbox } from '@svc/chassis/outbox/outbox';
import type { Pool } from '@svc/chassis/postgres/pool';
import { inTransaction, type Tx } from '@svc/chassis/postgres/transaction';
import { withdrawApprovals } from '../approvals/withdraw-approvals.js';
import type { TurnFailureCode } from '../models/failure-codes.js';
import { endOpenCalls, storeToolCalls } from '../tools/tool-call-repo.js';
import { addModelUse, uncountTurn } from '../usage/usage-repo.js';
import type { MessagePart } from './messages/message-parts.js';
import { endedTurns, toolCalls } from './turn-metrics.js';
import type { TurnRecord } from './turn-record.js';
import { type EndedTurn, endTurn, findParts, pauseTurn, storeParts } from './turn-repo.js';

/** The end of a turn. */
export type TurnEnd =
  | { readonly status: 'completed' | 'stopped' }
  | {
      readonly status: 'failed';
      readonly errorCode: TurnFailureCode;
      /** When to try again; undefined when unknown. */
      readonly retryAfterSeconds?: number | undefined;
    };

/** The state in which its process leaves a turn. */
export type TurnOutcome = TurnEnd | { readonly status: 'awaiting_approval' };

/** Dependencies of ending turns. */
export interface EndingParts {
  readonly outbox: Pick<Outbox, 'enqueue'>;
}

/** The output of a turn so far, and its record. */
export interface TurnOutput {
  readonly parts: readonly MessagePart[];
  readonly record: TurnRecord;
}

/** Ends a running turn, storing its output and usage. */
export async function storeEnd(
  { pool, ...parts }: EndingParts & { readonly pool: Pool },
  turnId: string,
  end: TurnEnd,
  said?: TurnOutput,
): Promise<void> {
  await inTransaction(pool, (tx) => endInTransaction(tx, parts, turnId, end, said));
}

/** Makes a turn wait for its user, storing its output and usage so far, or stops it if requested; returns the new state. */
export async function storePause(
  { pool, ...parts }: EndingParts & { readonly pool: Pool },
  turnId: string,
  said: TurnOutput,
): Promise<TurnOutcome> {
  return inTransaction(pool, async (tx) => {
    const paused = await pauseTurn(tx, turnId, said.record);
    if (paused) {
      await storeOutput(tx, turnId, paused, said);
      return { status: 'awaiting_approval' };
    }
    await endInTransaction(tx, parts, turnId, { status: 'stopped' }, said);
    return { status: 'stopped' };
  });
}

/** Ends a running or waiting turn, uncounts it if it failed, and withdraws its approvals. Null when it has already ended. */
export async function endInTransaction(
  tx: Tx,
  { outbox }: EndingParts,
  turnId: string,
  end: TurnEnd,
  said?: TurnOutput,
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
  if (said) await storeOutput(tx, turnId, ended, said);
  const { areOpen, haveWaited } = await endOpenCalls(tx, turnId);
  if (areOpen) await withdrawApprovals(tx, outbox, { userId: ended.ownerId, turnId });
  if (haveWaited) await storeParts(tx, turnId, (await findParts(tx, turnId)).map(withdrawn));
  if (ended.isTakenOff) await uncountTurn(tx, ended.ownerId, ended.day, ended.billing);
  return ended;
}

async function storeOutput(
  tx: Tx,
  turnId: string,
  { ownerId, day }: Pick<EndedTurn, 'ownerId' | 'day'>,
  { parts, record }: TurnOutput,
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

import { setTimeout as pause } from 'node:timers/promises';
import { type AsGranted, type Grant, isGrantEnded } from '@svc/chassis/assertions/renewal';
import { orAborted } from '@svc/chassis/concurrency/or-aborted';
import type { Log } from '@svc/chassis/logging/log';
import type { Pool } from '@svc/chassis/postgres/pool';
import { inTransaction } from '@svc/chassis/postgres/transaction';
import { learnFrom } from '../learning/learn.js';
import { listRecent, type RecentMemory } from '../memories/memory-repo.js';
import { FAILURE_TEXTS, type TurnFailureCode } from '../models/failure-codes.js';
import { ModelFailure } from '../models/model-failure.js';
import type { AskedModel, Billing, ModelRoute } from '../models/model-route.js';
import type { TurnTools } from './calls/call-tools.js';
import { type EndingParts, storeEnd, storePause, type TurnEnd, type TurnOutcome, type TurnOutput } from './end-turn.js';
import type { LiveTurn } from './live-turn.js';
import type { StreamPart } from './messages/message-parts.js';
import type { MessageWriter } from './messages/message-writer.js';
import { listStoredMessages, type StoredMessage } from './messages/stored-message-repo.js';
import { retryWhileDatabaseBusy } from './retry-while-database-busy.js';
import { answerTurn } from './steps/answer-turn.js';
import { type EarlierChange, listEarlierChanges } from './steps/broken-off-repo.js';
import { verifyConsent } from './steps/verify-consent.js';
import { verifyUser } from './steps/verify-user.js';
import { TurnFailure } from './turn-failure.js';
import { TurnOver } from './turn-over.js';
import { beginRecord } from './turn-record.js';
import { type FollowedTurn, storeCalled } from './turn-repo.js';

const SAID_MAX = 200;
/** Number of memories from which the prompt's are chosen. */
const MEMORIES_MAX = 200;
/** Maximum attempts to start answering, and to store the outcome. */
const TRIES = 12;

/** Reason of an interruption: a stop request, a process that stops, or a turn that has run too long. */
export type Interruption = 'stopped' | 'restarted' | 'timed out';

export interface TurnParts extends EndingParts {
  readonly pool: Pool;
  /** Started before the turn was claimed. */
  readonly prepared: Promise<PreparedTurn>;
  readonly route: ModelRoute;
  readonly appName: string;
  /** Timeouts of a tool and a whole turn, in milliseconds. */
  readonly toolMs: number;
  readonly turnMs: number;
  /** Stores the message while it grows. */
  readonly kept: Pick<MessageWriter, 'add'>;
  /** Milliseconds between two attempts of a patient retry. */
  readonly storeMs: number;
  readonly asGranted: AsGranted;
  readonly tools: TurnTools | undefined;
  /** Version of the consents that is required now. */
  readonly consentVersion: string;
  readonly log: Log;
}

/** The input for answering a turn, and its verified user. */
export interface PreparedTurn {
  readonly grant: Grant;
  readonly said: readonly StoredMessage[];
  readonly memories: readonly RecentMemory[];
  readonly changes: readonly EarlierChange[];
}

/** Reads the input for answering a turn, and verifies its user and their consent. Throws TurnFailure, GRANT_ENDED, and the signal's reason. */
export async function prepareTurn(
  { pool, asGranted, consentVersion, storeMs }: Pick<TurnParts, 'pool' | 'asGranted' | 'consentVersion' | 'storeMs'>,
  turn: FollowedTurn,
  signal: AbortSignal,
): Promise<PreparedTurn> {
  // A turn started by the previous release has no session.
  if (turn.sessionId === null) throw new TurnFailure('SERVER_RESTARTED');
  const grant: Grant = { userId: turn.ownerId, kind: 'session', id: turn.sessionId, scopes: [] };
  const billing = turn.billing === 'byok' ? 'byok' : 'free';
  const patience = { tries: TRIES, pauseMs: storeMs, signal };
  const [known] = await Promise.all([
    retryWhileDatabaseBusy(() => readKnown(pool, turn), patience),
    // Before a resumed turn runs approved calls.
    retryWhileDatabaseBusy(() => verifyConsent(pool, turn.ownerId, billing, consentVersion), patience),
    verifyUser(asGranted, grant, signal),
  ]);
  return { ...known, grant };
}

/**
 * Answers a turn with a model, and stores the answer and the outcome. The signal's reason is an `Interruption`. Errors of reading and storing are
 * thrown, and leave the turn unfinished.
 */
export async function runTurn(
  parts: TurnParts,
  turn: FollowedTurn,
  live: LiveTurn,
  interrupted: AbortSignal,
): Promise<void> {
  const { pool, log } = parts;
  let lane: string | undefined;
  const startedAt = performance.now();
  const limit = startLimit(Math.max(1, parts.turnMs - turn.ranMs));
  const signal = AbortSignal.any([interrupted, limit.signal]);
  const patience = { tries: TRIES, pauseMs: parts.storeMs, signal };
  const record = beginRecord();
  let end: TurnOutcome = { status: 'completed' };
  const leaveKept = parts.kept.add(live);
  try {
    const { said, ...prepared } = await orAborted(parts.prepared, signal);
    signal.throwIfAborted();
    const beforeAsked = (billing: Billing): Promise<void> =>
      retryWhileDatabaseBusy(() => verifyConsent(pool, turn.ownerId, billing, parts.consentVersion), patience);
    const onAsked = (model: AskedModel): Promise<void> => {
      lane = model.lane;
      return retryWhileDatabaseBusy(() => storeCalled(pool, turn.id, model.id), patience);
    };
    const answered = await answerTurn(
      { ...parts, ...prepared, turn, live, signal, record, beforeAsked, onAsked },
      said,
    );
    if (answered === 'awaiting_approval') end = { status: answered };
  } catch (error) {
    end = endOf(error, signal);
    if (end.status === 'failed') {
      log.warn({ turnId: turn.id, code: end.errorCode, lane }, 'a turn of the copilot failed');
    }
  } finally {
    limit.end();
    await leaveKept();
  }
  record.ranMs = turn.ranMs + performance.now() - startedAt;
  const stored = await storePatiently(parts, turn.id, end, { parts: live.parts, record });
  if (end.status === 'completed') await learn(parts, turn.id);
  live.end(lastParts(stored));
}

/** Learns from the user's message. A failure here must not affect the answer, which is complete. */
async function learn({ pool, consentVersion, log }: TurnParts, turnId: string): Promise<void> {
  try {
    await inTransaction(pool, (tx) => learnFrom(tx, turnId, consentVersion));
  } catch (error) {
    log.error({ err: error, turnId }, 'the copilot could not learn from a message');
  }
}

/** Ends a turn that has run too long. */
function startLimit(turnMs: number): { readonly signal: AbortSignal; readonly end: () => void } {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort('timed out' satisfies Interruption), turnMs);
  return { signal: limit.signal, end: () => clearTimeout(timer) };
}

async function readKnown(pool: Pool, turn: FollowedTurn) {
  const [said, memories, changes] = await Promise.all([
    listStoredMessages(pool, turn.conversationId, { upTo: turn.askedSeq, limit: SAID_MAX }),
    listRecent(pool, turn.ownerId, MEMORIES_MAX),
    listEarlierChanges(pool, turn.conversationId, turn.id),
  ]);
  return { said, memories, changes };
}

/** Stores a turn's state, retrying while that fails; returns the stored state. */
async function storePatiently(
  parts: TurnParts,
  turnId: string,
  end: TurnOutcome,
  said: TurnOutput,
): Promise<TurnOutcome> {
  for (let tries = 1; ; tries += 1) {
    try {
      if (end.status === 'awaiting_approval') return await storePause(parts, turnId, said);
      await storeEnd(parts, turnId, end, said);
      return end;
    } catch (error) {
      if (tries === TRIES) throw error;
      await pause(parts.storeMs);
    }
  }
}

/** The end that an error or an interruption leads to; rethrows our own bugs. */
function endOf(error: unknown, signal: AbortSignal): TurnEnd {
  if (signal.aborted) {
    const interruption: Interruption = signal.reason;
    if (interruption === 'stopped') return { status: 'stopped' };
    return { status: 'failed', errorCode: interruption === 'timed out' ? 'TURN_TIMED_OUT' : 'SERVER_RESTARTED' };
  }
  // A user who has signed out no longer needs an answer.
  if (isGrantEnded(error) || error instanceof TurnOver) return { status: 'stopped' };
  if (error instanceof TurnFailure) return { status: 'failed', errorCode: error.code };
  if (error instanceof ModelFailure) {
    return { status: 'failed', errorCode: error.code, retryAfterSeconds: error.retryAfterSeconds };
  }
  throw error;
}

/** Stream parts for the end of a turn. */
export function lastParts(end: TurnOutcome): StreamPart[] {
  if (end.status === 'awaiting_approval') return [{ type: 'finish', finishReason: 'tool-calls' }];
  if (end.status === 'failed') return failureParts(end.errorCode, end.retryAfterSeconds);
  return end.status === 'stopped' ? [{ type: 'abort' }] : [{ type: 'finish', finishReason: 'stop' }];
}

function failureParts(code: TurnFailureCode, retryAfterSeconds: number | undefined): StreamPart[] {
  return [
    { type: 'data-error', data: { code, retryAfterSeconds }, transient: true },
    { type: 'error', errorText: FAILURE_TEXTS[code] },
    { type: 'finish', finishReason: 'error' },
  ];
}

import { setTimeout as pause } from 'node:timers/promises';
import { noSuch } from '@svc/chassis/errors/app-error';
import type { Pool } from '@svc/chassis/postgres/pool';
import type { FreeLimit } from '../usage/free-limit.js';
import { readFreeUsage } from '../usage/free-usage.js';
import { startOf, type StreamedPart } from './live-turn.js';
import { type MessagePart, replayFrom, type StreamPart } from './messages/message-parts.js';
import { retryWhileDatabaseBusy } from './retry-while-database-busy.js';
import { lastParts } from './run-turn.js';
import { failureCodeOf, retryAfterOf } from './stored-failure.js';
import { followers } from './turn-metrics.js';
import { findFollowedTurn, type FollowedTurn, noteFollowed } from './turn-repo.js';
import type { TurnRuns } from './turn-runs.js';

/** Milliseconds between two reads of a message whose turn another process runs. */
const LOOK_MS = 500;
/** Maximum attempts to start following. */
const TRIES = 5;

interface Following {
  readonly pool: Pool;
  readonly runs: TurnRuns;
  readonly ownerId: string;
  /** Id of the follower's request, for finding its failure in the logs. */
  readonly requestId: string;
  readonly timeZone: string;
  readonly now: () => Date;
  readonly freeLimit: FreeLimit;
  readonly signal: AbortSignal;
}

/** Parts that start the end of a stream. */
const ENDINGS: ReadonlySet<string> = new Set(['data-error', 'finish', 'abort']);

/**
 * Yields the message of a turn so far, then new parts until the turn ends; before the end, the remaining free turns. Throws NOT_FOUND, COPILOT_BUSY.
 */
export async function* followTurn(turnId: string, following: Following): AsyncGenerator<StreamedPart, void, void> {
  const { pool, runs, ownerId, requestId, signal } = following;
  const patience = { tries: TRIES, pauseMs: LOOK_MS, signal };
  const turn = await retryWhileDatabaseBusy(() => findFollowedTurn(pool, ownerId, turnId), patience);
  if (!turn) throw noSuch('turn');
  const live = await retryWhileDatabaseBusy(() => runs.join(turn), patience);
  let isEnding = false;
  followers.add(1);
  try {
    for await (const told of live ? live.follow(signal) : watchStored(turn, following)) {
      const { part } = told;
      if (!isEnding && ENDINGS.has(part.type)) {
        isEnding = true;
        yield* await usageParts(following);
      }
      const isFailure = part.type === 'data-error';
      yield isFailure ? { ...told, part: { ...part, data: { ...Object(part['data']), requestId } } } : told;
    }
  } finally {
    followers.add(-1);
  }
}

/** Reports the day's remaining turns. They are optional, so the stream continues when they are unknown. */
async function usageParts({ ownerId, ...parts }: Following): Promise<StreamedPart[]> {
  const usage = await readFreeUsage(parts, ownerId).catch(() => undefined);
  if (!usage) return [];
  const free = { ...usage, unlimited: usage.limit === 0, timezone: parts.timeZone };
  return [{ part: { type: 'data-usage', data: { free }, transient: true }, isReplay: false }];
}

/** Streams a turn that another process runs, by polling its stored message. */
async function* watchStored(
  turn: FollowedTurn,
  { pool, ownerId, signal }: Following,
): AsyncGenerator<StreamedPart, void, void> {
  yield* toldAs(true, startOf(turn.id, turn.messageId));
  let told: readonly MessagePart[] = [];
  for (let seen: FollowedTurn | null = turn; seen && !signal.aborted;) {
    yield* toldAs(seen === turn, replayFrom(told, seen.parts));
    told = seen.parts;
    if (seen.status !== 'running') {
      const step = told.length > 0 ? [{ type: 'finish-step' }] : [];
      yield* toldAs(false, [...step, ...lastParts(endOf(seen))]);
      return;
    }
    await noteFollowed(pool, turn.id);
    await pause(LOOK_MS, undefined, { signal }).catch(() => undefined);
    seen = await findFollowedTurn(pool, ownerId, turn.id);
  }
}

function toldAs(isReplay: boolean, parts: readonly StreamPart[]): StreamedPart[] {
  return parts.map((part) => ({ part, isReplay }));
}

function endOf(turn: FollowedTurn): Parameters<typeof lastParts>[0] {
  if (turn.status === 'awaiting_approval') return { status: turn.status };
  if (turn.status === 'failed')
    return { status: 'failed', errorCode: failureCodeOf(turn), retryAfterSeconds: retryAfterOf(turn) };
  return { status: turn.status === 'completed' ? turn.status : 'stopped' };
}

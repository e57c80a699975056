import { setTimeout as pause } from 'node:timers/promises';
import { noSuch } from '@svc/chassis/errors/app-error';
import type { Pool } from '@svc/chassis/postgres/pool';
import { failureCodeOf } from './failure-of.js';
import { startOf } from './live-turn.js';
import { replayFrom, type MessagePart, type StreamPart } from './message-parts.js';
import { lastParts } from './run-turn.js';
import { findFollowedTurn, noteFollowed, type FollowedTurn } from './turn-repo.js';
import type { TurnRuns } from './turn-runs.js';

/** Milliseconds between two looks at the message of a turn that another process runs. */
const LOOK_MS = 500;

interface Following {
  readonly pool: Pool;
  readonly runs: TurnRuns;
  readonly ownerId: string;
  readonly signal: AbortSignal;
}

/** The message of a turn so far, and then what comes, until the turn has ended. Throws NOT_FOUND, COPILOT_BUSY. */
export async function* followTurn(turnId: string, following: Following): AsyncGenerator<StreamPart, void, void> {
  const { pool, runs, ownerId, signal } = following;
  const turn = await findFollowedTurn(pool, ownerId, turnId);
  if (!turn) throw noSuch('turn');
  const live = await runs.join(turn);
  if (live) yield* live.follow(signal);
  else yield* watchStored(turn, following);
}

/** The same of a turn that another process runs, from what that stores. */
async function* watchStored(
  turn: FollowedTurn,
  { pool, ownerId, signal }: Following,
): AsyncGenerator<StreamPart, void, void> {
  yield* startOf(turn.id, turn.messageId);
  let told: readonly MessagePart[] = [];
  for (let seen: FollowedTurn | null = turn; seen && !signal.aborted;) {
    yield* replayFrom(told, seen.parts);
    told = seen.parts;
    if (seen.status !== 'running') {
      if (told.length > 0) yield { type: 'finish-step' };
      yield* lastParts(endOf(seen));
      return;
    }
    await noteFollowed(pool, turn.id);
    await pause(LOOK_MS, undefined, { signal }).catch(() => undefined);
    seen = await findFollowedTurn(pool, ownerId, turn.id);
  }
}

function endOf(turn: FollowedTurn): Parameters<typeof lastParts>[0] {
  if (turn.status === 'failed') return { status: 'failed', errorCode: failureCodeOf(turn) };
  return { status: turn.status === 'completed' ? turn.status : 'stopped' };
}

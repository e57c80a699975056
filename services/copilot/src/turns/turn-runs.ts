import type { AsGranted } from '@svc/chassis/assertions/renewal';
import { runInBackground } from '@svc/chassis/call-context';
import { repeat } from '@svc/chassis/concurrency/repeat';
import { inSpan, SpanKind } from '@svc/chassis/telemetry/spans';
import { randomUUID } from 'node:crypto';
import { copilotError } from '../error-codes.js';
import type { OpenRoute } from '../models/model-route.js';
import type { Log } from '@svc/chassis/log';
import type { Pool } from '@svc/chassis/postgres/pool';
import type { OpenTools } from './call-tools.js';
import { storeEnd } from './end-turn.js';
import { LiveTurn } from './live-turn.js';
import { runTurn, type Interruption } from './run-turn.js';
import { claimTurn, findLostTurns, renewHolds, type FollowedTurn } from './turn-repo.js';

/** Times of turns. */
export interface TurnTimes {
  /** Seconds that a process may be silent before its turns count as lost. */
  readonly holdSeconds: number;
  /** Seconds that a turn runs without a follower. */
  readonly unfollowedSeconds: number;
  /** Milliseconds between two times that a process says that it runs its turns, and hears what becomes of them. */
  readonly renewMs: number;
  /** Milliseconds between two looks for turns that nobody runs any more. */
  readonly sweepMs: number;
  /** Milliseconds between two times that a message is stored while it comes about. */
  readonly storeMs: number;
  /** Milliseconds that a tool may take. */
  readonly toolMs: number;
  /** Milliseconds that a turn may run. */
  readonly turnMs: number;
}

export const TURN_TIMES: TurnTimes = {
  holdSeconds: 15,
  unfollowedSeconds: 15,
  renewMs: 1_000,
  sweepMs: 15_000,
  storeMs: 1_000,
  toolMs: 20_000,
  turnMs: 180_000,
};

const SWEPT_MAX = 100;

export interface TurnRunsOptions {
  readonly pool: Pool;
  /** How turns get their answers. */
  readonly openRoute: OpenRoute;
  readonly appName: string;
  /** Version of the consents that are asked for now. */
  readonly consentVersion: string;
  /** For the users of turns. */
  readonly asGranted: AsGranted;
  /** What reads for users; undefined where nothing does. */
  readonly tools: OpenTools;
  readonly times: TurnTimes;
  /** Turns that this process runs at once. */
  readonly turnsMax: number;
  readonly log: Log;
}

/** The turns that this process runs. */
export interface TurnRuns {
  /** The turn as this process runs it; undefined when another one does, or nobody any more. Throws COPILOT_BUSY. */
  join(turn: FollowedTurn): Promise<LiveTurn | undefined>;
  /** Ends those that run: they can be tried again. */
  stop(): Promise<void>;
}

interface Run {
  readonly live: LiveTurn;
  readonly ended: Promise<void>;
  interrupt(why: Interruption): void;
}

/** Runs turns for as long as somebody follows them. */
export function createTurnRuns(options: TurnRunsOptions): TurnRuns {
  const { pool, turnsMax, times, log } = options;
  const { unfollowedSeconds } = times;
  const hold = { holder: randomUUID(), seconds: times.holdSeconds };
  const runs = new Map<string, Run>();
  let isStopping = false;

  const start = async (turn: FollowedTurn): Promise<LiveTurn | undefined> => {
    const route = await options.openRoute(turn);
    if (!route) return undefined;
    const tools = route.supportsTools ? await options.tools() : undefined;
    if (!(await claimTurn(pool, turn.id, hold))) return undefined;
    const interrupting = new AbortController();
    const live = new LiveTurn(turn.id, turn.messageId);
    const parts = { ...options, ...times, route, tools };
    const run = () => runTurn(parts, turn, live, interrupting.signal);
    // It outlives the call of whoever is the first to follow it.
    const ended = runInBackground(() => inSpan('invoke_agent copilot', { kind: SpanKind.INTERNAL }, run))
      .catch((error: unknown) => {
        // The sweep ends it: nobody renews it any more.
        log.error({ err: error, turnId: turn.id }, 'a turn of the copilot could not be ended');
        live.fail();
      })
      .finally(() => runs.delete(turn.id));
    runs.set(turn.id, { live, ended, interrupt: (why) => interrupting.abort(why) });
    if (isStopping) interrupting.abort('restarted' satisfies Interruption);
    return live;
  };

  const renewing = repeat(
    'copilot turns',
    async () => {
      const turnIds = [...runs.keys()];
      if (turnIds.length === 0) return;
      const followedIds = turnIds.filter((id) => runs.get(id)?.live.isFollowed());
      const held = new Map(
        (await renewHolds(pool, hold, { turnIds, followedIds, unfollowedSeconds })).map((turn) => [turn.id, turn]),
      );
      for (const id of turnIds) if (held.get(id)?.isToStop !== false) runs.get(id)?.interrupt('stopped');
    },
    times.renewMs,
    log,
  );
  const sweeping = repeat('lost turns of the copilot', () => endLostTurns(pool, unfollowedSeconds), times.sweepMs, log);

  return {
    async join(turn) {
      const run = runs.get(turn.id);
      if (run) return run.live;
      if (turn.isHeld || turn.status !== 'running') return undefined;
      if (isStopping || runs.size >= turnsMax) {
        throw copilotError('COPILOT_BUSY', 'The copilot is at capacity right now. Try again shortly.', {
          retryAfterSeconds: 5,
        });
      }
      return start(turn);
    },
    async stop() {
      isStopping = true;
      for (const run of runs.values()) run.interrupt('restarted');
      await Promise.all([...runs.values()].map(({ ended }) => ended));
      await Promise.all([renewing.stop(), sweeping.stop()]);
    },
  };
}

/** Ends turns whose process is silent, as failed, and turns that nobody has begun to follow, as stopped. */
async function endLostTurns(pool: Pool, unfollowedSeconds: number): Promise<void> {
  for (const { id, isHeld } of await findLostTurns(pool, { unfollowedSeconds, limit: SWEPT_MAX })) {
    await storeEnd(pool, id, isHeld ? { status: 'failed', errorCode: 'SERVER_RESTARTED' } : { status: 'stopped' });
  }
}

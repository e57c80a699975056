import { randomUUID } from 'node:crypto';
import type { AsGranted } from '@svc/chassis/assertions/renewal';
import { runInBackground } from '@svc/chassis/calls/call-context';
import { repeat } from '@svc/chassis/concurrency/repeat';
import type { Log } from '@svc/chassis/logging/log';
import type { Pool } from '@svc/chassis/postgres/pool';
import { inTransaction } from '@svc/chassis/postgres/transaction';
import { inSpan, SpanKind } from '@svc/chassis/telemetry/spans';
import { expireWait } from '../approvals/apply-decision.js';
import { listExpiredWaits } from '../approvals/decision-repo.js';
import { copilotError } from '../error-codes.js';
import type { OpenRoute } from '../models/model-route.js';
import type { OpenTools } from './calls/call-tools.js';
import { type EndingParts, storeEnd } from './end-turn.js';
import { LiveTurn } from './live-turn.js';
import { freeLostTurn, listLostTurns } from './lost-turn-repo.js';
import { createMessageWriter } from './messages/message-writer.js';
import { type Interruption, prepareTurn, runTurn } from './run-turn.js';
import { observeTurns } from './turn-metrics.js';
import { claimTurn, findTurnToRun, type FollowedTurn, renewHolds } from './turn-repo.js';

/** Timing of turns. */
export interface TurnTimes {
  /** Seconds of a lease, after which a process's turns count as lost. */
  readonly holdSeconds: number;
  /** Seconds that a turn runs without a follower. */
  readonly unfollowedSeconds: number;
  /** Milliseconds between two renewals of leases. */
  readonly renewMs: number;
  /** Milliseconds between two sweeps for lost turns. */
  readonly sweepMs: number;
  /** Milliseconds between two writes of growing messages. */
  readonly storeMs: number;
  /** Milliseconds to wait for a follower before this process runs a continuing turn. */
  readonly startMs: number;
  /** Timeout of a tool in milliseconds. */
  readonly toolMs: number;
  /** Timeout of a turn in milliseconds. */
  readonly turnMs: number;
}

export const TURN_TIMES: TurnTimes = {
  holdSeconds: 15,
  unfollowedSeconds: 15,
  renewMs: 1_000,
  sweepMs: 15_000,
  storeMs: 1_000,
  startMs: 500,
  toolMs: 20_000,
  turnMs: 180_000,
};

const SWEPT_MAX = 100;
/** Maximum times that a turn continues after its process died. */
const FREED_MAX = 3;

export interface TurnRunsOptions extends EndingParts {
  readonly pool: Pool;
  /** Opens the routes of turns. */
  readonly openRoute: OpenRoute;
  readonly appName: string;
  /** Version of the consents that is required now. */
  readonly consentVersion: string;
  /** Verifies the users of turns. */
  readonly asGranted: AsGranted;
  /** The tools; undefined when there are none. */
  readonly tools: OpenTools;
  readonly times: TurnTimes;
  /** Maximum turns that this process runs at once. */
  readonly turnsMax: number;
  readonly log: Log;
}

/** The turns that this process runs. */
export interface TurnRuns {
  /** The turn as this process runs it; undefined when another process does, or none. Throws COPILOT_BUSY. */
  join(turn: FollowedTurn): Promise<LiveTurn | undefined>;
  /** Runs a turn that continues, unless a request follows it first. */
  startSoon(turnId: string): void;
  /** Ends the running turns, which can be retried. */
  stop(): Promise<void>;
}

interface Run {
  readonly live: LiveTurn;
  readonly ended: Promise<void>;
  interrupt(why: Interruption): void;
}

/** Runs turns for as long as a request follows them. */
export function createTurnRuns(options: TurnRunsOptions): TurnRuns {
  const { pool, turnsMax, times, log } = options;
  const { unfollowedSeconds } = times;
  const hold = { holder: randomUUID(), seconds: times.holdSeconds };
  const runs = new Map<string, Run>();
  const waiting = new Set<NodeJS.Timeout>();
  const kept = createMessageWriter(pool, times.storeMs, log);
  let isStopping = false;

  const start = async (turn: FollowedTurn): Promise<LiveTurn | undefined> => {
    const route = await options.openRoute(turn);
    if (!route) return undefined;
    const tools = route.supportsTools ? await options.tools() : undefined;
    const interrupting = new AbortController();
    // Runs in parallel with the claim. Like the run, it outlives the call of its first follower.
    const prepared = runInBackground(() => prepareTurn({ ...options, ...times }, turn, interrupting.signal));
    // The run reports the failure.
    prepared.catch(() => undefined);
    let isClaimed = false;
    try {
      isClaimed = await claimTurn(pool, turn.id, hold);
    } finally {
      if (!isClaimed) interrupting.abort('stopped' satisfies Interruption);
    }
    if (!isClaimed) return undefined;
    const live = new LiveTurn(turn.id, turn.messageId, turn.parts);
    const parts = { ...options, ...times, prepared, route, tools, kept };
    const run = () => runTurn(parts, turn, live, interrupting.signal);
    const ended = runInBackground(() => inSpan('invoke_agent copilot', { kind: SpanKind.INTERNAL }, run))
      .catch((error: unknown) => {
        // The sweep ends the turn, because no process renews its lease.
        log.error({ err: error, turnId: turn.id }, 'a turn of the copilot could not be ended');
        live.fail();
      })
      .finally(() => runs.delete(turn.id));
    runs.set(turn.id, { live, ended, interrupt: (why) => interrupting.abort(why) });
    if (isStopping) interrupting.abort('restarted' satisfies Interruption);
    return live;
  };

  const join = async (turn: FollowedTurn): Promise<LiveTurn | undefined> => {
    const run = runs.get(turn.id);
    if (run) return run.live;
    if (turn.isHeld || turn.status !== 'running') return undefined;
    if (isStopping || runs.size >= turnsMax) {
      throw copilotError('COPILOT_BUSY', 'The copilot is at capacity right now. Try again shortly.', {
        retryAfterSeconds: 5,
      });
    }
    return start(turn);
  };

  /** Waits for the user first, who follows within milliseconds of the decision or not at all. */
  const startSoon = (turnId: string): void => {
    if (isStopping) return;
    const run = async (): Promise<void> => {
      const turn = await findTurnToRun(pool, turnId);
      if (turn) await join(turn);
    };
    const timer = setTimeout(() => {
      waiting.delete(timer);
      // The run outlives the call that reported the decision.
      runInBackground(run).catch((error: unknown) =>
        log.warn({ err: error, turnId }, 'a turn of the copilot does not continue yet'),
      );
    }, times.startMs);
    waiting.add(timer);
  };

  const renewing = repeat('copilot turns', () => renewRuns(pool, runs, hold, unfollowedSeconds), times.renewMs, log);
  const sweep = async (): Promise<void> => {
    const goingOn = [...(await endLostTurns(options, unfollowedSeconds)), ...(await endExpiredWaits(options))];
    for (const turnId of goingOn) startSoon(turnId);
  };
  const observing = observeTurns(() => runs.size);
  const sweeping = repeat('lost turns of the copilot', sweep, times.sweepMs, log);

  return {
    join,
    startSoon,
    async stop() {
      isStopping = true;
      for (const timer of waiting) clearTimeout(timer);
      for (const run of runs.values()) run.interrupt('restarted');
      await Promise.all([...runs.values()].map(({ ended }) => ended));
      observing.stop();
      await Promise.all([renewing.stop(), sweeping.stop(), kept.stop()]);
    },
  };
}

/** Renews the leases of this process's turns, and interrupts turns that must stop or no longer belong to it. */
async function renewRuns(
  pool: Pool,
  runs: ReadonlyMap<string, Run>,
  hold: { readonly holder: string; readonly seconds: number },
  unfollowedSeconds: number,
): Promise<void> {
  const turnIds = [...runs.keys()];
  if (turnIds.length === 0) return;
  const followedIds = turnIds.filter((id) => runs.get(id)?.live.isFollowed());
  const held = new Map(
    (await renewHolds(pool, hold, { turnIds, followedIds, unfollowedSeconds })).map((turn) => [turn.id, turn]),
  );
  for (const id of turnIds) if (held.get(id)?.isToStop !== false) runs.get(id)?.interrupt('stopped');
}

/**
 * Ends turns with an expired lease as failed, and turns without a follower as stopped. Returns those that can continue, because their actions are
 * idempotent.
 */
async function endLostTurns(options: TurnRunsOptions, unfollowedSeconds: number): Promise<string[]> {
  const { pool } = options;
  const freed: string[] = [];
  for (const { id, isHeld } of await listLostTurns(pool, { unfollowedSeconds, limit: SWEPT_MAX })) {
    if (isHeld && (await freeLostTurn(pool, id, FREED_MAX))) freed.push(id);
    else
      await storeEnd(options, id, isHeld ? { status: 'failed', errorCode: 'SERVER_RESTARTED' } : { status: 'stopped' });
  }
  return freed;
}

/** Expires undecided calls; returns the turns that waited for them. */
async function endExpiredWaits(options: TurnRunsOptions): Promise<string[]> {
  const { pool } = options;
  const turnIds = await listExpiredWaits(pool, SWEPT_MAX);
  for (const turnId of turnIds) await inTransaction(pool, (tx) => expireWait(tx, options, turnId));
  return turnIds;
}

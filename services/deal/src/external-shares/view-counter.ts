import { type CallContext, currentCall, runInCall } from '@svc/chassis/calls/call-context';
import { appError, noSuch } from '@svc/chassis/errors/app-error';
import type { Pool } from '@svc/chassis/postgres/pool';
import { inTransaction } from '@svc/chassis/postgres/transaction';
import { v7 as newId } from 'uuid';
import { checkOpen, type ExternalShareRow } from './external-share.js';
import { countViews, findShareForUpdate, type LockedShare } from './external-share-repo.js';

/** Maximum shares counted at once, so that blocked ones leave connections for other work. */
const FLIGHTS_MAX = 2;
/** Views per statement. */
const VIEWS_MAX = 500;
/** Timeout for counting in milliseconds; waiting for the row's lock takes two seconds at most. */
const FLIGHT_MS = 5_000;
const NEVER_ABORTED = new AbortController().signal;

/** Counts views of external shares. */
export interface ViewCounter {
  /**
   * Counts one view of the share and stores the hash of the new pass. `share` is the one that the viewer opened. Throws the share's error if it has
   * since ended, PASSWORD_REQUIRED if its password has changed, and `unavailable`.
   */
  count(share: ExternalShareRow, passHash: Buffer): Promise<void>;
}

interface View {
  readonly share: ExternalShareRow;
  readonly passHash: Buffer;
  /** The viewer's call. */
  readonly call: CallContext | undefined;
  readonly counted: () => void;
  readonly refuse: (error: unknown) => void;
}

/**
 * Creates a counter. All openings of a share update the same row, one after the other, so those that arrive during an update are counted together in
 * the next one: the more there are, the less each costs. Any number of concurrent openings, on any replica, uses exactly the remaining views.
 */
export function createViewCounter(pool: Pool): ViewCounter {
  const waiting = new Map<string, View[]>();
  const underWay = new Set<string>();

  const takeNext = (): [string, View[]] | undefined => {
    for (const [shareId, views] of waiting) {
      if (underWay.has(shareId)) continue;
      const taken = views.splice(0, VIEWS_MAX);
      if (views.length === 0) waiting.delete(shareId);
      return [shareId, taken];
    }
    return undefined;
  };

  const countWaiting = async (): Promise<void> => {
    for (let next = takeNext(); next; next = takeNext()) {
      const [shareId, views] = next;
      underWay.add(shareId);
      await countTogether(pool, shareId, views);
      underWay.delete(shareId);
    }
  };

  return {
    count(share, passHash) {
      return new Promise((counted, refuse) => {
        const view = { share, passHash, call: currentCall(), counted, refuse };
        const others = waiting.get(share.id);
        if (others) others.push(view);
        else waiting.set(share.id, [view]);
        if (underWay.size < FLIGHTS_MAX && !underWay.has(share.id)) void countWaiting();
      });
    },
  };
}

/** Counts a batch of views. Never throws: each view is either counted or refused. */
async function countTogether(pool: Pool, shareId: string, views: readonly View[]): Promise<void> {
  // Runs in a call of its own, which continues when one of the viewers leaves.
  const call = { requestId: newId(), deadline: Date.now() + FLIGHT_MS, signal: NEVER_ABORTED };
  try {
    const outcomes = await runInCall(call, () =>
      inTransaction(pool, async (tx) => {
        const share = await findShareForUpdate(tx, shareId);
        const judged = judgeViews(share, views);
        const passHashes = judged.flatMap(({ view, error }) => (error === null ? [view.passHash] : []));
        if (passHashes.length > 0) await countViews(tx, shareId, passHashes);
        return judged;
      }),
    );
    for (const { view, error } of outcomes) {
      if (error === null) view.counted();
      else view.refuse(error);
    }
  } catch (error) {
    for (const { refuse } of views) refuse(error);
  }
}

interface Judged {
  readonly view: View;
  /** Reason for not counting the view; null when it is counted. */
  readonly error: unknown;
}

/** Decides which views to count, first come, first served, by the state of the locked share. */
function judgeViews(share: LockedShare | null, views: readonly View[]): Judged[] {
  if (!share) return views.map((view) => ({ view, error: noSuch('shared link') }));
  let { viewCount } = share;
  return views.map((view) => {
    const error = refusalOf({ ...share, viewCount }, view);
    if (error === null) viewCount += 1;
    return { view, error };
  });
}

function refusalOf(share: LockedShare, { call, share: seen }: View): unknown {
  // A viewer who has left has not seen the share.
  if (call && (call.signal.aborted || Date.now() >= call.deadline))
    return appError('TIMEOUT', 'Opening the link took too long and was not counted. Try again.');
  try {
    checkOpen(share, share.now);
  } catch (error) {
    return error;
  }
  return share.passwordHash === seen.passwordHash
    ? null
    : appError('PASSWORD_REQUIRED', 'The password has changed. Enter the new one.');
}

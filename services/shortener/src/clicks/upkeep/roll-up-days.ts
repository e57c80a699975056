import type { Pool } from '@svc/chassis/postgres/pool';
import { DAY_MS, HOUR_MS } from '@svc/chassis/time/durations';
import { dayNumberOf } from '../utc-day.js';
import { foldReferrersOfDay, foldReferrersOfHour, listBusyLinks, moveBusyRows } from './click-rollup-repo.js';
import { findRollupsMadeAt } from './day-progress-repo.js';
import { eachDay } from './each-day.js';

/** Days to wait before a day is processed, because its clicks may still arrive until then. */
const SETTLED_DAYS = 2;
/** Upper bound for the duration of an upgrade, during which processes of the previous version read only the roll-up. */
const UPGRADE_MS = DAY_MS;
/** Rows of a link and day from which moving them is worthwhile. */
const BUSY_ROWS = 100;
/** Links per query, because finding them costs as much as scanning their day. */
const LINKS_MAX = 1_000;
/** Maximum rows that one statement moves or folds, to stay well within its timeout. */
const PIECE_ROWS = 10_000;

export interface MoveOptions {
  readonly busyRows?: number;
  readonly pieceRows?: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Moves the past days of busy links out of the roll-up. Later clicks of such a day still count. Nothing moves on the first day after an upgrade,
 * because running processes might not find it. Rejects with the signal's reason when aborted.
 */
export async function moveBusyDays(
  pool: Pool,
  now: Date,
  { busyRows = BUSY_ROWS, pieceRows = PIECE_ROWS, signal }: MoveOptions = {},
): Promise<void> {
  const madeAt = await findRollupsMadeAt(pool);
  if (madeAt === null || now.getTime() < madeAt.getTime() + UPGRADE_MS) return;
  const move = async (day: string): Promise<void> => {
    let linkIds: string[];
    do {
      linkIds = await listBusyLinks(pool, day, busyRows, LINKS_MAX);
      if (linkIds.length > 0) await inPieces(() => moveBusyRows(pool, day, linkIds, pieceRows), pieceRows, signal);
    } while (linkIds.length === LINKS_MAX);
  };
  await eachDay(pool, 'busy days', dayNumberOf(now.getTime()) - SETTLED_DAYS, move, signal);
}

/**
 * Drops the referrers of the days before a time, because text that anyone can forge must not be kept forever. Throws the signal's reason when aborted
 * between days.
 */
export async function foldOldReferrers(
  pool: Pool,
  before: Date,
  signal?: AbortSignal,
  pieceRows = PIECE_ROWS,
): Promise<void> {
  const fold = async (day: string): Promise<void> => {
    const startsAt = Date.parse(day);
    for (let time = startsAt; time < startsAt + DAY_MS; time += HOUR_MS) {
      const hour = new Date(time);
      for (const table of ['click_quarter_hour', 'click_quarter_hour_history'] as const) {
        await inPieces(() => foldReferrersOfHour(pool, table, hour, pieceRows), pieceRows, signal);
      }
    }
    await inPieces(() => foldReferrersOfDay(pool, day, pieceRows), pieceRows, signal);
  };
  await eachDay(pool, 'old referrers', dayNumberOf(before.getTime()) - 1, fold, signal);
}

async function inPieces(piece: () => Promise<number>, pieceRows: number, signal?: AbortSignal): Promise<void> {
  do signal?.throwIfAborted();
  while ((await piece()) === pieceRows);
}

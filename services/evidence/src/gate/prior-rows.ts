import { daysBetween } from '@svc/chassis/time/calendar';
import { shortText } from '../candidates/page-text.js';
import { keyOf } from '../candidates/video-address.js';
import type { Context } from '../context.js';
import type { ImportRow, ViewLogRow } from '../schemas/prior-rows.js';
import type { ExistingMatch } from '../schemas/verification-row.js';
import type { Workflow } from '../schemas/vocabulary.js';
import { type Moment, readMoment } from './moments.js';

/** A view log or a video that the product already has. */
export interface PriorRow {
  readonly kind: 'view_log' | 'import_row';
  /** Index of the row in its list. */
  readonly index: number;
  readonly id: string | null;
  readonly url: string | null;
  readonly key: string | null;
  readonly dealId: string | null;
  readonly videoId: string | null;
  readonly checkedAt: string | null;
  readonly checked: Moment | null;
  readonly value: number | null;
  /** The screenshot that proves a view log. */
  readonly screenshotId: string | null;
}

type Parent = {
  readonly dealId?: string | null | undefined;
  readonly videoId?: string | null | undefined;
  readonly url?: string | null | undefined;
};

/** Reads rows in the operations' formats: view logs, videos, due views with their view logs, and the deals of an import with their videos. */
export function readPriorRows(logs: readonly ViewLogRow[], rows: readonly ImportRow[], context: Context): PriorRow[] {
  return [
    ...logs.map((log, index) => readLog(log, index, {}, context)),
    ...rows.flatMap((row, index) => readImportRow(row, index, context)),
  ];
}

function readLog(log: ViewLogRow, index: number, parent: Parent, context: Context): PriorRow {
  const key = keyOf(log.videoUrl, context) ?? keyOf(log.sourceUrl, context) ?? keyOf(parent.url, context);
  const { value } = log;
  return {
    kind: 'view_log',
    index,
    id: shortText(log.id),
    url: shortText(log.videoUrl ?? log.sourceUrl ?? parent.url),
    key,
    dealId: shortText(log.dealId ?? parent.dealId),
    videoId: shortText(log.videoId ?? parent.videoId),
    checkedAt: shortText(log.checkedAt),
    checked: readMoment(log.checkedAt, context.timeZone),
    value: value !== undefined && value !== null && Number.isSafeInteger(value) && value >= 0 ? value : null,
    screenshotId: shortText(log.screenshot?.screenshotId),
  };
}

function readImportRow(row: ImportRow, index: number, context: Context): PriorRow[] {
  const url = row.url ?? row.videoUrl;
  const videoId = row.videoId ?? row.id;
  const logs = (row.logs ?? []).map((log) => readLog(log, index, { dealId: row.dealId, videoId, url }, context));
  const videos = row.videos ?? [];
  const own = url || videos.length === 0 ? [{ url, videoId }] : [];
  return [
    ...[...own, ...videos].map((video) => ({
      kind: 'import_row' as const,
      index,
      id: shortText(video.videoId),
      url: shortText(video.url),
      key: keyOf(video.url, context),
      dealId: shortText(row.dealId),
      videoId: shortText(video.videoId),
      checkedAt: null,
      checked: null,
      value: null,
      screenshotId: null,
    })),
    ...logs,
  ];
}

/** The view log that a view check would record. */
export interface Reading {
  /** Day in the time zone. */
  readonly day: string;
  readonly screenshotId: string | null;
}

export interface JudgedPrior {
  /** The view log that would be repeated, else the newest one of the video, else the video itself. */
  readonly match: ExistingMatch | null;
  /** Whether the product already has what the workflow would record. */
  readonly isExisting: boolean;
  /** Views of the newest view log. */
  readonly lastValue: number | null;
}

/**
 * Judges the product's existing records of a video. They make an import a duplicate; a view check is one if a view log is of the same day or has the
 * same screenshot.
 */
export function judgePrior(
  rows: readonly PriorRow[],
  workflow: Workflow,
  reading: Reading,
  { today }: Pick<Context, 'today'>,
): JudgedPrior {
  const logs = rows
    .filter(({ kind }) => kind === 'view_log')
    .toSorted((a, b) => (b.checked?.order ?? -Infinity) - (a.checked?.order ?? -Infinity));
  const [newest] = logs;
  const repeated = workflow === 'view_check' ? logs.find((log) => isSameReading(log, reading)) : undefined;
  const row = repeated ?? newest ?? rows[0];
  if (!row) return { match: null, isExisting: false, lastValue: null };
  const { kind, id, checkedAt, value, checked } = row;
  return {
    match: { kind, id, checkedAt, value, ageDays: checked ? daysBetween(checked.day, today) : null },
    isExisting: workflow === 'import' || repeated !== undefined,
    lastValue: newest?.value ?? null,
  };
}

function isSameReading({ checked, screenshotId }: PriorRow, reading: Reading): boolean {
  return checked?.day === reading.day || (screenshotId !== null && screenshotId === reading.screenshotId);
}

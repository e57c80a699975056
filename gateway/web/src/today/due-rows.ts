import type { Item, Output } from '../api/operations.js';
import type { RowState } from '../record-views/row-state.js';

export type DueView = Item<'deals.due_views'>;

/** Due checks from the server, and earlier rows that it may no longer list because their counts were recorded in this visit. */
export type DuePage = Output<'deals.due_views'> & {
  /** Number of counts added before the read; set for the first page, whose total is shown. */
  readonly addedBefore?: number;
  readonly recorded: readonly DueView[];
};

/** The rows whose counts are recorded, or on their way. */
export function recordedRows(pages: readonly DuePage[], stateOf: (videoId: string) => RowState): readonly DueView[] {
  return dueRows(pages).filter(({ videoId }) => {
    const { log, status } = stateOf(videoId);
    return log !== undefined || status === 'sending' || status === 'waiting';
  });
}

/** All rows, oldest due first. Recorded ones keep their places, so that they can be corrected. */
export function dueRows(pages: readonly DuePage[]): readonly DueView[] {
  const read = pages.flatMap(({ items }) => items);
  const recorded = pages.flatMap((page) => page.recorded);
  if (recorded.length === 0) return read;
  const rows = new Map([...recorded, ...read].map((row) => [row.videoId, row]));
  return [...rows.values()].toSorted((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1));
}

/** Place in the list; also where the next page of it begins. */
export function placeOf({ dueDate, videoId }: DueView): string {
  return `${dueDate},${videoId}`;
}

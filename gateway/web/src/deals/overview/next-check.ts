import type { Item } from '../../api/operations.js';
import { daysBetween } from '../../days/days-between.js';

type Checked = Pick<Item<'deals.list_videos'>, 'postDate' | 'nextDueDate'>;

/** The next or overdue check of a deal. */
export interface NextCheck<Video> {
  readonly date: string;
  /** Days after posting, if the same for all of the videos. */
  readonly day: number | undefined;
  readonly videos: readonly Video[];
}

/** The earliest open check of the videos; undefined when none is left. */
export function nextCheckOf<Video extends Checked>(videos: readonly Video[]): NextCheck<Video> | undefined {
  const [date] = videos.flatMap(({ nextDueDate }) => nextDueDate ?? []).toSorted();
  if (date === undefined) return undefined;
  const next = videos.filter(({ nextDueDate }) => nextDueDate === date);
  const days = new Set(next.map(({ postDate }) => daysBetween(postDate, date)));
  return { date, day: days.size === 1 ? [...days][0] : undefined, videos: next };
}

import type { Input } from '../api/operations.js';
import { randomKey } from '../api/random-key.js';
import type { KeptCount } from '../kept/counts.js';

/** A count's request, with the key that makes repeating exactly that harmless. */
export type SentCount = NonNullable<KeptCount['sent']>;

/** A row's entry. */
export interface EnteredCount {
  /** The field's text. */
  readonly text: string;
  /** The count that it means. */
  readonly value: number;
  /** Its request, or that of an earlier entry which must be answered first. */
  readonly sent: SentCount;
}

type Entered = Omit<Input<'deals.add_view_log'>, 'checkedAt'>;

/**
 * The request for an entered count. One without an answer comes first, with its key and its time: it may have been recorded, and then the entry
 * corrects it. The time is that of Enter, unless the page is for another day.
 */
export function requestFor(
  entered: Entered,
  checkedAt: string | undefined,
  unanswered: SentCount | undefined,
): SentCount {
  const time = checkedAt ?? new Date().toISOString();
  if (unanswered && (isSame(unanswered, entered, checkedAt) || isSameDay(unanswered, time))) return unanswered;
  return { input: { ...entered, checkedAt: time }, key: randomKey() };
}

function isSame({ input }: SentCount, entered: Entered, checkedAt = input.checkedAt): boolean {
  return describe(input) === describe({ ...entered, checkedAt });
}

/** Counts of two days are two counts. */
function isSameDay({ input: { checkedAt } }: SentCount, time: string): boolean {
  return checkedAt !== undefined && new Date(checkedAt).toDateString() === new Date(time).toDateString();
}

/** Serializes members in one order, to compare inputs. */
function describe(input: Input<'deals.add_view_log'>): string {
  return JSON.stringify(Object.entries(input).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

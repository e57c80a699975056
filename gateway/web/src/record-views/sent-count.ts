import { randomKey } from '../api/random-key.js';
import type { KeptCount } from '../kept/counts.js';

/** A request that records a count. */
export type Sent = NonNullable<KeptCount['sent']>;

/**
 * The request for an entered count. One without an answer keeps its key and its time, or it could be recorded twice, or for another day. The time is
 * that of Enter, unless the page is for another day.
 */
export function sentCount(
  entered: Omit<Sent['input'], 'checkedAt'>,
  checkedAt: string | undefined,
  before: Sent | undefined,
): Sent {
  const now = new Date().toISOString();
  const input = { ...entered, checkedAt: checkedAt ?? before?.input.checkedAt ?? now };
  if (before && describe(before.input) === describe(input)) return before;
  return { input: { ...entered, checkedAt: checkedAt ?? now }, key: randomKey() };
}

/** Serializes members in one order, to compare inputs. */
function describe(input: Sent['input']): string {
  return JSON.stringify(Object.entries(input).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

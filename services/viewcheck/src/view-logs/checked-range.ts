import { backwardRange, parseRangeEnd, parseRangeStart } from '@svc/chassis/time/calendar';

/** The range in which view logs were checked; null leaves an end open. */
export interface CheckedRange {
  readonly from: Date | null;
  /** Exclusive. */
  readonly before: Date | null;
}

/** Parses the range of a request; its days are in the time zone. Throws invalid_input. */
export function readRange(
  request: { readonly from?: string | null | undefined; readonly to?: string | null | undefined },
  timeZone: string,
): CheckedRange {
  const from = typeof request.from === 'string' ? parseRangeStart(request.from, timeZone, 'from') : null;
  const before = typeof request.to === 'string' ? parseRangeEnd(request.to, timeZone, 'to') : null;
  if (from && before && from >= before) throw backwardRange();
  return { from, before };
}

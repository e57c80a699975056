import { describeNoNumber, type NoNumber, parseNumber } from '../ui/parsing/read-number.js';

/** A typed view count: the number, or why it is invalid. */
export type ReadCount = { readonly value: number } | { readonly problem: string };

/** Messages specific to counts. */
const REASONS: Partial<Readonly<Record<NoNumber, string>>> = {
  cells: 'You pasted several cells. Paste one count.',
  empty: 'Enter the number of views.',
  negative: "Views can't be negative.",
  decimals: 'Views have no decimals. For thousands, write 12.3k.',
};

/** Parses a count as `parseNumber` parses integers. */
export function readCount(typed: string): ReadCount {
  const parsed = parseNumber(typed);
  if ('value' in parsed) return parsed;
  return { problem: REASONS[parsed.reason] ?? describeNoNumber(parsed.reason, false) };
}

/** Why a count is doubtful; undefined when it is plausible. */
export function doubtOf(value: number, lastValue: number | null, count: (value: number) => string): string | undefined {
  if (lastValue === null) return undefined;
  if (value < lastValue)
    return `Less than last time (${count(lastValue)}). Press Enter again to record ${count(value)}.`;
  if (lastValue > 0 && value > lastValue * 10) {
    return `More than ten times the last ${count(lastValue)}. Press Enter again to record ${count(value)}.`;
  }
  return undefined;
}

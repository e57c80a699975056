import { asciiDigits } from '../ui/ascii-digits.js';

/** Largest count that JavaScript and JSON carry exactly. */
const COUNT_MAX = Number.MAX_SAFE_INTEGER;

const GROUPED = /^\d{1,3}(?:(?<mark>[ .,'])\d{3})(?:\k<mark>\d{3})*$/;
/** 1,23,456 as it is written in India. */
const GROUPED_BY_TWO = /^\d{1,2}(?:,\d{2})+,\d{3}$/;
const SHORTENED = /^(?<whole>\d{1,6})(?:[.,](?<part>\d{1,2}))? ?(?<unit>[kmb])$/i;
const UNITS: Readonly<Record<string, number>> = { k: 1e3, m: 1e6, b: 1e9 };

/** What somebody has typed as a count of views: the number, or why it is none. */
export type ReadCount = { readonly value: number } | { readonly problem: string };

/**
 * Reads a count in any usual spelling: digits of any script, grouped by space, dot, comma or apostrophe (1.234 is 1 234), or shortened
 * as `12.3k`, `12,3k` and `1.2m`. What could mean two things is no count.
 */
export function readCount(typed: string): ReadCount {
  const cells = typed
    .split('\t')
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '');
  if (cells.length > 1) return { problem: 'You pasted several cells. Paste one count.' };
  const text = tidy(cells[0] ?? '');
  if (text === '') return { problem: 'Enter the number of views.' };
  if (text.startsWith('-')) return { problem: "Views can't be negative." };
  if (/^\d+$/.test(text)) return bounded(Number(text));
  if (GROUPED.test(text) || GROUPED_BY_TWO.test(text)) return bounded(Number(text.replaceAll(/\D/g, '')));
  const shortened = SHORTENED.exec(text)?.groups;
  if (shortened) return bounded(readShortened(shortened));
  if (/^\d+([.,]\d+)?e\+?\d+$/i.test(text)) return { problem: 'Write it in digits, or like 1.2m.' };
  if (/^\d+[.,]\d{1,2}$/.test(text)) return { problem: 'Views have no decimals. For thousands, write 12.3k.' };
  if (/^\d+[.,]\d{3,} ?[kmb]$/i.test(text)) return { problem: 'This could mean two numbers. Write it in digits.' };
  return { problem: 'Enter a number, like 12,300 or 12.3k.' };
}

/** One kind of space, apostrophe and digit, and nothing that cannot be seen. */
function tidy(text: string): string {
  return asciiDigits(text.normalize('NFKC'))
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[\u2018\u2019\u02BC`\u00B4]/g, "'")
    .replaceAll(/[\u066C\u060C]/g, ',')
    .replaceAll('\u066B', '.')
    .replaceAll('\u2212', '-')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Without the noise of binary fractions: 1.15k is 1 150. */
function readShortened({ whole = '', part = '', unit = '' }: Readonly<Record<string, string>>): number {
  const scale = UNITS[unit.toLowerCase()] ?? 1;
  return (Number(`${whole}${part}`) * scale) / 10 ** part.length;
}

function bounded(value: number): ReadCount {
  return value > COUNT_MAX ? { problem: 'That number is too large.' } : { value };
}

/** Why a count is doubtful; undefined when nothing speaks against it. */
export function doubtOf(value: number, lastValue: number | null, count: (value: number) => string): string | undefined {
  if (lastValue === null) return undefined;
  if (value < lastValue)
    return `Less than last time (${count(lastValue)}). Press Enter again to record ${count(value)}.`;
  if (lastValue > 0 && value > lastValue * 10) {
    return `More than ten times the last ${count(lastValue)}. Press Enter again to record ${count(value)}.`;
  }
  return undefined;
}

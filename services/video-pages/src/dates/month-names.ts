import { LocaleTable } from '../views/locale-table.js';
import type { Locale } from '../views/locales.js';
import { plainText } from '../views/plain-text.js';
import { isWhole, wordAt, wordList } from '../views/word-list.js';

export interface MonthMatch {
  readonly start: number;
  readonly end: number;
  /** 1 to 12, by locale in which the name occurs. */
  readonly months: ReadonlyMap<Locale, number>;
}

const names = new Map<string, Map<Locale, number>>();

/** Month names of every locale. */
export const monthTable = new LocaleTable(addNames, () => wordList(names.keys()));

/** Finds month names of any locale in a plain text, in order. */
export function findMonths(text: string): MonthMatch[] {
  const list = monthTable.get();
  const found: MonthMatch[] = [];
  for (let start = 0; start < text.length;) {
    const name = wordAt(list, text, start, (word) => isWhole(text, start, word));
    const months = name === undefined ? undefined : names.get(name);
    if (name !== undefined && months) found.push({ start, end: start + name.length, months });
    start += name?.length ?? 1;
  }
  return found;
}

function addNames(locale: Locale): void {
  for (const [name, month] of runtimeNames(locale)) {
    names.set(name, (names.get(name) ?? new Map<Locale, number>()).set(locale, month));
  }
}

/** Yields month names on their own and as written in a date, where languages such as Hebrew attach letters. */
function* runtimeNames(locale: Locale): Generator<[name: string, month: number]> {
  for (const style of ['long', 'short'] as const) {
    for (const shape of [{ month: style }, { month: style, day: 'numeric', year: 'numeric' }] as const) {
      const format = new Intl.DateTimeFormat(`${locale}-u-ca-gregory-nu-latn`, { ...shape, timeZone: 'UTC' });
      for (let month = 1; month <= 12; month += 1) {
        const parts = format.formatToParts(Date.UTC(2026, month - 1, 1));
        const at = parts.findIndex(({ type }) => type === 'month');
        const glued = /(?<!\p{L})\p{L}+$/u.exec(parts[at - 1]?.value ?? '')?.[0] ?? '';
        const name = plainText(glued + (parts[at]?.value ?? '')).replace(/[.'׳]$/, '');
        if (/\p{L}/u.test(name)) yield [name, month];
      }
    }
  }
}

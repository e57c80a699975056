import { LocaleTable } from './locale-table.js';
import type { Locale } from './locales.js';
import { plainText } from './plain-text.js';

/** Factor of a unit, by locale that has it. */
export type UnitMeanings = ReadonlyMap<Locale, number>;

/** Units in use that the runtime's patterns lack. */
const WRITTEN_UNITS: readonly (readonly [locale: Locale, unit: string, factor: number])[] = [
  ...['lakh', 'lakhs', 'lac'].map((unit) => ['en', unit, 1e5] as const),
  ...['crore', 'crores', 'cr'].map((unit) => ['en', unit, 1e7] as const),
  ['en', 'mio', 1e6],
  ['en', 'mln', 1e6],
  ['en', 'bn', 1e9],
  ['en', 'kk', 1e6],
  ['ja', '千', 1e3],
  ['ja', '千万', 1e7],
  ['zh-Hans', '千万', 1e7],
  ['zh-Hant', '千萬', 1e7],
];

const EXPONENT_MAX = 12;
/** Singular, dual, distinct plurals, and fractions. */
const COUNTS = [1, 2, 3, 5, 1.5];

const units = new Map<string, Map<Locale, number>>();

/** Every unit, normalized by `unitKey`, with its meanings; built from the runtime's compact number patterns. */
export const unitTable = new LocaleTable<ReadonlyMap<string, UnitMeanings>>(addUnits, () => {
  for (const [locale, unit, factor] of WRITTEN_UNITS) addUnit(locale, unit, factor);
  return units;
});

/** Normalizes a unit for lookup: without the dot of an abbreviation. */
export function unitKey(unit: string): string {
  return unit.replace(/[.॰]$/, '');
}

function addUnits(locale: Locale): void {
  for (const [unit, factor] of runtimeUnits(locale)) addUnit(locale, unit, factor);
}

function addUnit(locale: Locale, unit: string, factor: number): void {
  const key = unitKey(plainText(unit));
  const known = units.get(key) ?? new Map<Locale, number>();
  // Some patterns omit a part for the largest numbers, so the smallest factor is the unit's own.
  units.set(key, known.set(locale, Math.min(factor, known.get(locale) ?? Infinity)));
}

function* runtimeUnits(locale: Locale): Generator<[unit: string, factor: number]> {
  for (const compactDisplay of ['short', 'long'] as const) {
    const format = new Intl.NumberFormat(locale, { notation: 'compact', compactDisplay, numberingSystem: 'latn' });
    for (let exponent = 3; exponent <= EXPONENT_MAX; exponent += 1) {
      for (const count of COUNTS) {
        const value = count * 10 ** exponent;
        const parts = format.formatToParts(value);
        const unit = parts.find(({ type }) => type === 'compact')?.value;
        // French writes one thousand as "mille", without a number.
        const shown = shownNumber(parts);
        if (unit !== undefined && shown > 0) yield [unit, value / shown];
      }
    }
  }
}

/** Returns the number without its unit; NaN when none is written. */
function shownNumber(parts: readonly Intl.NumberFormatPart[]): number {
  const written = parts.map(({ type, value }) => {
    if (type === 'decimal') return '.';
    return type === 'integer' || type === 'fraction' ? value : '';
  });
  const digits = written.join('');
  return digits === '' ? Number.NaN : Number(digits);
}

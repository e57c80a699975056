import { LocaleTable } from './locale-table.js';
import type { Locale } from './locales.js';
import { plainText } from './plain-text.js';

/** What a unit multiplies by, in each locale that has it. */
export type UnitMeanings = ReadonlyMap<Locale, number>;

/** Units that people write and the runtime's patterns do not hold. */
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
/** Singular, dual, the plurals that languages tell apart, and fractions. */
const COUNTS = [1, 2, 3, 5, 1.5];

const units = new Map<string, Map<Locale, number>>();

/** Every unit as `unitKey` writes it, with its meanings; made from the runtime's own compact number patterns. */
export const unitTable = new LocaleTable<ReadonlyMap<string, UnitMeanings>>(addUnits, () => {
  for (const [locale, unit, factor] of WRITTEN_UNITS) addUnit(locale, unit, factor);
  return units;
});

/** How a unit of a plain text is looked up: without the dot of an abbreviation. */
export function unitKey(unit: string): string {
  return unit.replace(/[.॰]$/, '');
}

function addUnits(locale: Locale): void {
  for (const [unit, factor] of runtimeUnits(locale)) addUnit(locale, unit, factor);
}

function addUnit(locale: Locale, unit: string, factor: number): void {
  const key = unitKey(plainText(unit));
  const known = units.get(key) ?? new Map<Locale, number>();
  // Some patterns leave out a part for the largest numbers, so that the smallest factor is the unit's own.
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
        // French says "mille" without any number for one thousand.
        const shown = shownNumber(parts);
        if (unit !== undefined && shown > 0) yield [unit, value / shown];
      }
    }
  }
}

/** The number without its unit; NaN where none is written. */
function shownNumber(parts: readonly Intl.NumberFormatPart[]): number {
  const written = parts.map(({ type, value }) => {
    if (type === 'decimal') return '.';
    return type === 'integer' || type === 'fraction' ? value : '';
  });
  const digits = written.join('');
  return digits === '' ? Number.NaN : Number(digits);
}

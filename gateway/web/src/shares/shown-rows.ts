import type { Formats } from '@svc/web/shared/format';
import type { Shown } from './shown-groups.js';

export interface ShownRow {
  readonly key: string;
  readonly label: string;
  readonly text: string;
}

const AMOUNTS: readonly string[] = ['price', 'revenue'];
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** The fields of a record as visitors read them, without its name, which is the heading, and empty ones. An amount includes its currency. */
export function shownRows(record: object, fields: Shown, formats: Formats): readonly ShownRow[] {
  const values: Readonly<Record<string, unknown>> = { ...record };
  const hasAmount = fields.some(({ key }) => AMOUNTS.includes(key) && typeof values[key] === 'number');
  return fields
    .filter(({ key }) => key !== 'name' && !(key === 'currency' && hasAmount))
    .map(({ key, label }) => ({ key, label, text: textOf(key, values, formats) }))
    .filter(({ text }) => text !== '');
}

function textOf(key: string, values: Readonly<Record<string, unknown>>, formats: Formats): string {
  const value = values[key];
  if (typeof value === 'number') {
    const { currency } = values;
    const isAmount = AMOUNTS.includes(key) && typeof currency === 'string';
    return isAmount ? formats.money(value, currency) : formats.count(value);
  }
  if (Array.isArray(value)) return value.map(wordsOf).join(', ');
  if (typeof value !== 'string') return '';
  if (key === 'status') return value.charAt(0).toUpperCase() + value.slice(1);
  return DATE.test(value) ? formats.day(value) : value;
}

/** A tag, or a handle with its platform. */
function wordsOf(value: unknown): string {
  if (typeof value === 'string') return value;
  const { platform, handle } = value as { readonly platform: string; readonly handle: string };
  return `${platform}: ${handle}`;
}

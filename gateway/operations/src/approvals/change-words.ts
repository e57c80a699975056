import { AppError } from '@svc/chassis/errors/app-error';
import { validationError } from '@svc/chassis/schemas/parse-input';
import type { FieldChange } from '../run/operation-context.js';

export type Fields = Readonly<Record<string, unknown>>;

/** Runs a read operation as the caller. */
export type ReadRecord = (operation: string, input: Fields) => Promise<Fields>;

const MONEY = new Set(['amount', 'price', 'revenue']);

/** Fields that reference another record: their label, the operation that reads the record, and the error for one that cannot be seen. */
const REFERENCES: Readonly<Record<string, { readonly field: string; readonly read: string; readonly rule: string }>> = {
  dealId: { field: 'deal', read: 'deals.get', rule: 'must be your own deal, or one that is shared with you.' },
  contactId: { field: 'contact', read: 'contacts.get', rule: 'must be your own contact.' },
  influencerId: { field: 'influencer', read: 'influencers.get', rule: 'must be your own influencer.' },
};

/** Fields that can serve as a record's name, most specific first. */
const NAMES = ['name', 'title', 'url', 'targetUrl', 'shortId', 'sourceUrl', 'value', 'amount', 'id'];
const NAME_MAX = 250;

const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
const TIME = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
const COUNT = new Intl.NumberFormat('en-US');

/** Returns a record's display name; undefined if it has none. */
export function nameOf(record: Fields): string | undefined {
  const { videoUrl, value, promoCode } = record;
  if (typeof videoUrl === 'string' && typeof value === 'number') return `${COUNT.format(value)} views of ${videoUrl}`;
  const field = NAMES.find((name) => typeof record[name] === 'string' || typeof record[name] === 'number');
  if (field === undefined) return undefined;
  const name = String(inWords(field, record[field], record['currency'])).slice(0, NAME_MAX);
  return typeof promoCode === 'string' ? `${name}, promo code ${promoCode}` : name;
}

/** Formats a value for users: money with its currency, dates and times in words. */
export function inWords(field: string, value: unknown, currency: unknown): unknown {
  if (MONEY.has(field) && typeof value === 'number') return moneyText(value, currency);
  if (!/(?:Date|At)$/.test(field)) return value;
  const text = value instanceof Date ? value.toISOString() : value;
  if (typeof text !== 'string' || Number.isNaN(Date.parse(text))) return value;
  return text.length === 10 ? DAY.format(new Date(text)) : `${TIME.format(new Date(text))} UTC`;
}

function moneyText(amount: number, currency: unknown): string {
  if (typeof currency !== 'string') return COUNT.format(amount);
  try {
    return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(amount);
  } catch {
    return `${COUNT.format(amount)} ${currency}`;
  }
}

/**
 * Replaces the ids of referenced records with their names where the caller may see them. Throws VALIDATION_ERROR, as the operation would, for a new
 * reference to a record that does not exist for the caller.
 */
export async function withNames(change: FieldChange, read: ReadRecord): Promise<FieldChange> {
  const reference = REFERENCES[change.field];
  if (!reference) return change;
  const find = async (id: unknown) =>
    typeof id === 'string' ? readIfSeen(read, reference.read, { [change.field]: id }) : undefined;
  const [before, after] = [await find(change.before), await find(change.after)];
  if (typeof change.after === 'string' && !after) {
    throw validationError([{ path: change.field, message: reference.rule }]);
  }
  const named = (record: Fields | undefined, id: unknown) => (record && nameOf(record)) ?? id;
  return { field: reference.field, before: named(before, change.before), after: named(after, change.after) };
}

/** Whether a field holds the name of a referenced record. */
export function isNamed(field: string): boolean {
  return Object.values(REFERENCES).some((reference) => reference.field === field);
}

/** Reads a record; undefined when it is missing or hidden. */
export async function readIfSeen(read: ReadRecord, operation: string, input: Fields): Promise<Fields | undefined> {
  try {
    return await read(operation, input);
  } catch (error) {
    if (error instanceof AppError && (error.kind === 'not_found' || error.kind === 'forbidden')) return undefined;
    throw error;
  }
}

import { distinctTags } from '@svc/chassis/schemas/distinct-tags';
import type { ContactFields, Handle } from '../contacts/contact.js';
import { CURRENCIES, type DecimalSign, readAmount } from './amount-text.js';
import type { RowText } from './file-row.js';

/** A usable row, or why it is unusable; both with the reasons for omitted values. */
export interface ReadRow {
  readonly fields: ContactFields | null;
  readonly messages: readonly string[];
}

/** Options for all rows of a file. */
export interface FileConventions {
  /** Currency of amounts that do not name one. */
  readonly currency: string;
  /** Decimal separator of ambiguous amounts; null when it cannot be determined. */
  readonly decimalSign: DecimalSign | null;
}

/**
 * Converts a row to a contact. Invalid values are omitted and reported; the row is unusable only when nothing names a person. A contact without a
 * name is named after the company, the email address or a handle.
 */
export function readRow(row: RowText, conventions: FileConventions): ReadRow {
  const messages = [...row.problems];
  const keep = <Value>(value: Value, isFine: boolean, message: string): Value | null => {
    if (!isFine) messages.push(message);
    return isFine ? value : null;
  };
  const optional = (text: string, isFine: (text: string) => boolean, message: string): string | null => {
    const trimmed = text.trim();
    return trimmed === '' ? null : keep(trimmed, isFine(trimmed), message);
  };

  const email = optional(row.email, isEmail, `${cut(row.email)} is not an email address.`);
  const phone = optional(row.phone, isPhone, `${cut(row.phone)} is not a phone number.`);
  const company = optional(row.company, (text) => text.length <= 200, 'The company is longer than 200 characters.');
  const notes = optional(row.notes, (text) => text.length <= 10_000, 'The notes are longer than 10,000 characters.');
  const revenueText = row.revenue.trim();
  const read = revenueText === '' ? null : readAmount(revenueText, conventions.decimalSign);
  const amount = read && 'amount' in read ? read : null;
  if (read && 'problem' in read) messages.push(`${cut(revenueText)} ${read.problem}`);
  const currency = optional(
    row.currency.toUpperCase(),
    (code) => CURRENCIES.has(code),
    `${cut(row.currency)} is not a currency code, such as USD.`,
  );
  const handles = unique(row.handles.map(trimmedHandle), ({ platform, handle }) => `${platform}:${handle}`);
  const tags = distinctTags(row.tags.map((tag) => tag.trim()).filter((tag) => tag !== ''));
  const name = row.name.trim() || company || email || handles[0]?.handle || '';

  if (name === '')
    return { fields: null, messages: ['There is no name, company, email address or handle.', ...messages] };
  if (name.length > 200) return { fields: null, messages: ['The name is longer than 200 characters.', ...messages] };
  const fields: ContactFields = {
    name,
    email,
    phone,
    company,
    notes,
    revenue: amount?.amount ?? null,
    currency: currency ?? amount?.currency ?? conventions.currency,
    handles:
      keep(
        handles,
        handles.length <= 20 && handles.every(isHandle),
        'A contact must have at most 20 handles, none too long, so all handles were left out.',
      ) ?? [],
    tags:
      keep(
        tags,
        tags.length <= 50 && tags.every(({ length }) => length <= 50),
        'A contact must have at most 50 tags of at most 50 characters, so all tags were left out.',
      ) ?? [],
  };
  return { fields, messages };
}

function isEmail(text: string): boolean {
  return text.length <= 254 && /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(text);
}

function isPhone(text: string): boolean {
  return text.length <= 50 && /\d/.test(text);
}

function isHandle({ platform, handle, url }: Handle): boolean {
  return platform.length <= 50 && handle.length <= 200 && (url?.length ?? 0) <= 2_048;
}

function trimmedHandle({ platform, handle, url }: Handle): Handle {
  return { platform: platform.trim(), handle: handle.trim(), url };
}

function unique<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
  return [...new Map(items.map((item) => [keyOf(item), item])).values()];
}

/** Cuts a bad value to the length that a message quotes. */
function cut(text: string): string {
  return text.trim().slice(0, 100).toWellFormed();
}

import type { ContactFields, Handle } from '../contacts/contact.js';
import type { RowText } from './file-row.js';

/** A row that can be used, or what keeps it from that; either way with what had to be left out. */
export interface ReadRow {
  readonly fields: ContactFields | null;
  readonly messages: readonly string[];
}

const CURRENCIES = new Set(Intl.supportedValuesOf('currency'));
const REVENUE_MAX = 999_999_999_999.99;

/**
 * The contact that a row describes. A value that no contact can have is left out and said so; the row is unusable only when nothing
 * names anybody. Who has no name is named after the company, the e-mail address or a handle.
 */
export function readRow(row: RowText, defaultCurrency: string): ReadRow {
  const messages = [...row.problems];
  const keep = <Value>(value: Value, isFine: boolean, message: string): Value | null => {
    if (!isFine) messages.push(message);
    return isFine ? value : null;
  };
  const optional = (text: string, isFine: (text: string) => boolean, message: string): string | null => {
    const trimmed = text.trim();
    return trimmed === '' ? null : keep(trimmed, isFine(trimmed), message);
  };

  const email = optional(row.email, isEmail, `${cut(row.email)} is not an e-mail address.`);
  const phone = optional(row.phone, isPhone, `${cut(row.phone)} is not a phone number.`);
  const company = optional(row.company, (text) => text.length <= 200, 'The company is longer than 200 characters.');
  const notes = optional(row.notes, (text) => text.length <= 10_000, 'The notes are longer than 10 000 characters.');
  const revenueText = row.revenue.trim();
  const revenue = revenueText === '' ? null : readAmount(revenueText);
  if (revenueText !== '' && revenue === null) messages.push(`${cut(revenueText)} is not an amount of money.`);
  const currency = optional(
    row.currency.toUpperCase(),
    (code) => CURRENCIES.has(code),
    `${cut(row.currency)} is not a currency code, such as USD.`,
  );
  const handles = unique(row.handles.map(trimmedHandle), ({ platform, handle }) => `${platform}:${handle}`);
  const tags = unique(
    row.tags.map((tag) => tag.trim()).filter((tag) => tag !== ''),
    (tag) => tag,
  );
  const name = row.name.trim() || company || email || handles[0]?.handle || '';

  if (name === '')
    return { fields: null, messages: ['There is no name, company, e-mail address or handle.', ...messages] };
  if (name.length > 200) return { fields: null, messages: ['The name is longer than 200 characters.', ...messages] };
  const fields: ContactFields = {
    name,
    email,
    phone,
    company,
    notes,
    revenue,
    currency: currency ?? defaultCurrency,
    handles:
      keep(handles, handles.length <= 20 && handles.every(isHandle), 'The handles are too many or too long.') ?? [],
    tags:
      keep(tags, tags.length <= 50 && tags.every(({ length }) => length <= 50), 'The tags are too many or too long.') ??
      [],
  };
  return { fields, messages };
}

function isEmail(text: string): boolean {
  return text.length <= 254 && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);
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

/** An amount with either decimal sign; null when it is none. The last sign with one or two digits behind it parts the decimals. */
function readAmount(text: string): number | null {
  const bare = text.replaceAll(/[\s\u00a0'’]|[A-Za-z]{3}|\p{Sc}/gu, '');
  if (!/^\d[\d.,]*$/.test(bare)) return null;
  const [, whole = bare, decimals = ''] = /^(.*)[.,](\d{1,2})$/.exec(bare) ?? [];
  const amount = Number(`${whole.replaceAll(/[.,]/g, '')}.${decimals || '0'}`);
  return amount <= REVENUE_MAX ? amount : null;
}

function unique<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
  return [...new Map(items.map((item) => [keyOf(item), item])).values()];
}

/** As much of a bad value as a message repeats. */
function cut(text: string): string {
  return text.trim().slice(0, 100).toWellFormed();
}

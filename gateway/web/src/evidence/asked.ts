import { listOf } from '../ui/parsing/form-text.js';
import { PLATFORMS } from '../videos/platform-names.js';
import type { EvidenceInput } from './evidence-types.js';

/** The search, as its form fields hold it. */
export interface Asked {
  /** `YYYY-MM-DD`, like `dateTo`. */
  readonly date: string;
  /** The last day of a range; empty for a single day. */
  readonly dateTo: string;
  /** Promo codes, separated by commas. */
  readonly codes: string;
  readonly words: string;
  /** `@name`, `tiktok:@name`, or the URL of the account's page. */
  readonly account: string;
  /** The form has no field for it; only a file can set it. */
  readonly brand?: { readonly name: string; readonly aliases: string[] };
}

export type Request = Pick<
  EvidenceInput,
  'requestedDate' | 'requestedDateTo' | 'promoCodes' | 'query' | 'account' | 'brand'
>;

type Account = NonNullable<Request['account']>;

export const NOTHING_ASKED: Asked = { date: '', dateTo: '', codes: '', words: '', account: '' };

/** Converts the form fields to the tool's input. */
export function requestOf({ date, dateTo, codes, words, account, brand }: Asked): Request {
  const promoCodes = listOf(codes);
  return {
    ...(date !== '' && { requestedDate: date }),
    ...(dateTo !== '' && { requestedDateTo: dateTo }),
    ...(promoCodes.length > 0 && { promoCodes }),
    ...(words.trim() !== '' && { query: words }),
    ...(account.trim() !== '' && { account: readAccount(account.trim()) }),
    ...(brand && { brand }),
  };
}

function readAccount(text: string): Account {
  if (/^https?:\/\//i.test(text)) return { url: text };
  const [, name = '', handle = ''] = /^([a-z]+):(.*)$/i.exec(text) ?? [];
  const platform = PLATFORMS.find((each) => each !== 'other' && each === name.toLowerCase());
  return platform && platform !== 'other' ? { platform, handle: handle.trim() } : { handle: text };
}

/** Reads the form fields from a file's request, and omits values that are not text. */
export function askedIn(request: Readonly<Record<string, unknown>>): Asked {
  const codes = [request['promoCode'], ...listIn(request['promoCodes'])].map(textIn).filter((code) => code !== '');
  const { name, aliases } = membersOf(request['brand']);
  return {
    date: textIn(request['requestedDate']),
    dateTo: textIn(request['requestedDateTo']),
    codes: [...new Set(codes)].join(', '),
    words: textIn(request['query']),
    account: showAccount(request['account']),
    ...(textIn(name) !== '' && { brand: { name: textIn(name), aliases: listIn(aliases).map(textIn) } }),
  };
}

function showAccount(account: unknown): string {
  const { url, platform, handle } = membersOf(account);
  if (textIn(url) !== '') return textIn(url);
  return [textIn(platform), textIn(handle)].filter((part) => part !== '').join(':');
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

function textIn(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [];
}

import { addDays, daysBetween, localDay } from '@svc/chassis/time/calendar';
import { PLATFORM_NAMES, type PlatformName } from '@svc/video-pages/addresses/platforms/platform';
import { accountPageUrl, handleKey, parseAccountUrl } from '@svc/video-pages/addresses/video-link';
import { readPublished } from '@svc/video-pages/dates/read-published';
import { shortText } from '../candidates/page-text.js';
import { isPrivateTarget, readVideoAddress } from '../candidates/video-address.js';
import type { Context } from '../context.js';
import type { DaySpan } from '../dates/publication.js';
import { wordsOf } from '../promo/words.js';
import type { Anchor, MissingField } from '../schemas/readiness.js';
import type { RequestInput } from '../schemas/request.js';

export interface AskedAccount {
  readonly platform: PlatformName | null;
  readonly handle: string | null;
  /** Address of the account's page; null while the platform is unknown. */
  readonly url: string | null;
}

/** The parsed request. */
export interface EvidenceRequest {
  /** The day or days; null when none is valid. */
  readonly days: DaySpan | null;
  readonly promoCodes: readonly string[];
  readonly query: string | null;
  readonly account: AskedAccount | null;
  /** The brand's name and aliases. */
  readonly brands: readonly string[];
  readonly dealId: string | null;
  readonly missing: readonly MissingField[];
  readonly anchors: readonly Anchor[];
}

const RANGE_DAYS_MAX = 31;
/** Maximum days that a video may be in the future, because it is already tomorrow elsewhere. */
const DAYS_AHEAD_MAX = 1;
const ANCHOR_LENGTH_MIN = 3;

/** Words that occur in every such video, and therefore find nothing. */
const GENERIC_WORDS: ReadonlySet<string> = new Set(
  'a ad ads and brand code coupon discount for in link new of on promo promotion sponsor sponsored sponsoring sponsorship the to tube video videos with youtube'.split(
    ' ',
  ),
);

/** Parses the request, and lists what is missing. Never throws. */
export function readRequest(input: RequestInput, hasUrls: boolean, context: Context): EvidenceRequest {
  const texts = [input.promoCode, ...(input.promoCodes ?? [])].map(shortText);
  const codes = new Map(texts.flatMap((code) => (code === null ? [] : [[code.toLowerCase(), code] as const])));
  const promoCodes = [...codes.values()].filter(isCode);
  const query = shortText(input.query);
  const account = readAccount(input.account, context);
  const days = readDays(input, context);
  const hasQuery = query !== null && queryFault(query) === null;
  const anchors: Anchor[] = [
    ...(promoCodes.length > 0 ? (['promoCode'] as const) : []),
    ...(hasQuery ? (['query'] as const) : []),
    ...(account ? (['account'] as const) : []),
  ];
  const fault = anchors.length > 0 ? null : anchorFault(input, codes.size > 0, query, hasUrls);
  return {
    days: days.span,
    promoCodes,
    query,
    account,
    brands: [input.brand?.name, ...(input.brand?.aliases ?? [])].map(shortText).filter((name) => name !== null),
    dealId: input.dealId ?? null,
    missing: [
      ...days.missing,
      ...(fault === null
        ? []
        : [{ field: 'anchor', reason: fault, anyOf: ['promoCode', 'query', 'account'] as Anchor[] }]),
    ],
    anchors,
  };
}

function isCode(code: string): boolean {
  return code.length >= ANCHOR_LENGTH_MIN && /[\p{L}\p{N}]/u.test(code);
}

/** Returns why a query is not specific enough; null when it is. */
function queryFault(query: string): string | null {
  if (query.length < ANCHOR_LENGTH_MIN) return 'query_too_short';
  // True also for a query without any words.
  return wordsOf(query).every((word) => GENERIC_WORDS.has(word)) ? 'query_too_generic' : null;
}

function anchorFault({ account }: RequestInput, hasCode: boolean, query: string | null, hasUrls: boolean): string {
  if (query !== null) return queryFault(query) ?? 'missing';
  if (hasCode) return 'promo_code_too_short';
  if (account?.handle || account?.url) return 'account_not_readable';
  return hasUrls ? 'video_url_is_no_anchor' : 'missing';
}

function readAccount(account: RequestInput['account'], context: Context): AskedAccount | null {
  const platform = account?.platform ?? null;
  const page = account?.url ? readAccountPage(account.url, context) : null;
  if (page) return page;
  const handle = handleKey(shortText(account?.handle) ?? '');
  if (!isHandle(handle, platform)) return null;
  return { platform, handle, url: platform === null ? null : accountPageUrl(platform, handle) };
}

function isHandle(handle: string, platform: PlatformName | null): boolean {
  const platforms = platform === null ? PLATFORM_NAMES : [platform];
  return platforms.some((name) => accountPageUrl(name, handle) !== null);
}

/** Reads an account's page: on a platform's host only an account's page; on other hosts any page. */
function readAccountPage(url: string, context: Context): AskedAccount | null {
  const account = parseAccountUrl(url);
  if (account) return account;
  const read = readVideoAddress(url, context);
  if (!read.ok || read.address.contentKind !== 'web_page' || isPrivateTarget(read.address.canonicalUrl, context))
    return null;
  return { platform: null, handle: null, url: read.address.canonicalUrl };
}

interface ReadDay {
  readonly day: string | null;
  readonly missing: readonly MissingField[];
}

function readDays(input: RequestInput, context: Context): { span: DaySpan | null; missing: readonly MissingField[] } {
  const from = readDay(input.requestedDate, 'requestedDate', context);
  if (!input.requestedDateTo)
    return { span: from.day === null ? null : { from: from.day, to: from.day }, missing: from.missing };
  const to = readDay(input.requestedDateTo, 'requestedDateTo', context);
  const missing = [...from.missing, ...to.missing];
  if (from.day === null || to.day === null) return { span: null, missing };
  const days = daysBetween(from.day, to.day);
  const fault = days < 0 ? 'before_requested_date' : days >= RANGE_DAYS_MAX ? 'range_too_long' : null;
  if (fault !== null)
    return { span: null, missing: [...missing, { field: 'requestedDateTo', reason: fault, suggestedValues: [] }] };
  return { span: { from: from.day, to: to.day }, missing };
}

/** Reads a valid calendar day. Nothing is inferred: possible meanings are suggested. */
function readDay(text: string | null | undefined, field: string, { today, timeZone }: Context): ReadDay {
  const missing = (reason: string, suggestedValues: readonly string[] = []): ReadDay => ({
    day: null,
    missing: [{ field, reason, suggestedValues: [...suggestedValues] }],
  });
  if (!text) return missing('missing');
  const read = readPublished(text);
  if (read.kind === 'relative') return missing('relative_date', suggestedDays(read.unit, read.amount, today));
  if (read.kind === null) return missing(read.reason, read.reason === 'ambiguous_date' ? meanings(text, today) : []);
  const day = read.kind === 'day' ? read.day : localDay(new Date(read.at), timeZone);
  return daysBetween(today, day) > DAYS_AHEAD_MAX ? missing('in_the_future') : { day, missing: [] };
}

function suggestedDays(unit: string, amount: number, today: string): string[] {
  const days = unit === 'day' ? amount : unit === 'week' ? amount * 7 : null;
  return days === null || days > 3_660 ? [] : [addDays(today, -days)];
}

/** Returns the possible meanings of a date with an unknown order or year. */
function meanings(text: string, today: string): string[] {
  const readings = [null, 'en-US', 'en-GB'].map((locale) => readPublished(text, { locale, today }));
  return [...new Set(readings.flatMap((read) => (read.kind === 'day' ? [read.day] : [])))];
}

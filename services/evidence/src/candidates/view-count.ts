import { cutText, shownText } from '@svc/video-pages/views/plain-text';
import { parseViewText } from '@svc/video-pages/views/view-text';
import type { Context } from '../context.js';
import type { ViewCount } from '../schemas/candidate.js';
import type { ViewCountInput } from '../schemas/candidate-input.js';
import { SHORT_LENGTH_MAX } from '../schemas/limits.js';

type Source = ViewCount['source'];
type KnownCounts = Pick<Context, 'counts'>;

/** Reads a row's count, given as a number, a text or a previous answer; the first of two readable ones. Null without any. */
export function readViewCount(
  input: ViewCountInput | undefined,
  text: string | null | undefined,
  known: KnownCounts,
): ViewCount | null {
  const stated = input === null || input === undefined ? null : readStated(input, known);
  if (stated && stated.value !== null) return stated;
  return text ? readCountText(text, 'operator', known) : stated;
}

/** Parses a count from a text, which may be only the number. */
export function readCountText(text: string, source: Source, { counts }: KnownCounts): ViewCount {
  const said = counts.get(text) ?? parseViewText(text, { acceptsBareNumber: true });
  counts.set(text, said);
  if (said.reason === null) return { ...said, source };
  const { alternatives, ...read } = said;
  return { ...read, source, ...(alternatives ? { alternatives: [...alternatives] } : {}) };
}

/** Reads a stated integer of views; null with a reason for any other number. */
export function statedCount(value: number, source: Source): ViewCount {
  const isCount = Number.isSafeInteger(value) && value >= 0;
  const reason =
    Number.isSafeInteger(value) || !Number.isFinite(value) || Math.abs(value) > 2 ** 53
      ? 'out_of_range'
      : 'not_an_integer';
  const count = isCount ? value + 0 : null;
  return {
    value: count,
    rawText: String(value),
    precision: isCount ? 'exact' : null,
    metric: isCount ? 'views' : null,
    source,
    rangeMin: count,
    rangeMax: count,
    locale: null,
    reason: isCount ? null : reason,
  };
}

function readStated(input: NonNullable<ViewCountInput>, known: KnownCounts): ViewCount {
  if (typeof input === 'number') return statedCount(input, 'operator');
  if (typeof input === 'string') return readCountText(input, 'operator', known);
  const { value = null, rawText, precision, metric, source = null, rangeMin, rangeMax, locale, reason } = input;
  const raw = rawText ? shownText(cutText(rawText, SHORT_LENGTH_MAX)) : null;
  if (value === null) {
    // Parses the text again, because an answer contains only its reason.
    if (raw) return readCountText(raw, source, known);
    return {
      ...statedCount(Number.NaN, source),
      rawText: null,
      reason: reason ? shownText(reason) : 'not_a_view_count',
    };
  }
  const stated = statedCount(value, source);
  if (stated.value === null) return { ...stated, rawText: raw ?? stated.rawText };
  return {
    ...stated,
    rawText: raw ?? stated.rawText,
    precision: precision ?? 'exact',
    metric: metric ?? 'views',
    rangeMin: isBound(rangeMin) && rangeMin <= value ? rangeMin : value,
    rangeMax: isBound(rangeMax) && rangeMax >= value ? rangeMax : value,
    locale: locale ? shownText(locale) : null,
  };
}

function isBound(bound: number | null | undefined): bound is number {
  return Number.isSafeInteger(bound) && (bound ?? -1) >= 0;
}

/** Whether two counts may be from the same moment, because their ranges overlap. */
export function fits(one: ViewCount, other: ViewCount): boolean {
  return (one.rangeMin ?? 0) <= (other.rangeMax ?? Infinity) && (other.rangeMin ?? 0) <= (one.rangeMax ?? Infinity);
}

const REVIEW_ONLY_SOURCES: ReadonlySet<Source> = new Set<Source>(['profile_grid', 'search_result']);

/** Whether a count comes from a grid or feed, and therefore proves nothing. */
export function isReviewOnly({ source }: ViewCount): boolean {
  return REVIEW_ONLY_SOURCES.has(source);
}

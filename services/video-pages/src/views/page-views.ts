import { parseVideoUrl } from '../addresses/canonical-video-url.js';
import { readDescriptions, readOpenGraph } from '../metadata/open-graph.js';
import type { PageFindings } from '../metadata/page-findings.js';
import { isPageOf, type PageMetadata, readPageMetadata } from '../metadata/page-metadata.js';
import type { CountedViews } from '../metadata/video-metadata.js';
import { plainText } from './plain-text.js';
import { parseViewText, type ViewCountText, type ViewTextFault } from './view-text.js';

export { VIEW_NOUNS } from './noun-matcher.js';

export interface DetectedViewsDetail {
  readonly rawText: string;
  readonly precision: 'exact' | 'rounded';
  readonly metric: 'views' | 'plays';
  readonly source: 'dom_text' | 'dom_text+structured_metadata' | 'structured_metadata' | 'meta_description';
  /** The visible number cannot be a rounding of the number in metadata, `metadataViews`. */
  readonly conflict: boolean;
  readonly metadataViews?: number;
  /** Whether the number is in the captured area. */
  readonly inCapture: boolean;
}

export type DetectedViews =
  | { readonly views: number; readonly detail: DetectedViewsDetail }
  | { readonly views: null; readonly reason: ViewTextFault };

interface Seen {
  readonly count: ViewCountText;
  readonly inCapture: boolean;
}

const TEXTS_MAX = 300;
/** Platforms whose page descriptions are written by creators. */
const CREATORS_DESCRIBE: ReadonlySet<string> = new Set(['youtube', 'x', 'twitch']);

/**
 * Detects the view count of a page's video, and its source. Visible text takes precedence; metadata of the same video only makes it exact.
 * Never throws, and returns 0 only when the page says so.
 */
export function detectViews(findings: PageFindings): DetectedViews {
  return detectViewsBeside(findings, readPageMetadata(findings));
}

/** Like `detectViews`, for callers that have already parsed the page's metadata. */
export function detectViewsBeside(findings: PageFindings, { state, linked }: PageMetadata): DetectedViews {
  const seen = readTexts(findings);
  const counted = [...state, ...linked].flatMap(({ views }) => views ?? []);
  if (!isUnread(seen)) return combine(seen, counted);

  // Sites write 0 when they count elsewhere or not at all, so a 0 on its own is not reliable.
  const first = counted.find(({ value }) => value > 0);
  if (first) return fromMetadata(first);
  return (isPageOf(findings) ? readDescribed(findings) : null) ?? { views: null, reason: seen };
}

/** Returns the first visible text with a count, preferring the captured area; otherwise the reason there is none. */
function readTexts({ texts, lang, metas }: PageFindings): Seen | ViewTextFault {
  // A creator's text may mention "1 million views", which is not the site's count.
  const { title, description } = readOpenGraph(metas);
  const ofCreator = new Set([title, description].map((text) => plainText(text ?? '')));
  const candidates = texts.slice(0, TEXTS_MAX).filter(({ text }) => !ofCreator.has(plainText(text)));
  let fault: ViewTextFault = 'not_a_view_count';
  for (const { text, inCapture } of candidates.toSorted((a, b) => Number(b.inCapture) - Number(a.inCapture))) {
    const count = parseViewText(text, { pageLang: lang, acceptsBareNumber: false });
    if (count.value !== null) return { count, inCapture };
    if (fault === 'not_a_view_count') fault = count.reason;
  }
  return fault;
}

function isUnread(seen: Seen | ViewTextFault): seen is ViewTextFault {
  return typeof seen === 'string';
}

function combine({ count, inCapture }: Seen, counted: readonly CountedViews[]): DetectedViews {
  const detail = { rawText: count.rawText, metric: count.metric, inCapture } as const;
  const fitting = counted.find(({ value }) => value >= count.rangeMin && value <= count.rangeMax);
  if (fitting && count.precision === 'rounded') {
    return {
      views: fitting.value,
      detail: { ...detail, precision: 'exact', source: 'dom_text+structured_metadata', conflict: false },
    };
  }
  const other = fitting ? undefined : counted[0];
  return {
    views: count.value,
    detail: {
      ...detail,
      precision: count.precision,
      source: 'dom_text',
      conflict: other !== undefined,
      ...(other && { metadataViews: other.value }),
    },
  };
}

function fromMetadata({ value, metric }: CountedViews): DetectedViews {
  return {
    views: value,
    detail: {
      rawText: String(value),
      precision: 'exact',
      metric,
      source: 'structured_metadata',
      conflict: false,
      inCapture: false,
    },
  };
}

/** Reads the count from the page's description, which some sites write for search engines. */
function readDescribed({ url, metas, lang }: PageFindings): DetectedViews | null {
  const page = parseVideoUrl(url);
  if (!page.ok || CREATORS_DESCRIBE.has(page.platform)) return null;
  for (const description of readDescriptions(metas)) {
    const count = parseViewText(description, { pageLang: lang, acceptsBareNumber: false });
    if (count.value === null) continue;
    const { value, rawText, precision, metric } = count;
    return {
      views: value,
      detail: { rawText, precision, metric, source: 'meta_description', conflict: false, inCapture: false },
    };
  }
  return null;
}

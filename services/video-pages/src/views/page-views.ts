import { parseVideoUrl } from '../addresses/canonical-video-url.js';
import { readAppState } from '../metadata/app-state.js';
import { readJsonLd } from '../metadata/json-ld.js';
import { readDescriptions, readOpenGraph } from '../metadata/open-graph.js';
import type { CountedViews, VideoMetadata } from '../metadata/video-metadata.js';
import { plainText } from './plain-text.js';
import { parseViewText, type ViewCountText, type ViewTextFault } from './view-text.js';

export { VIEW_NOUNS } from './noun-matcher.js';

/** What was found on a page, as plain text: whoever opened it collected this, and nothing here opens anything. */
export interface PageFindings {
  /** Final address of the main frame. */
  readonly url: string;
  /** Canonical key of the video that was asked for. */
  readonly requestedKey: string;
  /** `<html lang>`. */
  readonly lang: string | null;
  /** Visible texts that hold a digit and a view noun, or say that there are no views; nearest to player or title first. */
  readonly texts: readonly { readonly text: string; readonly inCapture: boolean }[];
  /** Contents of script tags; `name` is the variable or the id of an app state, and may be empty for JSON-LD. */
  readonly scripts: readonly { readonly type: 'json_ld' | 'app_state'; readonly name: string; readonly text: string }[];
  /** Meta tags by `name` or `property`. */
  readonly metas: readonly { readonly name: string; readonly content: string }[];
}

export interface DetectedViewsDetail {
  readonly rawText: string;
  readonly precision: 'exact' | 'rounded';
  readonly metric: 'views' | 'plays';
  readonly source: 'dom_text' | 'dom_text+structured_metadata' | 'structured_metadata' | 'meta_description';
  /** Metadata of the same video says a number that the visible one cannot be rounded from; `metadataViews` is that number. */
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
const SCRIPTS_MAX = 50;
/** Characters of all scripts together that are parsed. */
const SCRIPTS_LENGTH_MAX = 8_388_608;
/** Platforms whose pages are described in the words of the creator. */
const CREATORS_DESCRIBE: ReadonlySet<string> = new Set(['youtube', 'x', 'twitch']);

/**
 * How many views a page says that its video has, and how it says it: what people see comes first, and metadata of the same video only
 * makes it exact. Never throws; never 0 unless the page says so.
 */
export function detectViews(findings: PageFindings): DetectedViews {
  const seen = readTexts(findings);
  const counted = isPageOf(findings) ? listCounted(findings) : [];
  if (!isUnread(seen)) return combine(seen, counted);

  // Sites write 0 where they count otherwise or not at all: alone it says nothing.
  const first = counted.find(({ value }) => value > 0);
  if (first) return fromMetadata(first);
  return (isPageOf(findings) ? readDescribed(findings) : null) ?? { views: null, reason: seen };
}

/** The first visible text that says a count, those in the captured area before the others; else why none does. */
function readTexts({ texts, lang, metas }: PageFindings): Seen | ViewTextFault {
  // What creators write may speak of "1 million views", and is no count of the site's.
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

/** Whether the page is still that of the video asked for: after a redirect to another one its metadata says nothing of this one. */
function isPageOf({ url, requestedKey, metas }: PageFindings): boolean {
  const page = parseVideoUrl(url);
  if (!page.ok || page.canonicalKey !== requestedKey) return false;
  return namesOnly(readOpenGraph(metas), requestedKey);
}

function namesOnly({ keys }: VideoMetadata, key: string): boolean {
  return keys.every((named) => named === key);
}

/** What metadata counted for this video; the state of the page's program first, as it always names its video. */
function listCounted({ scripts, requestedKey }: PageFindings): CountedViews[] {
  const read = boundedScripts(scripts).map(({ type, name, text }) => ({
    type,
    videos: type === 'app_state' ? readAppState(name, text) : readJsonLd(text),
  }));
  const state = read.filter(({ type }) => type === 'app_state').flatMap(({ videos }) => videos);
  const linked = read.filter(({ type }) => type === 'json_ld').flatMap(({ videos }) => videos);
  const named = [...state, ...linked].filter(
    (video) => video.keys.length > 0 && namesOnly(video, requestedKey) && video.views !== null,
  );
  // A lone video without an address is that of its page.
  const [lone] = linked;
  const nameless = linked.length === 1 && lone?.keys.length === 0 ? [lone] : [];
  return [...named, ...nameless].flatMap(({ views }) => views ?? []);
}

function boundedScripts(scripts: PageFindings['scripts']): PageFindings['scripts'] {
  let left = SCRIPTS_LENGTH_MAX;
  return scripts.slice(0, SCRIPTS_MAX).filter(({ text }) => {
    const fits = text.length <= left;
    if (fits) left -= text.length;
    return fits;
  });
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

/** What the description of the page says, where sites write counts for search engines. */
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

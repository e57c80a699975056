import { parseVideoUrl } from '../addresses/canonical-video-url.js';
import { readVideoLink } from '../addresses/video-link.js';
import { timeOfKey } from '../dates/id-time.js';
import { type PublishedSource, surestOf } from '../dates/publication.js';
import { type PublishedText, readPublished } from '../dates/read-published.js';
import type { PageFindings } from '../metadata/page-findings.js';
import { type PageMetadata, readPageMetadata } from '../metadata/page-metadata.js';
import {
  CAPTION_LENGTH_MAX,
  type CaptionTrack,
  type Comment,
  COMMENT_LENGTH_MAX,
  TITLE_LENGTH_MAX,
  type VideoMetadata,
} from '../metadata/video-metadata.js';
import { type DetectedViews, detectViewsBeside } from '../views/page-views.js';
import { cutText, shownText } from '../views/plain-text.js';

/** Contents of one video's page; of visible texts, those nearest to the player come first. */
export interface VideoPageFindings extends PageFindings {
  readonly titles: readonly string[];
  readonly captions: readonly string[];
  /** Visible texts that may say when the video was published. */
  readonly dates: readonly string[];
  /** Addresses of links beside the title that lead to the account. */
  readonly accounts: readonly string[];
  /** Visible blocks of a list of comments, in their order. */
  readonly comments: readonly VisibleComment[];
}

export interface VisibleComment {
  readonly text: string;
  /** Address or name of its author's account; null when not shown. */
  readonly account: string | null;
  /** Badges on it: that its writer is the author of the video, that it is pinned. */
  readonly hasAuthorBadge: boolean;
  readonly isPinned: boolean;
}

export interface PublishedReading {
  readonly published: PublishedText;
  readonly source: PublishedSource;
}

/** Everything on a page about its video; null means unknown. Texts are single displayable lines. */
export interface VideoPage {
  readonly title: string | null;
  readonly caption: string | null;
  readonly accountHandle: string | null;
  readonly published: PublishedReading | null;
  readonly durationSeconds: number | null;
  readonly captionTracks: readonly CaptionTrack[];
  readonly viewCount: DetectedViews;
  readonly firstComment: Comment | null;
}

export interface ReadingOptions {
  /** The reader's day, `YYYY-MM-DD`, for dates without a year. */
  readonly today: string | null;
}

const DATES_MAX = 50;
const VISIBLE_MAX = 20;

/**
 * Parses a video's page: takes each fact from the first source that has it: the page's own state, JSON-LD, OpenGraph, visible text. Ignores metadata
 * of another video. Never throws.
 */
export function readVideoPage(findings: VideoPageFindings, options: ReadingOptions): VideoPage {
  const metadata = readPageMetadata(findings);
  const all = [...metadata.state, ...metadata.linked, ...(metadata.openGraph ? [metadata.openGraph] : [])];
  const first = <Value>(read: (video: VideoMetadata) => Value | null): Value | null =>
    all.map(read).find((value) => value !== null) ?? null;
  const accountHandle = first((video) => video.accountHandle) ?? handleShown(findings);
  return {
    title: shownIn([first(({ title }) => title), ...findings.titles], TITLE_LENGTH_MAX),
    caption: shownIn([first(({ description }) => description), ...findings.captions], CAPTION_LENGTH_MAX),
    accountHandle,
    published: readPublication(findings, metadata, options),
    durationSeconds: first((video) => video.durationSeconds),
    captionTracks: first(({ captionTracks }) => (captionTracks.length > 0 ? captionTracks : null)) ?? [],
    viewCount: detectViewsBeside(findings, metadata),
    firstComment: shownComment(first((video) => video.firstComment)) ?? visibleComment(findings, accountHandle),
  };
}

function shownIn(texts: readonly (string | null)[], lengthMax: number): string | null {
  for (const text of texts.slice(0, VISIBLE_MAX)) {
    const shown = text === null ? '' : shownText(cutText(text, lengthMax));
    if (shown !== '') return shown;
  }
  return null;
}

/** The account that the page's own address names, else the one that a link beside the title leads to. */
function handleShown({ url, requestedKey, accounts }: VideoPageFindings): string | null {
  const page = readVideoLink(url);
  if (page.video.ok && page.video.canonicalKey === requestedKey && page.accountHandle !== null)
    return page.accountHandle;
  const platform = page.video.ok ? page.video.platform : 'other';
  const linked = accounts.slice(0, VISIBLE_MAX).map((address) => readVideoLink(address).account);
  return linked.find((account) => account?.platform === platform)?.handle ?? null;
}

function readPublication(
  { requestedKey, dates, lang }: VideoPageFindings,
  { state, linked, openGraph }: PageMetadata,
  { today }: ReadingOptions,
): PublishedReading | null {
  const idTime = timeOfKey(requestedKey);
  const texts: readonly (readonly [source: PublishedSource, text: string | null])[] = [
    ...[...linked, ...(openGraph ? [openGraph] : [])].map(
      (video) => ['structured_metadata', video.publishedText] as const,
    ),
    ...state.map((video) => ['app_state', video.publishedText] as const),
    ['id_timestamp', idTime],
    ...dates.slice(0, DATES_MAX).map((text) => ['dom_text', text] as const),
  ];
  const readings = texts.flatMap(([source, text]): PublishedReading[] => {
    const published = text === null ? null : readPublished(text, { pageLang: lang, today });
    if (published === null || published.kind === null) return [];
    return [{ published, source: published.kind === 'relative' ? 'relative_text' : source }];
  });
  return surestOf(readings) ?? null;
}

function shownComment(comment: Comment | null): Comment | null {
  const text = comment && shownIn([comment.text], COMMENT_LENGTH_MAX);
  return comment && text !== null ? { ...comment, text } : null;
}

function visibleComment({ comments, url }: VideoPageFindings, accountHandle: string | null): Comment | null {
  const [first] = comments;
  if (!first) return null;
  const page = parseVideoUrl(url);
  const link = first.account === null ? null : readVideoLink(first.account).account;
  const handle = link && page.ok && link.platform === page.platform ? link.handle : handleIn(first.account);
  const byHandle = handle === null || accountHandle === null ? null : handle === accountHandle;
  return shownComment({ text: first.text, byAuthor: first.hasAuthorBadge || byHandle, pinned: first.isPinned });
}

/** `@name` as comments show it. */
function handleIn(account: string | null): string | null {
  return /^@[^\s/]{1,100}$/.test(account?.trim() ?? '') ? (account?.trim().slice(1).toLowerCase() ?? null) : null;
}

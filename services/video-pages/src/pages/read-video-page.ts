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

/** Contents of a video's page; visible texts are ordered by closeness to the player. */
export interface VideoPageFindings extends PageFindings {
  readonly titles: readonly string[];
  readonly captions: readonly string[];
  /** Visible texts that may contain the publication date. */
  readonly dates: readonly string[];
  /** URLs of links next to the title that may lead to the account. */
  readonly accounts: readonly string[];
  /** Visible comments, in order. */
  readonly comments: readonly VisibleComment[];
}

export interface VisibleComment {
  readonly text: string;
  /** URL or name of the commenter's account; null when not shown. */
  readonly account: string | null;
  /** Badges: written by the video's author, and pinned. */
  readonly hasAuthorBadge: boolean;
  readonly isPinned: boolean;
}

export interface PublishedReading {
  readonly published: PublishedText;
  readonly source: PublishedSource;
}

/** Facts about a page's video; null when unknown. Texts are single displayable lines. */
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
  /** The reader's day, `YYYY-MM-DD`, to resolve dates without a year. */
  readonly today: string | null;
}

const DATES_MAX = 50;
const VISIBLE_MAX = 20;

/**
 * Parses a video's page. Takes each fact from the first source that has it: app state, JSON-LD, OpenGraph, visible text. Ignores metadata
 * of other videos. Never throws.
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

/** Returns the account in the page's own URL, otherwise the one a link next to the title leads to. */
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

/** Parses `@name` as shown in comments. */
function handleIn(account: string | null): string | null {
  return /^@[^\s/]{1,100}$/.test(account?.trim() ?? '') ? (account?.trim().slice(1).toLowerCase() ?? null) : null;
}

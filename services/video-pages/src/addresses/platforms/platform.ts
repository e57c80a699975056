export const PLATFORM_NAMES = ['youtube', 'tiktok', 'instagram', 'x', 'facebook', 'twitch'] as const;

export type PlatformName = (typeof PLATFORM_NAMES)[number];

/** A parsed web address: lower-case host, path without leading, trailing or repeated slashes, and query. */
export interface AddressParts {
  readonly host: string;
  readonly path: string;
  readonly query: URLSearchParams;
}

export interface VideoPage {
  readonly page: 'video';
  readonly id: string;
  /** Account name as written in the path; may not be a valid handle. */
  readonly account?: string | undefined;
  readonly canonicalKey: string;
  readonly canonicalUrl: string;
}

/** Kind of page an address leads to. */
export type Page =
  | VideoPage
  /** Only the platform can resolve it; `url` is https, without query and trailing slash. */
  | { readonly page: 'short_link'; readonly url: string }
  /** Redirects to `target`. */
  | { readonly page: 'wrapper'; readonly target: string }
  /** `account` is its name in the address, which may not be a handle. */
  | { readonly page: 'account'; readonly account: string }
  | { readonly page: 'search' | 'playlist' | 'no_video' };

export interface VideoPlatform {
  readonly name: PlatformName;
  /** Matches whole hosts, never suffixes: `youtube.com.evil.example` matches none. */
  readonly ownsHost: (host: string) => boolean;
  readonly readPage: (address: AddressParts) => Page;
  /** Format of a handle without `@`. */
  readonly handle: RegExp;
  /** URL of an account's page. */
  readonly accountUrl: (handle: string) => string;
  /** URL of the video search, without the encoded query that callers append. */
  readonly searchUrl: string;
}

export const NO_VIDEO: Page = { page: 'no_video' };

const SEARCH_SEGMENTS = words('directory discover explore hashtag results search tag');

/** First path segments that the platforms reserve, so never handles. */
const RESERVED_SEGMENTS = words(`
  about accounts embed feed foryou gaming help home i legal live login p playlist post reel reels settings share
  stories story.php t tv v video videos watch
`);

const ACCOUNT_TABS = words(`
  about clips community featured likes live media photos playlists reels schedule shorts streams tagged videos
  with_replies
`);

function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}

/** Classifies a path without a video: an account, with or without a tab, a search, or neither. */
export function pageWithoutVideo(path: string): Page {
  const [first = '', second] = path.split('/');
  if (SEARCH_SEGMENTS.has(first)) return { page: 'search' };
  if (first === '' || RESERVED_SEGMENTS.has(first)) return NO_VIDEO;
  return second === undefined || ACCOUNT_TABS.has(second) ? { page: 'account', account: first } : NO_VIDEO;
}

export function wrapperOf(target: string | null): Page {
  return target ? { page: 'wrapper', target } : NO_VIDEO;
}

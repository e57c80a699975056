import { createHash } from 'node:crypto';
import {
  type AddressParts,
  NO_VIDEO,
  type Page,
  type PlatformName,
  type VideoPage,
  type VideoPlatform,
} from './platforms/platform.js';
import { ANY_TARGET_SHORT_HOST, findPlatform, isVideoHost } from './video-hosts.js';
import { ADDRESS_LENGTH_MAX, type AddressFault, cleanedAddress, readWebAddress } from './web-address.js';

export type VideoPlatformName = PlatformName | 'other';

export interface VideoUrl {
  readonly ok: true;
  /** The stored address; at most 2,048 characters. */
  readonly canonicalUrl: string;
  /** Identity of the video: two links lead to the same video exactly when their keys are equal. */
  readonly canonicalKey: string;
  readonly platform: VideoPlatformName;
  /** Case-sensitive id on the platform; null when the link has none. */
  readonly platformVideoId: string | null;
  /** A short link that only its host can resolve. */
  readonly needsResolution: boolean;
}

export type VideoUrlFault = AddressFault | 'account_page' | 'search_page' | 'not_a_video';

export interface RefusedVideoUrl {
  readonly ok: false;
  readonly reason: VideoUrlFault;
  /** One sentence for the user: the problem, and what to do. */
  readonly message: string;
}

export type ParsedVideoUrl = VideoUrl | RefusedVideoUrl;

/** Maximum redirect links to unwrap, within the text of the link only. */
const UNWRAPS_MAX = 2;

const ADDRESS_FAULT_MESSAGES: Readonly<Record<AddressFault, string>> = {
  invalid_url: 'This is not a web link; paste the full link of the video, starting with https://.',
  too_long: `The link is longer than ${ADDRESS_LENGTH_MAX} characters; paste the short link of the video.`,
  userinfo_not_allowed: 'The link has a user name or password before the host; paste it without them.',
  unexpected_port: 'The link has a port number after the host; paste the public link of the video.',
};

type PageWithoutVideo = Exclude<Page['page'], 'video' | 'short_link'>;

const PAGE_FAULTS: Readonly<Record<PageWithoutVideo, { reason: VideoUrlFault; message: string }>> = {
  account: {
    reason: 'account_page',
    message: 'The link leads to an account, not to one video; open the video and paste its own link.',
  },
  search: {
    reason: 'search_page',
    message: 'The link leads to search results, not to one video; open the video and paste its own link.',
  },
  playlist: {
    reason: 'not_a_video',
    message: 'The link leads to a playlist, not to one video; open the video and paste its own link.',
  },
  no_video: {
    reason: 'not_a_video',
    message: 'The link does not lead to one video; open the video and paste its own link.',
  },
  wrapper: {
    reason: 'not_a_video',
    message: 'The link passes through too many other links; open the video and paste its own link.',
  },
};

/**
 * Parses a pasted link to a single video. Never throws and makes no requests. Pages of unknown hosts, and short links that only their host
 * can resolve, are identified by their cleaned address (`web:` and a hash).
 */
export function parseVideoUrl(raw: string): ParsedVideoUrl {
  return readFollowed(followLink(raw));
}

/** Where a link leads after unwrapping redirect links. */
export interface FollowedLink {
  readonly url: URL;
  /** The platform; null for other hosts. */
  readonly platform: VideoPlatform | null;
  readonly page: Page | { readonly page: 'other' };
}

/** Unwraps a pasted link using its text only; never throws. */
export function followLink(raw: string, unwrapsLeft = UNWRAPS_MAX): FollowedLink | AddressFault {
  const url = readWebAddress(raw, isVideoHost);
  if (typeof url === 'string') return url;

  const address = addressParts(url);
  if (url.host === ANY_TARGET_SHORT_HOST) {
    const isShort = address.path !== '';
    return {
      url,
      platform: null,
      page: isShort ? { page: 'short_link', url: `${url.origin}/${address.path}` } : NO_VIDEO,
    };
  }
  const platform = findPlatform(address.host);
  if (!platform) return { url, platform: null, page: { page: 'other' } };

  const page = platform.readPage(address);
  return page.page === 'wrapper' && unwrapsLeft > 0
    ? followLink(page.target, unwrapsLeft - 1)
    : { url, platform, page };
}

/** Returns the video that an unwrapped link leads to. */
export function readFollowed(link: FollowedLink | AddressFault): ParsedVideoUrl {
  const parsed = typeof link === 'string' ? refusedAddress(link) : readPage(link);
  // Percent-encoding can push a link over the maximum.
  return parsed.ok && parsed.canonicalUrl.length > ADDRESS_LENGTH_MAX ? refusedAddress('too_long') : parsed;
}

function readPage({ url, platform, page }: FollowedLink): ParsedVideoUrl {
  switch (page.page) {
    case 'other':
      return webPage(cleanedAddress(url));
    case 'short_link':
      return shortLink(page.url, platform?.name ?? 'other');
    case 'video':
      return platform ? video(page, platform.name) : refusedPage('no_video');
    default:
      return refusedPage(page.page);
  }
}

function addressParts(url: URL): AddressParts {
  return { host: url.hostname, path: plainPath(url.pathname), query: url.searchParams };
}

/** A path without redundant slashes. */
function plainPath(pathname: string): string {
  const path = pathname.includes('//')
    ? pathname.split('/').filter(Boolean).join('/')
    : pathname.slice(1, pathname.endsWith('/') ? -1 : undefined);
  return path.includes('%40') ? path.replaceAll('%40', '@') : path;
}

function video(page: VideoPage, platform: PlatformName): VideoUrl {
  return {
    ok: true,
    canonicalUrl: page.canonicalUrl,
    canonicalKey: page.canonicalKey,
    platform,
    platformVideoId: page.id,
    needsResolution: false,
  };
}

/** A short link is identified by its path, which ends in the code. */
function shortLink(url: string, platform: VideoPlatformName): ParsedVideoUrl {
  if (!/[\w-]$/.test(url)) return refusedPage('no_video');
  return { ...webPage(url), platform, needsResolution: true };
}

function webPage(canonicalUrl: string): VideoUrl {
  return {
    ok: true,
    canonicalUrl,
    canonicalKey: webPageKey(canonicalUrl),
    platform: 'other',
    platformVideoId: null,
    needsResolution: false,
  };
}

/** Returns the key of a page outside the platforms: two addresses are the same page exactly when their keys are equal. */
export function webPageKey(address: string): string {
  return `web:${createHash('sha256').update(address).digest('hex').slice(0, 16)}`;
}

function refusedAddress(reason: AddressFault): RefusedVideoUrl {
  return { ok: false, reason, message: ADDRESS_FAULT_MESSAGES[reason] };
}

function refusedPage(page: PageWithoutVideo): RefusedVideoUrl {
  return { ok: false, ...PAGE_FAULTS[page] };
}

import { createHash } from 'node:crypto';
import type { AddressParts, Page, PlatformName, VideoPage } from './platforms/platform.js';
import { ANY_TARGET_SHORT_HOST, findPlatform, isVideoHost } from './video-hosts.js';
import { ADDRESS_LENGTH_MAX, type AddressFault, cleanedAddress, readWebAddress } from './web-address.js';

export type VideoPlatformName = PlatformName | 'other';

export interface VideoUrl {
  readonly ok: true;
  /** What is stored and opened; at most 2 048 characters. */
  readonly canonicalUrl: string;
  /** The identity of the video: two links are the same video exactly when their keys are equal. */
  readonly canonicalKey: string;
  readonly platform: VideoPlatformName;
  /** Case-sensitive id on the platform; null where the link shows none. */
  readonly platformVideoId: string | null;
  /** A short link whose video only its host knows. */
  readonly needsResolution: boolean;
}

export type VideoUrlFault = AddressFault | 'account_page' | 'search_page' | 'not_a_video';

export interface RefusedVideoUrl {
  readonly ok: false;
  readonly reason: VideoUrlFault;
  /** One sentence for a person: what is wrong, and what to do. */
  readonly message: string;
}

export type ParsedVideoUrl = VideoUrl | RefusedVideoUrl;

/** Links that pass on to another link are followed this often, within the text of the link only. */
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
 * Reads a pasted link as the one video that it leads to; never throws and opens nothing. Pages of unknown hosts, and short
 * links, which only their host can resolve, are identified by their cleaned address (`web:` and a hash).
 */
export function parseVideoUrl(raw: string): ParsedVideoUrl {
  const parsed = readLink(raw, UNWRAPS_MAX);
  // Percent-encoding can lengthen a link past the bound that it was pasted within.
  return parsed.ok && parsed.canonicalUrl.length > ADDRESS_LENGTH_MAX ? refusedAddress('too_long') : parsed;
}

function readLink(text: string, unwrapsLeft: number): ParsedVideoUrl {
  const url = readWebAddress(text, isVideoHost);
  if (typeof url === 'string') return refusedAddress(url);

  const address = addressParts(url);
  if (url.host === ANY_TARGET_SHORT_HOST) {
    return address.path ? shortLink(`${url.origin}/${address.path}`, 'other') : refusedPage('no_video');
  }
  const platform = findPlatform(address.host);
  if (!platform) return webPage(cleanedAddress(url));

  const page = platform.readPage(address);
  switch (page.page) {
    case 'video':
      return video(page, platform.name);
    case 'short_link':
      return shortLink(page.url, platform.name);
    case 'wrapper':
      return unwrapsLeft > 0 ? readLink(page.target, unwrapsLeft - 1) : refusedPage('wrapper');
    default:
      return refusedPage(page.page);
  }
}

function addressParts(url: URL): AddressParts {
  const path = url.pathname.split('/').filter(Boolean).join('/').replaceAll('%40', '@');
  return { host: url.hostname, path, query: url.searchParams };
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

/** All of a short link's identity is its path, which ends in the code. */
function shortLink(url: string, platform: VideoPlatformName): ParsedVideoUrl {
  if (!/[\w-]$/.test(url)) return refusedPage('no_video');
  return { ...webPage(url), platform, needsResolution: true };
}

function webPage(canonicalUrl: string): VideoUrl {
  return {
    ok: true,
    canonicalUrl,
    canonicalKey: `web:${createHash('sha256').update(canonicalUrl).digest('hex').slice(0, 16)}`,
    platform: 'other',
    platformVideoId: null,
    needsResolution: false,
  };
}

function refusedAddress(reason: AddressFault): RefusedVideoUrl {
  return { ok: false, reason, message: ADDRESS_FAULT_MESSAGES[reason] };
}

function refusedPage(page: PageWithoutVideo): RefusedVideoUrl {
  return { ok: false, ...PAGE_FAULTS[page] };
}

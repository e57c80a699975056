import { followLink, type ParsedVideoUrl, readFollowed } from './canonical-video-url.js';
import type { PlatformName, VideoPlatform } from './platforms/platform.js';
import { platformNamed } from './video-hosts.js';
import { ADDRESS_LENGTH_MAX } from './web-address.js';

export interface AccountPage {
  readonly platform: PlatformName;
  /** Handle without `@`, in lower case except for channel ids. */
  readonly handle: string;
  readonly url: string;
}

/** The contents of a pasted link. */
export interface VideoLink {
  readonly video: ParsedVideoUrl;
  /** Account in the link, of the video or of an account page, in the format of `AccountPage`. */
  readonly accountHandle: string | null;
  /** Set when the link leads to an account page. */
  readonly account: AccountPage | null;
  /** Start position in seconds. */
  readonly startSeconds: number | null;
}

const HANDLE_LENGTH_MAX = 100;
const START_PARAMETERS = ['t', 'start', 'time_continue'];
const START_SECONDS_MAX = 86_400;
const START = /^(?:(?<h>\d{1,3})h)?(?:(?<m>\d{1,4})m)?(?:(?<s>\d{1,6})s?)?$/;
/** YouTube's legacy account pages, from before handles. */
const OLD_ACCOUNT_PATH = /^\/(?<kind>c|user)\/[^/]+/;

/** Parses a link like `parseVideoUrl`, along with its account and start position; never throws. */
export function readVideoLink(raw: string): VideoLink {
  const link = followLink(raw);
  const video = readFollowed(link);
  if (typeof link === 'string') return { video, accountHandle: null, account: null, startSeconds: null };
  const { url, platform, page } = link;
  const named = platform && (page.page === 'video' || page.page === 'account') ? page.account : undefined;
  const handle = platform && named !== undefined ? readHandle(platform, decoded(named)) : null;
  return {
    video,
    accountHandle: handle,
    account: platform && handle !== null && page.page === 'account' ? accountPage(platform, handle, url) : null,
    startSeconds: readStart(url),
  };
}

/** Parses a link to an account page; null for other links. Never throws. */
export function parseAccountUrl(raw: string): AccountPage | null {
  return readVideoLink(raw).account;
}

/** Normalizes a handle for comparison: lower case, trimmed, without `@`. */
export function handleKey(handle: string): string {
  return handle.trim().replace(/^@/, '').toLowerCase();
}

/** Returns the URL of an account's page, which `parseAccountUrl` parses back; null for an invalid handle. */
export function accountPageUrl(platform: PlatformName, handle: string): string | null {
  const known = platformNamed(platform);
  const read = readHandle(known, handle);
  const url = read === null ? null : known.accountUrl(read);
  return url !== null && parseAccountUrl(url)?.handle === read ? url : null;
}

/** Returns the URL of a platform's video search; null for an empty query, and for one too long for a URL. */
export function searchPageUrl(platform: PlatformName, query: string): string | null {
  const text = query.toWellFormed().trim();
  const url = platformNamed(platform).searchUrl + encodeURIComponent(text);
  return text === '' || url.length > ADDRESS_LENGTH_MAX ? null : url;
}

function readHandle(platform: VideoPlatform, text: string): string | null {
  const handle = text.trim().replace(/^@/, '');
  if (handle.length > HANDLE_LENGTH_MAX || !platform.handle.test(handle)) return null;
  return isChannelId(platform, handle) ? handle : handle.toLowerCase();
}

/** Channel ids, which can replace handles, are case-sensitive. */
function isChannelId({ name }: VideoPlatform, handle: string): boolean {
  return name === 'youtube' && /^UC[\w-]{22}$/.test(handle);
}

function accountPage(platform: VideoPlatform, handle: string, url: URL): AccountPage {
  const old = platform.name === 'youtube' ? OLD_ACCOUNT_PATH.exec(url.pathname)?.groups?.['kind'] : undefined;
  const address =
    old === undefined ? platform.accountUrl(handle) : `${url.origin}/${old}/${encodeURIComponent(handle)}`;
  return { platform: platform.name, handle, url: address };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** `t=75`, `t=1m15s`, `start=75`, `#t=75`; the start of a range such as `#t=75,90`. */
function readStart(url: URL): number | null {
  const { hash, searchParams } = url;
  const fragment = hash === '' ? null : new URLSearchParams(hash.slice(1));
  const texts = START_PARAMETERS.map((name) => searchParams.get(name) ?? fragment?.get(name) ?? null);
  const seconds = texts.map((text) => (text === null ? null : secondsOf(text)));
  return seconds.find((value) => value !== null) ?? null;
}

function secondsOf(text: string): number | null {
  const [start = ''] = text.trim().toLowerCase().split(',', 1);
  const groups = start === '' ? undefined : START.exec(start)?.groups;
  if (!groups) return null;
  const seconds = Number(groups['h'] ?? 0) * 3_600 + Number(groups['m'] ?? 0) * 60 + Number(groups['s'] ?? 0);
  return seconds <= START_SECONDS_MAX ? seconds : null;
}

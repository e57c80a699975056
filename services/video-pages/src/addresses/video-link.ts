import { followLink, readFollowed, type ParsedVideoUrl } from './canonical-video-url.js';
import type { PlatformName, VideoPlatform } from './platforms/platform.js';
import { platformNamed } from './video-hosts.js';
import { ADDRESS_LENGTH_MAX } from './web-address.js';

export interface AccountPage {
  readonly platform: PlatformName;
  /** Without `@`, in lower case except for ids of channels. */
  readonly handle: string;
  readonly url: string;
}

/** Everything in a pasted link. */
export interface VideoLink {
  readonly video: ParsedVideoUrl;
  /** The account in the link, of the video or of the page itself, in the format of `AccountPage`. */
  readonly accountHandle: string | null;
  /** The page of an account that the link leads to. */
  readonly account: AccountPage | null;
  /** Where in the video the link begins. */
  readonly startSeconds: number | null;
}

const HANDLE_LENGTH_MAX = 100;
const START_PARAMETERS = ['t', 'start', 'time_continue'];
const START_SECONDS_MAX = 86_400;
const START = /^(?:(?<h>\d{1,3})h)?(?:(?<m>\d{1,4})m)?(?:(?<s>\d{1,6})s?)?$/;
/** YouTube's pages of accounts from before handles, which lead nowhere else. */
const OLD_ACCOUNT_PATH = /^\/(?<kind>c|user)\/[^/]+/;

/** Parses a link as `parseVideoUrl` does, with its further contents; never throws. */
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

/** The account whose page a pasted link is; null for every other link. Never throws. */
export function parseAccountUrl(raw: string): AccountPage | null {
  return readVideoLink(raw).account;
}

/** How handles compare: without case, blanks around them and `@`. */
export function handleKey(handle: string): string {
  return handle.trim().replace(/^@/, '').toLowerCase();
}

/** Address of an account's page; null for an invalid handle. `parseAccountUrl` parses it back. */
export function accountPageUrl(platform: PlatformName, handle: string): string | null {
  const known = platformNamed(platform);
  const read = readHandle(known, handle);
  const url = read === null ? null : known.accountUrl(read);
  return url !== null && parseAccountUrl(url)?.handle === read ? url : null;
}

/** Address of a platform's video search; null for an empty query, and for one that is too long for an address. */
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

/** Ids of channels, which stand where handles do, tell case. */
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

/** `t=75`, `t=1m15s`, `start=75`, `#t=75`; for a range (`#t=75,90`) its start. */
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

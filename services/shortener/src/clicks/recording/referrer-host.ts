import { LRUCache } from 'lru-cache';

/** Longer referrers are not cached, so that the cache's memory stays bounded. */
const CACHED_CHARACTERS_MAX = 512;
/** Maximum length of a DNS name (RFC 1035, section 2.3.4). */
const HOST_CHARACTERS_MAX = 253;
/** Schemes of web pages, and of Android apps, which send `android-app://` with their package name. */
const PROTOCOLS: ReadonlySet<string> = new Set(['http:', 'https:', 'android-app:']);

const known = new LRUCache<string, string>({ max: 5_000, memoMethod: parse });

/** Host of a `Referer`, in lower case and ASCII, without port; '' when there is no valid one. */
export function referrerHostOf(referrer: string | undefined): string {
  if (!referrer) return '';
  return referrer.length > CACHED_CHARACTERS_MAX ? parse(referrer) : known.memo(referrer);
}

function parse(referrer: string): string {
  const url = URL.parse(referrer);
  if (!url || !PROTOCOLS.has(url.protocol) || url.hostname.length > HOST_CHARACTERS_MAX) return '';
  return url.hostname.toLowerCase();
}

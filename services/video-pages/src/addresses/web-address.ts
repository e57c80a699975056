export const ADDRESS_LENGTH_MAX = 2_048;

export type AddressFault = 'invalid_url' | 'too_long' | 'userinfo_not_allowed' | 'unexpected_port';

/** Characters that cannot start a link: opening brackets, quotes, white space, and invisible marks from copying. */
const LEADING_DEBRIS = /^[\s<([{'"\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]+/;
const TRAILING_DEBRIS = /[\s>)\]}.,;|'"\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/;
const OPENING_BRACKET: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

/**
 * Strips pasted brackets, quotes and punctuation around a link. Keeps a closing bracket that the link itself opens, as in
 * `https://example.org/Foo_(bar)`. Runs in linear time.
 */
export function withoutPasteDebris(text: string): string {
  const link = text.replace(LEADING_DEBRIS, '');
  const unopened = new Map<string, number>();
  let end = link.length;
  for (; TRAILING_DEBRIS.test(link.charAt(end - 1)); end -= 1) {
    const last = link.charAt(end - 1);
    const opening = OPENING_BRACKET[last];
    if (opening === undefined) continue;
    const count = unopened.get(last) ?? countOf(last, link) - countOf(opening, link);
    if (count <= 0) break;
    unopened.set(last, count - 1);
  }
  return link.slice(0, end);
}

function countOf(character: string, text: string): number {
  return text.split(character).length - 1;
}

/**
 * Parses a pasted link to an https URL with a lower-case host and no trailing dot; never throws. Links to known hosts may lack `https://`.
 */
export function readWebAddress(raw: string, isKnownHost: (host: string) => boolean): URL | AddressFault {
  const pasted = raw.trim();
  if (pasted.length > ADDRESS_LENGTH_MAX) return 'too_long';
  const url = URL.parse(withScheme(withoutPasteDebris(pasted), isKnownHost));
  if (!url) return 'invalid_url';
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'invalid_url';
  if (url.username !== '' || url.password !== '') return 'userinfo_not_allowed';
  if (url.port !== '') return 'unexpected_port';
  // Setting a part reparses the URL, which most links do not need.
  if (url.protocol !== 'https:') url.protocol = 'https:';
  if (url.hostname.endsWith('.')) url.hostname = withoutTrailingDot(url.hostname);
  // The setter ignores invalid values, and a host with two trailing dots keeps one.
  return url.hostname === '' || url.hostname.endsWith('.') ? 'invalid_url' : url;
}

function withScheme(link: string, isKnownHost: (host: string) => boolean): string {
  if (link.startsWith('https://') || link.startsWith('http://')) return link;
  if (link.startsWith('//')) return `https:${link}`;
  const authority = /^[^/?#\\]*/.exec(link)?.[0] ?? '';
  const [host = ''] = authority.slice(authority.lastIndexOf('@') + 1).split(':', 1);
  return isKnownHost(withoutTrailingDot(host.toLowerCase())) ? `https://${link}` : link;
}

function withoutTrailingDot(host: string): string {
  return host.endsWith('.') ? host.slice(0, -1) : host;
}

const TRACKING_PARAMETER = /^(?:utm_[^=]*|fbclid|gclid|igsh|igshid|si|feature|ref|ref_src)(?:=|$)/i;

/**
 * Removes the fragment and tracking parameters, and sorts the remaining parameters by name. Idempotent, also when the result is parsed
 * again as a pasted link.
 */
export function cleanedAddress(url: URL): string {
  const parameters = url.search
    .slice(1)
    .split('&')
    .filter((parameter) => parameter !== '' && !TRACKING_PARAMETER.test(parameter))
    .sort((a, b) => compareText(parameterName(a), parameterName(b)));
  const query = parameters.length > 0 ? `?${parameters.join('&')}` : '';
  const cleaned = withoutPasteDebris(`${url.origin}${url.pathname}${query}`);
  // Removing a part may expose more to remove: `/page.?utm_source=a`.
  return cleaned === url.href ? cleaned : cleanedAddress(new URL(cleaned));
}

function parameterName(parameter: string): string {
  return parameter.split('=', 1)[0] ?? '';
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

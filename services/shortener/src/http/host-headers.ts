import { discoveryHeaders, transportHeaders } from '@svc/http-host/http/begin-request';

/** Headers as a flat list of names and values, ready to be written. */
export function headerList(headers: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(headers).flat();
}

/** Headers of every redirect. No cache may keep a redirect, because its target may change. */
export const REDIRECT_HEADERS = headerList({
  'Cache-Control': 'private, no-store',
  'Referrer-Policy': 'no-referrer-when-downgrade',
  'X-Robots-Tag': 'noindex, nofollow',
  'Content-Length': '0',
});

/** Headers of every response of this host; the product's descriptions are on the main host. */
export function commonHeadersOf(baseUrl: string, origin: string): Readonly<Record<string, string>> {
  return { ...discoveryHeaders(baseUrl), ...transportHeaders(origin) };
}

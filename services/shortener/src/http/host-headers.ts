import { discoveryHeaders, transportHeaders } from '@svc/http-host/http/begin-request';

/** Headers as name after value, the form in which they are written without any further work. */
export function headerList(headers: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(headers).flat();
}

/** Headers of every redirect. No cache may keep a redirect, as its target may change. */
export const REDIRECT_HEADERS = headerList({
  'Cache-Control': 'private, no-store',
  'Referrer-Policy': 'no-referrer-when-downgrade',
  'X-Robots-Tag': 'noindex, nofollow',
  'Content-Length': '0',
});

/** Headers of every answer of this host; what describes the product stands on the main host. */
export function commonHeadersOf(baseUrl: string, origin: string): Readonly<Record<string, string>> {
  return { ...discoveryHeaders(baseUrl), ...transportHeaders(origin) };
}

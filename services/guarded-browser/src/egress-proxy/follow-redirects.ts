import { type GuardedRequest, requestGuarded } from './request-guarded.js';

/**
 * The final address after at most `hopsMax` redirects; null after more, or when a redirect is invalid. Reads no bodies. Throws as `requestGuarded`
 * does.
 */
export async function followRedirects(
  address: string,
  request: GuardedRequest,
  hopsMax: number,
): Promise<string | null> {
  let at = address;
  for (let hops = 0; hops <= hopsMax; hops += 1) {
    const location = await requestGuarded(at, request, async ({ statusCode = 0, headers }) => {
      const isRedirect = statusCode >= 300 && statusCode < 400;
      return isRedirect ? (headers.location ?? '') : undefined;
    });
    if (location === undefined) return at;
    const next = location === '' ? null : URL.parse(location, at);
    if (!next) return null;
    at = next.href;
  }
  return null;
}

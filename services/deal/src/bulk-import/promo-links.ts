import { parseVideoUrl } from '@svc/video-pages/addresses/canonical-video-url';

/** Canonical keys of promo links, except those on video sites. They match a deal, and as its videos they would be due for view checks. */
export function promoKeysOf(...links: readonly (string | null | undefined)[]): ReadonlySet<string> {
  const keys = links.flatMap((link) => {
    const parsed = typeof link === 'string' ? parseVideoUrl(link) : undefined;
    return parsed?.ok && parsed.platform === 'other' ? [parsed.canonicalKey] : [];
  });
  return new Set(keys);
}

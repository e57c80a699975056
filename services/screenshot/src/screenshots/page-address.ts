import { invalidInput } from '@svc/chassis/errors/app-error';
import { parseVideoUrl } from '@svc/video-pages/addresses/canonical-video-url';

const ADDRESS_LENGTH_MAX = 2_048;

/** The page a screenshot shows. */
export interface PageAddress {
  readonly sourceUrl: string;
  /** Canonical key of the video on the page; null for other pages. */
  readonly canonicalKey: string | null;
  readonly platform: string | null;
}

/**
 * Parses a page URL. A known video's URL is stored in canonical form, any other unchanged. Throws VALIDATION_ERROR unless it is an http(s)
 * URL of at most 2,048 characters without credentials.
 */
export function readPageAddress(text: string): PageAddress {
  const url = URL.parse(text.trim());
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:') || url.username !== '' || url.password !== '') {
    throw invalidInput('sourceUrl', 'must be the full address of a page, starting with https:// or http://.');
  }
  if (url.href.length > ADDRESS_LENGTH_MAX) {
    throw invalidInput('sourceUrl', `must have at most ${ADDRESS_LENGTH_MAX} characters.`);
  }
  const parsed = parseVideoUrl(text);
  if (!parsed.ok) return { sourceUrl: url.href, canonicalKey: null, platform: null };
  const isKnown = parsed.platform !== 'other';
  return {
    sourceUrl: isKnown ? parsed.canonicalUrl : url.href,
    canonicalKey: parsed.canonicalKey,
    platform: isKnown ? parsed.platform : null,
  };
}

/** The page of a new screenshot; `platform` applies when the URL implies none. */
export function pageOfNew(
  sourceUrl: string | null,
  platform: string | null,
): { readonly sourceUrl: string | null; readonly canonicalKey: string | null; readonly platform: string | null } {
  if (sourceUrl === null) return { sourceUrl: null, canonicalKey: null, platform };
  const page = readPageAddress(sourceUrl);
  return { ...page, platform: page.platform ?? platform };
}

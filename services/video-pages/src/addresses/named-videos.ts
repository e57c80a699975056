import { parseVideoUrl } from './canonical-video-url.js';
import { PLATFORM_NAMES } from './platforms/platform.js';

/** An id as users copy it from an address. Requires a digit, to exclude words. */
const ID = /^(?=.*\d)[\w-]{6,40}$/;

/** Videos that a search names. */
export interface NamedVideos {
  /** Possible canonical keys of the video. */
  readonly keys: readonly string[];
  /** Whether the text is an address, which matches only videos. */
  readonly isAddress: boolean;
}

/** Parses a search as the address of a video, in any spelling, or as its id on a platform; null for other texts. */
export function namedVideos(query: string | null): NamedVideos | null {
  const text = query?.trim() ?? '';
  if (/^https?:\/\//i.test(text) || /^[\w-]+(\.[\w-]+)+\/\S/.test(text)) {
    const parsed = parseVideoUrl(text);
    return parsed.ok ? { keys: [parsed.canonicalKey], isAddress: true } : null;
  }
  return ID.test(text) ? { keys: PLATFORM_NAMES.map((platform) => `${platform}:${text}`), isAddress: false } : null;
}

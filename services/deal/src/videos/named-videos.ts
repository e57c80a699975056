import type { Scope } from '@svc/records/sharing/visibility-predicate';
import { parseVideoUrl } from '@svc/video-pages/addresses/canonical-video-url';
import { DEAL_VISIBILITY } from '../deals/deal-access.js';

/** Platforms whose videos can be found by id alone, as users copy it from an address. */
const PLATFORMS = ['youtube', 'tiktok', 'instagram', 'x', 'facebook', 'twitch'];
/** Requires a digit, to exclude words. */
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
  return ID.test(text) ? { keys: PLATFORMS.map((platform) => `${platform}:${text}`), isAddress: false } : null;
}

/**
 * SQL for the deals in the scope that have a video with one of the `keys`. Uses the index of keys for the videos of each owner whose deals the caller
 * ($1) sees.
 */
export function dealsWithVideos(scope: Scope, keys: string): string {
  const others = DEAL_VISIBILITY.othersInScope(scope).map(
    (set) => `union select d.owner_id from deal.deals d where ${set}`,
  );
  return `array(select v.deal_id from deal.deal_videos v
                 where v.owner_id = any (array(select $1::uuid ${others.join(' ')}))
                   and v.canonical_key = any (${keys}::text[]))`;
}

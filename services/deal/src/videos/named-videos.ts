import type { Scope } from '@svc/records/sharing/visibility-predicate';
import { parseVideoUrl } from '@svc/video-pages/addresses/canonical-video-url';
import { DEAL_VISIBILITY } from '../deals/deal-access.js';

/** Platforms whose videos can be named by id alone, as users copy it from an address. */
const PLATFORMS = ['youtube', 'tiktok', 'instagram', 'x', 'facebook', 'twitch'];
/** With a digit, unlike words. */
const ID = /^(?=.*\d)[\w-]{6,40}$/;

/** The ways in which a search names videos. */
export interface NamedVideos {
  /** Canonical keys, one of which a video may have. */
  readonly keys: readonly string[];
  /** Whether the text is an address, which only videos are searched by. */
  readonly isAddress: boolean;
}

/** Reads a search as the address of a video, in any of its spellings, or as its id on a platform; null for other texts. */
export function namedVideos(query: string | null): NamedVideos | null {
  const text = query?.trim() ?? '';
  if (/^https?:\/\//i.test(text) || /^[\w-]+(\.[\w-]+)+\/\S/.test(text)) {
    const parsed = parseVideoUrl(text);
    return parsed.ok ? { keys: [parsed.canonicalKey], isAddress: true } : null;
  }
  return ID.test(text) ? { keys: PLATFORMS.map((platform) => `${platform}:${text}`), isAddress: false } : null;
}

/**
 * SQL of the deals in the scope that have a video with one of the `keys`. The videos of each owner whose deals the caller ($1) sees are
 * found by the index of their keys.
 */
export function dealsWithVideos(scope: Scope, keys: string): string {
  const others = DEAL_VISIBILITY.othersInScope(scope).map(
    (set) => `union select d.owner_id from deal.deals d where ${set}`,
  );
  return `array(select v.deal_id from deal.deal_videos v
                 where v.owner_id = any (array(select $1::uuid ${others.join(' ')}))
                   and v.canonical_key = any (${keys}::text[]))`;
}

import type { Scope } from '@svc/records/sharing/visibility-predicate';
import { DEAL_VISIBILITY } from '../deals/deal-access.js';

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

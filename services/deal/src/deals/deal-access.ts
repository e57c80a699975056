import type { UserPrincipal } from '@svc/chassis/calls/principal';
import type { Deal } from '@svc/proto/deal/v1/deal_service';
import { seenBy } from '../visibility/access.js';
import { type SeenRow, visibilityOf } from '../visibility/visibility-predicate.js';
import type { DealRow } from './deal.js';

/** Who sees deals, in queries that call their table `d`. */
export const DEAL_VISIBILITY = visibilityOf('deal', 'd');

/** The deal as the caller may see it. */
export function toDeal(user: UserPrincipal, row: DealRow & SeenRow): Deal {
  return seenBy('deal', user, row);
}

/** Why the caller sees a row of its own that is shared with no team, or whose teams the query does not ask for. */
export const OWNED = { teamIds: [], isGranted: false };

import type { UserPrincipal } from '@svc/chassis/calls/principal';
import type { Deal } from '@svc/proto/deal/v1/deal_service';
import { seenBy } from '../visibility/access.js';
import { type SeenRow, visibilityOf } from '../visibility/visibility-predicate.js';
import type { DealRow } from './deal.js';

/** Visibility of deals, for queries that call their table `d`. */
export const DEAL_VISIBILITY = visibilityOf('deal', 'd');

/** Returns the deal as the caller may see it. */
export function toDeal(user: UserPrincipal, row: DealRow & SeenRow): Deal {
  return seenBy('deal', user, row);
}

/** Reasons why the caller sees an own row, when it is shared with no team or the query omits its teams. */
export const OWNED = { teamIds: [], isGranted: false };

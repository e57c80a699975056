import type { UserPrincipal } from '@svc/chassis/principal';
import type { Deal } from '@svc/proto/deal/v1/deal_service';
import { seenBy } from '../visibility/access.js';
import { sightOf, type SeenRow } from '../visibility/sight.js';
import type { StoredDeal } from './deal.js';

/** Who sees deals, in queries that call their table `d`. */
export const DEAL_SIGHT = sightOf('deal', 'd');

/** The deal as the caller may see it. */
export function toDeal(user: UserPrincipal, row: StoredDeal & SeenRow): Deal {
  return seenBy('deal', user, row);
}

/** What a row that the caller has just written as its owner tells about why it is seen. */
export const OWNED = { teamIds: [], isGranted: false };

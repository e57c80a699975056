import type { Scope } from '@svc/records/sharing/visibility-predicate';
import { isSeenPayment } from './seen-payments.js';

/**
 * Subquery for the ids of deals with an incoming payment that was due before `today`, or that is open although the deal is completed. Excludes
 * cancelled deals. The condition that deal and payment have the same owner is for the plan, which would otherwise read the deals of all users.
 */
export function unpaidDeals(scope: Scope, today: string): string {
  return `select p.deal_id from deal.deal_payments p join deal.deals o on o.id = p.deal_id and o.owner_id = p.owner_id
              where ${isSeenPayment(scope)}
                and p.direction = 'incoming' and p.status in ('expected', 'invoiced')
                and o.status <> 'cancelled' and (p.due_date < ${today}::date or o.status = 'completed')`;
}

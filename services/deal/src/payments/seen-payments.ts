import type { Scope } from '@svc/records/sharing/visibility-predicate';
import { DEAL_VISIBILITY } from '../deals/deal-access.js';

/** Conditions on payments, named `p` in the query: those of the caller, and those of others whose amounts the caller sees. */
interface SeenPayments {
  readonly own: string;
  readonly others: readonly string[];
}

/** Payments reveal money, so those of another owner's deal are visible only with the grant for its amount. */
export function seenPayments(scope: Scope): SeenPayments {
  const others = [`p.deal_id = any (array(${DEAL_VISIBILITY.grantedIds})) and p.owner_id <> $1`];
  return { own: 'p.owner_id = $1', others: scope === 'mine' ? [] : others };
}

/** The same as one condition. */
export function isSeenPayment(scope: Scope): string {
  const { own, others } = seenPayments(scope);
  return `(${[own, ...others].join(' or ')})`;
}

import { callOrigin } from '@svc/chassis/calls/call-origin';
import type { UserPrincipal } from '@svc/chassis/calls/principal';
import type { Tx } from '@svc/chassis/postgres/transaction';
import { v7 as newId } from 'uuid';
import { insertActivities } from './activity-repo.js';

/** A change of a deal. */
export interface DealChange {
  readonly deal: { readonly id: string; readonly ownerId: string; readonly name: string };
  /** For example `video.added`. */
  readonly action: string;
  /** Names from the public API. */
  readonly changedFields?: readonly string[];
  /** Records that were changed; 1 when unset. */
  readonly count?: number;
}

/** Records a change, its author and its call, in the transaction of the change. */
export async function recordActivities(tx: Tx, user: UserPrincipal, changes: readonly DealChange[]): Promise<void> {
  if (changes.length === 0) return;
  const origin = callOrigin(user);
  const activities = changes.map(({ deal, action, changedFields = [], count = 1 }) => ({
    id: newId(),
    ownerId: deal.ownerId,
    dealId: deal.id,
    dealName: deal.name,
    action,
    ...origin,
    changedFields: [...changedFields],
    count,
    externalShare: null,
  }));
  await insertActivities(tx, activities);
}

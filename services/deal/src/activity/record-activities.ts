import { currentCall } from '@svc/chassis/call-context';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { UserPrincipal } from '@svc/chassis/principal';
import { v7 as newId } from 'uuid';
import { insertActivities } from './activity-repo.js';

/** What a write did to a deal. */
export interface DealChange {
  readonly deal: { readonly id: string; readonly ownerId: string; readonly name: string };
  /** Such as `video.added`. */
  readonly action: string;
  /** Names as in the public API. */
  readonly changedFields?: readonly string[];
  /** Records that were changed; 1 when unset. */
  readonly count?: number;
}

/** Writes down, in the transaction of a write, what it did, who did it and through which call. */
export async function recordActivities(tx: Tx, user: UserPrincipal, changes: readonly DealChange[]): Promise<void> {
  if (changes.length === 0) return;
  const call = currentCall();
  const activities = changes.map(({ deal, action, changedFields = [], count = 1 }) => ({
    id: newId(),
    ownerId: deal.ownerId,
    dealId: deal.id,
    dealName: deal.name,
    action,
    operation: call?.operation ?? '',
    userId: user.userId,
    actorKind: user.kind,
    requestId: call?.requestId ?? null,
    tier: call?.tier ?? null,
    changedFields: [...changedFields],
    count,
  }));
  await insertActivities(tx, activities);
}

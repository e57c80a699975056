import { callOrigin } from '@svc/chassis/calls/call-origin';
import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { changedFields } from '@svc/chassis/grpc/changed-fields';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { ExternalShareState } from '@svc/proto/deal/v1/deal_service';
import { v7 as newId } from 'uuid';
import { insertActivities } from '../activity/activity-repo.js';
import type { ExternalShareRow } from './external-share.js';

const FIELDS = ['expiresAt', 'maxViews', 'visibleFields', 'isActive', 'passwordHash'] as const;

/** A change of an external share, whose record may be deleted: `before` is null for a new share, `after` for a deleted one. */
export interface ShareChange {
  /** The record's name. */
  readonly recordName: string;
  readonly before: ExternalShareRow | null;
  readonly after: ExternalShareRow | null;
}

/** Names of the fields that differ, as in the public API; a new password is named without its value. */
export function changedShareFields(before: ExternalShareRow, after: ExternalShareRow): string[] {
  return changedFields(before, after, FIELDS).map((field) => (field === 'passwordHash' ? 'password' : field));
}

/** Records changes of external shares, in the transaction of the write. */
export async function recordShareChanges(tx: Tx, user: UserPrincipal, changes: readonly ShareChange[]): Promise<void> {
  if (changes.length === 0) return;
  const origin = callOrigin(user);
  const activities = changes.flatMap(({ recordName, before, after }) => {
    const share = after ?? before;
    if (!share) return [];
    const { id: externalShareId, ownerId, entityType, entityId } = share;
    const isOfDeal = entityType === 'deal';
    return {
      ...origin,
      id: newId(),
      ownerId,
      dealId: isOfDeal ? entityId : null,
      dealName: isOfDeal ? recordName : null,
      action: actionOf(before, after),
      changedFields: before && after ? changedShareFields(before, after) : [],
      count: 1,
      externalShare: {
        externalShareId,
        entityType,
        entityId,
        before: before && stateOf(before),
        after: after && stateOf(after),
      },
    };
  });
  await insertActivities(tx, activities);
}

function actionOf(before: ExternalShareRow | null, after: ExternalShareRow | null): string {
  if (before === null) return 'external_share.created';
  return after === null ? 'external_share.ended' : 'external_share.updated';
}

function stateOf(share: ExternalShareRow): ExternalShareState {
  const { expiresAt, maxViews, visibleFields, isActive, passwordHash } = share;
  return { expiresAt, maxViews, visibleFields, isActive, hasPassword: passwordHash !== null };
}

import { randomBytes } from 'node:crypto';
import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { hashPassword } from '@svc/chassis/credentials/passwords';
import { forbidden, invalidInput, noSuch } from '@svc/chassis/errors/app-error';
import { checkVersion } from '@svc/chassis/errors/check-version';
import { readChanges } from '@svc/chassis/grpc/changed-fields';
import type { Tx } from '@svc/chassis/postgres/transaction';
import { readDeadline } from '@svc/chassis/schemas/deadline';
import type {
  CreateExternalShareRequest,
  DeleteExternalShareRequest,
  UpdateExternalShareRequest,
} from '@svc/proto/deal/v1/external_share_service';
import { findShareable } from '@svc/records/sharing/share-repo';
import { assertOwned } from '@svc/records/sharing/team-access';
import { SHARE_TABLES } from '../visibility/share-tables.js';
import {
  checkExpiry,
  checkKnownFields,
  DISABLED_BY_ADMIN,
  type ExternalShareRow,
  readEntity,
  readVisibleFields,
} from './external-share.js';
import {
  deleteExternalShareRow,
  deleteExternalSharesOf,
  deleteViewingPasses,
  findExternalShareForUpdate,
  insertExternalShare,
  updateExternalShare,
} from './external-share-repo.js';
import { changedShareFields, recordShareChanges } from './share-activity.js';

const CHANGEABLE = ['expiresAt', 'maxViews', 'visibleFields', 'isActive', 'password'] as const;

/**
 * Hashes the password of a request; null without one. Runs before the transaction, because hashing takes tens of milliseconds during which no
 * connection should be held.
 */
export async function hashOfPassword({ password = null }: { password?: string | null | undefined }) {
  return password === null ? null : hashPassword(password);
}

/** Creates an external share of a record that the caller owns. Throws VALIDATION_ERROR before any lookup, NOT_FOUND, FORBIDDEN. */
export async function createExternalShare(
  tx: Tx,
  user: UserPrincipal,
  request: CreateExternalShareRequest,
  passwordHash: string | null,
): Promise<ExternalShareRow> {
  const entityType = readEntity(request.entityType);
  // Named fields are shown; with `hasVisibleFields`, an empty list shows none.
  const isChosen = request.hasVisibleFields === true || request.visibleFields.length > 0;
  const visibleFields = readVisibleFields(entityType, isChosen ? request.visibleFields : null);
  readVisibleFields(entityType, request.hiddenFields ?? []);
  const { entityId, maxViews = null, isActive } = request;
  const expiresAt = readDeadline(request, user.preferences.timeZone) ?? null;
  checkExpiry(expiresAt);
  const record = await findShareable(tx, user, SHARE_TABLES[entityType], entityId);
  assertOwned(entityType, user, record, 'share');
  const share = await insertExternalShare(tx, {
    ownerId: user.userId,
    entityType,
    entityId,
    token: randomBytes(32).toString('base64url'),
    passwordHash,
    expiresAt,
    maxViews,
    visibleFields,
    isActive,
  });
  await recordShareChanges(tx, user, [{ recordName: record.title, before: null, after: share }]);
  return share;
}

/**
 * Changes the fields in the mask; null clears. Equal values do not count as a change. Throws VALIDATION_ERROR for values that no share can have,
 * before any lookup; NOT_FOUND, VERSION_CONFLICT; FORBIDDEN to enable a share that an administrator disabled; VALIDATION_ERROR for fields that the
 * shared record does not have.
 */
export async function changeExternalShare(
  tx: Tx,
  user: UserPrincipal,
  request: UpdateExternalShareRequest,
  newHash: string | null,
): Promise<ExternalShareRow> {
  const expiresAt = readDeadline(request, user.preferences.timeZone);
  const { password, visibleFields, ...changes } = readChanges({ ...request, expiresAt }, CHANGEABLE, ['isActive']);
  if (changes.expiresAt) checkExpiry(changes.expiresAt);
  const named = [...(visibleFields ?? []), ...(request.hiddenFields ?? [])];
  if (typeof request.entityType === 'string') readVisibleFields(readEntity(request.entityType), named);
  else checkKnownFields(named);
  const share = await findExternalShareForUpdate(tx, user.userId, request.externalShareId);
  if (!share) throw noSuch('shared link');
  checkEntity(share, request);
  checkVersion(share.version, request.expectedVersion);
  if (changes.isActive === true && share.switchedOffByAdmin) throw forbidden(DISABLED_BY_ADMIN);
  const wanted: ExternalShareRow = {
    ...share,
    ...changes,
    ...(visibleFields && { visibleFields: readVisibleFields(share.entityType, visibleFields) }),
    ...(password === undefined ? {} : { passwordHash: newHash }),
  };
  readVisibleFields(share.entityType, request.hiddenFields ?? []);
  if (changedShareFields(share, wanted).length === 0) return share;
  // Existing passes were issued for the old password.
  if (password !== undefined) await deleteViewingPasses(tx, share.id);
  const changed = await updateExternalShare(tx, wanted);
  await recordShareChanges(tx, user, [{ recordName: share.entityTitle, before: share, after: changed }]);
  return changed;
}

/** Throws VALIDATION_ERROR for a request that names a record other than the share's. */
function checkEntity(
  share: Pick<ExternalShareRow, 'entityType' | 'entityId'>,
  request: Pick<UpdateExternalShareRequest, 'entityType' | 'entityId'>,
): void {
  for (const field of ['entityType', 'entityId'] as const) {
    const named = request[field];
    if (typeof named === 'string' && named !== share[field])
      throw invalidInput(field, "must stay the link's. Create another shared link for another record.");
  }
}

/** Deletes a share. Throws NOT_FOUND, VERSION_CONFLICT. */
export async function deleteExternalShare(
  tx: Tx,
  user: UserPrincipal,
  request: DeleteExternalShareRequest,
): Promise<void> {
  const share = await findExternalShareForUpdate(tx, user.userId, request.externalShareId);
  if (!share) throw noSuch('shared link');
  checkVersion(share.version, request.expectedVersion);
  await deleteExternalShareRow(tx, share.id);
  await recordShareChanges(tx, user, [{ recordName: share.entityTitle, before: share, after: null }]);
}

/** Deletes the shares of records that the caller is deleting. */
export async function endExternalSharesOf(
  tx: Tx,
  user: UserPrincipal,
  records: readonly { readonly id: string; readonly name: string }[],
): Promise<void> {
  const names = new Map(records.map(({ id, name }) => [id, name]));
  const ended = await deleteExternalSharesOf(tx, [...names.keys()]);
  await recordShareChanges(
    tx,
    user,
    ended.map((share) => ({ recordName: names.get(share.entityId) ?? '', before: share, after: null })),
  );
}

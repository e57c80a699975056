import { randomBytes } from 'node:crypto';
import { invalidInput, notFound } from '@svc/chassis/errors/app-error';
import { checkVersion } from '@svc/chassis/errors/check-version';
import { hashPassword } from '@svc/chassis/passwords';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { UserPrincipal } from '@svc/chassis/principal';
import type {
  CreateExternalShareRequest,
  DeleteExternalShareRequest,
  UpdateExternalShareRequest,
} from '@svc/proto/deal/v1/external_share_service';
import { findShareable } from '../team-shares/share-repo.js';
import { maskedFields } from '@svc/chassis/grpc/update-mask';
import { assertOwned } from '../visibility/access.js';
import {
  deleteExternalShare,
  insertExternalShare,
  lockExternalShare,
  updateExternalShare,
} from './external-share-repo.js';
import { checkExpiry, readEntity, readVisibleFields, type ExternalShareRow } from './external-share.js';

const CHANGEABLE = ['expiresAt', 'maxViews', 'visibleFields', 'isActive', 'password'] as const;

/** Shares an owned record with people outside. Throws VALIDATION_ERROR before anything is looked up, NOT_FOUND, FORBIDDEN. */
export async function createExternalShare(
  tx: Tx,
  user: UserPrincipal,
  request: CreateExternalShareRequest,
): Promise<ExternalShareRow> {
  const entityType = readEntity(request.entityType);
  const visibleFields = readVisibleFields(entityType, request.visibleFields);
  const { entityId, expiresAt = null, maxViews = null, password = null, isActive } = request;
  checkExpiry(expiresAt);
  const record = await findShareable(tx, user, entityType, entityId);
  assertOwned(entityType, user, record);
  return insertExternalShare(tx, {
    ownerId: user.userId,
    entityType,
    entityId,
    token: randomBytes(32).toString('base64url'),
    passwordHash: password === null ? null : await hashPassword(password),
    expiresAt,
    maxViews,
    visibleFields,
    isActive,
  });
}

/** Changes what the mask names; null clears. Throws NOT_FOUND, VERSION_CONFLICT, VALIDATION_ERROR. */
export async function changeExternalShare(
  tx: Tx,
  user: UserPrincipal,
  request: UpdateExternalShareRequest,
): Promise<ExternalShareRow> {
  const fields = new Set(maskedFields(request.updateMask, CHANGEABLE));
  const share = await lockExternalShare(tx, user.userId, request.externalShareId);
  if (!share) throw notFound('external share');
  checkVersion(share.version, request.expectedVersion);
  if (fields.has('isActive') && typeof request.isActive !== 'boolean')
    throw invalidInput('isActive', 'Cannot be cleared.');
  const expiresAt = fields.has('expiresAt') ? (request.expiresAt ?? null) : share.expiresAt;
  if (fields.has('expiresAt')) checkExpiry(expiresAt);
  const { password = null } = request;
  const newHash = password === null ? null : await hashPassword(password);
  return updateExternalShare(tx, {
    id: share.id,
    expiresAt,
    maxViews: fields.has('maxViews') ? (request.maxViews ?? null) : share.maxViews,
    visibleFields: fields.has('visibleFields')
      ? readVisibleFields(share.entityType, request.visibleFields)
      : share.visibleFields,
    isActive: fields.has('isActive') ? request.isActive === true : share.isActive,
    passwordHash: fields.has('password') ? newHash : share.passwordHash,
  });
}

/** Ends a share for good. Throws NOT_FOUND, VERSION_CONFLICT. */
export async function endExternalShare(
  tx: Tx,
  user: UserPrincipal,
  request: DeleteExternalShareRequest,
): Promise<void> {
  const share = await lockExternalShare(tx, user.userId, request.externalShareId);
  if (!share) throw notFound('external share');
  checkVersion(share.version, request.expectedVersion);
  await deleteExternalShare(tx, share.id);
}

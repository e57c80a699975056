import { AppError, forbidden, invalidInput, notFound } from '@svc/chassis/errors/app-error';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { UserPrincipal } from '@svc/chassis/principal';
import type { DecideAccessRequestRequest } from '@svc/proto/deal/v1/access_request_service';
import {
  lockAccessRequest,
  updateAccessRequest,
  type AccessRequestRow,
  type AccessRequestStatus,
} from './access-request-repo.js';

/** From which status each decision may be made. */
const DECIDED_FROM: Readonly<Record<string, AccessRequestStatus>> = {
  approved: 'pending',
  denied: 'pending',
  revoked: 'approved',
};

/** Approves, denies or revokes, in force from the answer on. Throws NOT_FOUND, FORBIDDEN, INVALID_TRANSITION. */
export async function decideAccessRequest(
  tx: Tx,
  user: UserPrincipal,
  { accessRequestId, status, expiresAt = null }: DecideAccessRequestRequest,
): Promise<AccessRequestRow> {
  const from = DECIDED_FROM[status];
  if (from === undefined) throw invalidInput('status', 'Has to be approved, denied or revoked.');
  if (expiresAt !== null && expiresAt <= new Date()) throw invalidInput('expiresAt', 'Has to be in the future.');
  const request = await lockAccessRequest(tx, user.userId, accessRequestId);
  if (!request) throw notFound('access request');
  if (request.ownerId !== user.userId) throw forbidden('Only the owner of the records decides about access to them.');
  if (request.status !== from) {
    throw new AppError(
      'wrong_state',
      'INVALID_TRANSITION',
      `The request is ${request.status}; only one that is ${from} can be ${status}.`,
    );
  }
  return updateAccessRequest(tx, request.id, status as AccessRequestStatus, status === 'approved' ? expiresAt : null);
}

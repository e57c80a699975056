import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { appError, forbidden, invalidInput, noSuch } from '@svc/chassis/errors/app-error';
import type { Tx } from '@svc/chassis/postgres/transaction';
import { readDeadline } from '@svc/chassis/schemas/deadline';
import type { DecideAccessRequestRequest } from '@svc/proto/deal/v1/access_request_service';
import {
  type AccessRequestRow,
  type AccessRequestStatus,
  findAccessRequestForUpdate,
  updateAccessRequest,
} from './access-request-repo.js';

/** Statuses that each decision requires. */
const DECIDED_FROM: ReadonlyMap<string, AccessRequestStatus> = new Map([
  ['approved', 'pending'],
  ['denied', 'pending'],
  ['revoked', 'approved'],
]);

/** Approves, denies or revokes a request, effective immediately. Throws NOT_FOUND, FORBIDDEN, INVALID_TRANSITION. */
export async function decideAccessRequest(
  tx: Tx,
  user: UserPrincipal,
  { accessRequestId, status, ...deadline }: DecideAccessRequestRequest,
): Promise<AccessRequestRow> {
  const expiresAt = readDeadline(deadline, user.preferences.timeZone) ?? null;
  const from = DECIDED_FROM.get(status);
  if (from === undefined) throw invalidInput('status', 'must be approved, denied or revoked.');
  if (expiresAt !== null && expiresAt <= new Date()) throw invalidInput('expiresAt', 'must be in the future.');
  const request = await findAccessRequestForUpdate(tx, user.userId, accessRequestId);
  if (!request) throw noSuch('access request');
  if (request.ownerId !== user.userId) throw forbidden('Only the owner of the records may decide access requests.');
  if (request.status !== from) {
    throw appError(
      'INVALID_TRANSITION',
      `The request is ${request.status}; only one that is ${from} can be ${status}.`,
    );
  }
  return updateAccessRequest(tx, request.id, status as AccessRequestStatus, status === 'approved' ? expiresAt : null);
}

import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { invalidInput, notFound } from '@svc/chassis/errors/app-error';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { CreateAccessRequestRequest } from '@svc/proto/deal/v1/access_request_service';
import { type Entity, type GrantScope, VISIBILITY } from '../visibility/visibility-table.js';
import { type CreatedAccessRequest, insertAccessRequest, isSharedWith } from './access-request-repo.js';

/** The entity whose sensitive fields each scope reveals. */
const ENTITY_OF_SCOPE = new Map<string, Entity>(
  Object.entries(VISIBILITY).flatMap(([entity, { grant }]) => (grant === null ? [] : [[grant, entity as Entity]])),
);

/** Requests access from an owner, or returns the open request for it. Throws NOT_FOUND when the owner shares no such record with the caller. */
export async function createAccessRequest(
  tx: Tx,
  user: UserPrincipal,
  { ownerId, scope, entityId = null, reason }: CreateAccessRequestRequest,
): Promise<CreatedAccessRequest> {
  const entity = ENTITY_OF_SCOPE.get(scope);
  if (!entity) throw invalidInput('scope', `must be one of ${[...ENTITY_OF_SCOPE.keys()].join(', ')}.`);
  if (!(await isSharedWith(tx, user, entity, ownerId, entityId))) throw notFound(entity);
  return insertAccessRequest(tx, { ownerId, requesterId: user.userId, scope: scope as GrantScope, entityId, reason });
}

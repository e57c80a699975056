import type { Db } from '@svc/chassis/postgres/pool';
import { deleteEndedRequests } from './authorization-request-repo.js';
import { deleteUnusedClients } from './device-flow/oauth-client-repo.js';

/** Days for which ended authorizations, and clients that no user approved, are kept. */
const KEPT_DAYS = 30;

/** Deletes requests that ended long ago, then clients that no user approved. */
export async function deleteEndedAuthorizations(db: Db): Promise<void> {
  await deleteEndedRequests(db, KEPT_DAYS);
  await deleteUnusedClients(db, KEPT_DAYS);
}

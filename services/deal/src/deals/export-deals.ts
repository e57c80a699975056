import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { invalidInput } from '@svc/chassis/errors/app-error';
import { nextPageToken, readPageToken } from '@svc/chassis/grpc/page-token';
import { BULK_MAX } from '@svc/chassis/postgres/bulk-change';
import type { Db } from '@svc/chassis/postgres/pool';
import type { ExportDealsRequest, ExportDealsResponse } from '@svc/proto/deal/v1/deal_service';
import { OWNED, toDeal } from './deal-access.js';
import { listOwnedDeals } from './deal-list-repo.js';

/** Rows per page: they fit one message even when every field has its maximum length. */
const PAGE_ROWS = 100;

/** Returns a page of the caller's own deals, or of those in the request, oldest first. */
export async function exportDeals(
  db: Db,
  user: UserPrincipal,
  { pageToken, ids }: ExportDealsRequest,
): Promise<ExportDealsResponse> {
  if (ids.length > BULK_MAX) throw invalidInput('ids', `must name at most ${BULK_MAX} deals.`);
  const named = ids.length === 0 ? null : ids;
  const rows = await listOwnedDeals(db, user.userId, named, readPageToken(pageToken), PAGE_ROWS);
  return {
    deals: rows.map((row) => toDeal(user, { ...row, ...OWNED })),
    ...nextPageToken(rows, PAGE_ROWS, ({ createdAt, id }) => [createdAt, id]),
  };
}

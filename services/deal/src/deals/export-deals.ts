import { nextPageToken, readPageToken } from '@svc/chassis/grpc/page-token';
import type { Db } from '@svc/chassis/postgres/pool';
import type { UserPrincipal } from '@svc/chassis/principal';
import type { ExportDealsRequest, ExportDealsResponse } from '@svc/proto/deal/v1/deal_service';
import { OWNED, toDeal } from './deal-access.js';
import { listOwnedDeals } from './deal-list-repo.js';

/** So many rows fit one message even when every field of each is as long as can be. */
const PAGE_ROWS = 100;

/** A page of all that the caller owns, oldest first. */
export async function exportDeals(
  db: Db,
  user: UserPrincipal,
  { pageToken }: ExportDealsRequest,
): Promise<ExportDealsResponse> {
  const rows = await listOwnedDeals(db, user.userId, readPageToken(pageToken), PAGE_ROWS);
  return {
    deals: rows.map((row) => toDeal(user, { ...row, ...OWNED })),
    ...nextPageToken(rows, PAGE_ROWS, ({ createdAt, id }) => [createdAt, id]),
  };
}

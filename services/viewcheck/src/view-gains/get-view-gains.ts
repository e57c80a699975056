import type { UserPrincipal } from '@svc/chassis/calls/principal';
import type { Db } from '@svc/chassis/postgres/pool';
import type { GetViewGainsRequest, GetViewGainsResponse } from '@svc/proto/viewcheck/v1/view_log_service';
import { readScope } from '@svc/records/sharing/visibility-predicate';
import { parse as parseUuid } from 'uuid';
import { type DealDirectory, unpackIds } from '../view-logs/deal-directory.js';
import { readWeeks } from './read-weeks.js';
import { listGains } from './view-gains-repo.js';

/** Maximum deals in a call: their gains fit one message between services. */
const DEALS_MAX = 50_000;

/** Returns the growth of views of the caller's videos by week, optionally with that of shared deals, which deal lists. */
export async function getViewGains(
  db: Db,
  directory: DealDirectory,
  { userId, preferences: { timeZone } }: UserPrincipal,
  request: GetViewGainsRequest,
): Promise<GetViewGainsResponse> {
  const scope = readScope(request.scope);
  const { firstDay, bounds } = readWeeks(request, timeZone, new Date());
  const shared = scope === 'mine' ? [] : unpackIds((await directory.findViewLogTargets({ scope })).sharedDealIds);
  const rows = await listGains(db, userId, shared, bounds, DEALS_MAX);
  const weeks = Array.from({ length: bounds.length - 1 }, () => 0);
  const dealIds: Uint8Array[] = [];
  const viewsGained: number[] = [];
  for (const { week, dealId, gained } of rows) {
    if (week !== null) weeks[week - 1] = gained;
    if (dealId === null) continue;
    dealIds.push(parseUuid(dealId));
    viewsGained.push(gained);
  }
  return { firstDay, weeks, dealIds: Buffer.concat(dealIds), viewsGained };
}

import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { invalidInput, notFound } from '@svc/chassis/errors/app-error';
import { pageOf } from '@svc/chassis/grpc/paging';
import type { PageRows } from '@svc/chassis/postgres/lists/list-page';
import type { Db } from '@svc/chassis/postgres/pool';
import { parseRange } from '@svc/chassis/time/calendar';
import type { ListActivityRequest } from '@svc/proto/deal/v1/deal_service';
import { validate as isUuid } from 'uuid';
import { findDeal } from '../deals/deal-repo.js';
import { accessOf } from '../visibility/access.js';
import {
  type ActivityFilter,
  type ActivityRow,
  COPILOT,
  listActivitiesOfDeal,
  listActivitiesOfOwner,
} from './activity-repo.js';

/** Lists what happened to one deal that the user sees, or to all their own deals, newest first. */
export async function listActivity(
  db: Db,
  user: UserPrincipal,
  request: ListActivityRequest,
): Promise<PageRows<ActivityRow>> {
  const { rows, total } =
    typeof request.dealId === 'string'
      ? await listOfDeal(db, user, request.dealId, request)
      : await listActivitiesOfOwner(db, user.userId, readFilter(request, user.preferences.timeZone), pageOf(request));
  return { rows: rows.map((row) => withOwnConnection(row, user)), total };
}

async function listOfDeal(db: Db, user: UserPrincipal, dealId: string, request: ListActivityRequest) {
  const deal = await findDeal(db, user, dealId);
  if (!deal) throw notFound('deal');
  const { redacted } = accessOf('deal', user, deal);
  const shown = redacted.includes('price') ? 'without-payments' : 'all';
  const { rows, total } = await listActivitiesOfDeal(db, deal.id, shown, pageOf(request));
  // Changes of hidden fields are hidden too, and only the owner sees external shares.
  const hide = (row: ActivityRow) => ({
    ...row,
    externalShare: deal.ownerId === user.userId ? row.externalShare : null,
    changedFields: row.changedFields.filter((field) => !redacted.includes(field)),
  });
  return { rows: rows.map(hide), total };
}

/** Reads the filters; days are in the time zone. Throws `invalid_input` for unknown agents and ranges that end before they start. */
function readFilter({ agent = null, ...request }: ListActivityRequest, timeZone: string): ActivityFilter {
  if (agent !== null && agent !== COPILOT && !isUuid(agent)) {
    throw invalidInput('agent', `must be the id of a connection, or ${COPILOT}.`);
  }
  return { agent, ...parseRange(request, timeZone) };
}

/** Only the user whose agent acted sees through which connection. */
function withOwnConnection(row: ActivityRow, { userId }: UserPrincipal): ActivityRow {
  if (row.agent === null || row.userId === userId) return row;
  return { ...row, agent: { ...row.agent, connectionId: null } };
}

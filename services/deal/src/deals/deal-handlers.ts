import { notFound } from '@svc/chassis/errors/app-error';
import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import type { Write } from '@svc/chassis/grpc/write';
import type { Outbox } from '@svc/chassis/outbox/outbox';
import { sortedPageOf } from '@svc/chassis/postgres/lists/sorted-list';
import type { Pool } from '@svc/chassis/postgres/pool';
import { backwardRange, localDay } from '@svc/chassis/time/calendar';
import { DealService as methods, type ListDealsRequest } from '@svc/proto/deal/v1/deal_service';
import { readScope } from '@svc/records/sharing/visibility-predicate';
import { listActivity } from '../activity/list-activity.js';
import { bulkChangeDeals } from './bulk-change-deals.js';
import { checkDate } from './calendar-date.js';
import { createDeal } from './create-deal.js';
import { toDeal } from './deal-access.js';
import { DEAL_LIST, type DealFilter, listDeals } from './deal-list-repo.js';
import { findDeal } from './deal-repo.js';
import { deleteDeal } from './delete-deal.js';
import { exportDeals } from './export-deals.js';
import { updateDeal } from './update-deal.js';

/** Deals and their activity. */
export function dealHandlers(pool: Pool, write: Write, outbox: Outbox): ServiceHandlers<typeof methods> {
  return {
    createDeal: write(methods.createDeal, async (tx, request, { user }) => ({
      deal: await createDeal(tx, user, request),
    })),
    getDeal: async ({ dealId }, { user }) => {
      const deal = await findDeal(pool, user, dealId);
      if (!deal) throw notFound('deal');
      return { deal: toDeal(user, deal) };
    },
    listDeals: async (request, { user }) => {
      const filter = readFilter(request);
      const today = localDay(new Date(), user.preferences.timeZone);
      const page = sortedPageOf(DEAL_LIST, request, filter);
      const { rows, total, next } = await listDeals(pool, user, filter, today, page);
      return { deals: rows.map((row) => toDeal(user, row)), totalSize: total, nextPageToken: next };
    },
    exportDeals: (request, { user }) => exportDeals(pool, user, request),
    updateDeal: write(methods.updateDeal, async (tx, request, { user }) => ({
      deal: await updateDeal(tx, user, request),
    })),
    deleteDeal: write(methods.deleteDeal, (tx, request, { user }) => deleteDeal(tx, outbox, user, request)),
    bulkChangeDeals: write(methods.bulkChangeDeals, (tx, request, { user }) =>
      bulkChangeDeals(tx, outbox, user, request),
    ),
    listActivity: async (request, { user }) => {
      const { rows, total } = await listActivity(pool, user, request);
      return { activities: rows, totalSize: total };
    },
  };
}

function readFilter(request: ListDealsRequest): DealFilter {
  const { scope, status = null, query = null, promoCode = null, tag = null, from = null, to = null } = request;
  const { contactId = null, influencerId = null, brand = null, overdue = null, behindTarget = null } = request;
  const { unpaid = null } = request;
  if (from !== null) checkDate('from', from);
  if (to !== null) checkDate('to', to);
  if (from !== null && to !== null && from > to) throw backwardRange();
  const chosen = { status, query, promoCode, tag, brand, contactId, influencerId, from, to };
  return { scope: readScope(scope), ...chosen, overdue, behindTarget, unpaid };
}

import { notFound } from '@svc/chassis/errors/app-error';
import { pageOf } from '@svc/chassis/grpc/paging';
import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import { runWrite } from '@svc/chassis/idempotency/run-write';
import type { Outbox } from '@svc/chassis/outbox/outbox';
import type { Pool } from '@svc/chassis/postgres/pool';
import type { UserPrincipal } from '@svc/chassis/principal';
import {
  DealServiceService as methods,
  type ListActivityRequest,
  type ListDealsRequest,
} from '@svc/proto/deal/v1/deal_service';
import { listActivitiesOfDeal, listActivitiesOfOwner } from '../activity/activity-repo.js';
import { checkDate } from '../calendar-date.js';
import { createDeal } from './create-deal.js';
import { toDeal } from './deal-access.js';
import { readScope } from '../visibility/sight.js';
import { listDeals, type DealFilter } from './deal-list-repo.js';
import { findDeal } from './deal-repo.js';
import { deleteDeal } from './delete-deal.js';
import { updateDeal } from './update-deal.js';

/** Deals, and what has happened to them. */
export function dealService(pool: Pool, outbox: Outbox): ServiceHandlers<typeof methods> {
  return {
    createDeal: (request, { user }) =>
      runWrite(pool, methods.createDeal, request, async (tx) => ({ deal: await createDeal(tx, user, request) })),
    getDeal: async ({ dealId }, { user }) => {
      const deal = await findDeal(pool, user, dealId);
      if (!deal) throw notFound('deal');
      return { deal: toDeal(user, deal) };
    },
    listDeals: async (request, { user }) => {
      const sort = request.sort ?? '-createdAt';
      const { rows, total } = await listDeals(pool, user, readFilter(request), sort, pageOf(request));
      return { deals: rows.map((row) => toDeal(user, row)), totalSize: total };
    },
    updateDeal: (request, { user }) =>
      runWrite(pool, methods.updateDeal, request, async (tx) => ({ deal: await updateDeal(tx, user, request) })),
    deleteDeal: (request, { user }) =>
      runWrite(pool, methods.deleteDeal, request, async (tx) => {
        await deleteDeal(tx, outbox, user, request);
        return {};
      }),
    listActivity: async (request, { user }) => {
      const { rows, total } = await listActivity(pool, user, request);
      return { activities: rows, totalSize: total };
    },
  };
}

function readFilter(request: ListDealsRequest): DealFilter {
  const { scope, status = null, query = null, promoCode = null, tag = null, from = null, to = null } = request;
  const { contactId = null, influencerId = null } = request;
  if (from !== null) checkDate('from', from);
  if (to !== null) checkDate('to', to);
  return { scope: readScope(scope), status, query, promoCode, tag, contactId, influencerId, from, to };
}

async function listActivity(pool: Pool, user: UserPrincipal, request: ListActivityRequest) {
  const page = pageOf(request);
  if (typeof request.dealId !== 'string') return listActivitiesOfOwner(pool, user.userId, page);
  if (!(await findDeal(pool, user, request.dealId))) throw notFound('deal');
  return listActivitiesOfDeal(pool, request.dealId, page);
}

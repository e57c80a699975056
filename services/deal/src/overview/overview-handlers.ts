import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import type { Pool } from '@svc/chassis/postgres/pool';
import type { OverviewService } from '@svc/proto/deal/v1/overview_service';
import { getOverview } from './get-overview.js';

/** The overview, a user's start page. */
export function overviewHandlers(pool: Pool): ServiceHandlers<typeof OverviewService> {
  return { getOverview: (request, { user }) => getOverview(pool, user, request) };
}

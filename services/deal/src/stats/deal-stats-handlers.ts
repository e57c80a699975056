import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import type { Pool } from '@svc/chassis/postgres/pool';
import type { DealStatsService } from '@svc/proto/deal/v1/deal_stats_service';
import { getDealStats } from './get-deal-stats.js';

/** Sums over deals. */
export function dealStatsHandlers(pool: Pool): ServiceHandlers<typeof DealStatsService> {
  return { getDealStats: (_request, { user }) => getDealStats(pool, user) };
}

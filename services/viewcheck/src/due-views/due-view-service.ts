import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import type { Pool } from '@svc/chassis/postgres/pool';
import type { DueViewServiceService } from '@svc/proto/viewcheck/v1/due_view_service';
import type { DealDirectory } from '../view-logs/deal-directory.js';
import { listDueViews } from './list-due-views.js';

/** Which view checks are due. */
export function dueViewService(pool: Pool, directory: DealDirectory): ServiceHandlers<typeof DueViewServiceService> {
  return {
    listDueViews: (request, { user }) => listDueViews(pool, directory, user, request),
  };
}

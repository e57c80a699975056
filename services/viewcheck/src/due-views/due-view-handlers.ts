import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import type { Pool } from '@svc/chassis/postgres/pool';
import type { DueViewService } from '@svc/proto/viewcheck/v1/due_view_service';
import type { DealDirectory } from '../view-logs/deal-directory.js';
import type { Proofs } from '../view-logs/proofs.js';
import { listDueViews } from './list-due-views.js';

/** View checks that are due. */
export function dueViewHandlers(
  pool: Pool,
  directory: DealDirectory,
  proofs: Proofs,
): ServiceHandlers<typeof DueViewService> {
  return {
    listDueViews: (request, { user }) => listDueViews(pool, directory, proofs, user, request),
  };
}

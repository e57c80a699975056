import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import type { Outbox } from '@svc/chassis/outbox/outbox';
import type { Pool } from '@svc/chassis/postgres/pool';
import type { DueCheckService } from '@svc/proto/deal/v1/due_check_service';
import { countDueChecks } from './count-due-checks.js';

/** Calls from identity for reminders. */
export function dueCheckHandlers(pool: Pool, outbox: Outbox): ServiceHandlers<typeof DueCheckService> {
  return { countDueChecks: ({ mornings }) => countDueChecks(pool, outbox, mornings) };
}

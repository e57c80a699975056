import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import type { Pool } from '@svc/chassis/postgres/pool';
import type { ReadingService } from '@svc/proto/deal/v1/reading_service';
import { recordOwnerTimeZone } from '../owner-time-zones/record-owner-time-zone.js';
import { recordNewestViewLogs } from './record-newest-view-logs.js';

/** Deliveries from viewcheck and identity about view logs and time zones. */
export function newestViewLogHandlers(pool: Pool): ServiceHandlers<typeof ReadingService> {
  return {
    recordReadings: ({ readings }) => recordNewestViewLogs(pool, readings),
    recordOwnerTimeZone: (request) => recordOwnerTimeZone(pool, request),
  };
}

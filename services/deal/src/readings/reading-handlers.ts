import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import type { Pool } from '@svc/chassis/postgres/pool';
import type { ReadingService } from '@svc/proto/deal/v1/reading_service';
import { recordOwnerTimeZone } from '../owner-time-zones/record-owner-time-zone.js';
import { recordReadings } from './record-readings.js';

/** Deliveries from viewcheck and identity. */
export function readingHandlers(pool: Pool): ServiceHandlers<typeof ReadingService> {
  return {
    recordReadings: ({ readings }) => recordReadings(pool, readings),
    recordOwnerTimeZone: (request) => recordOwnerTimeZone(pool, request),
  };
}

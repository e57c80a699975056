import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import type { Pool } from '@svc/chassis/postgres/pool';
import type { ReadingServiceService } from '@svc/proto/deal/v1/reading_service';
import { recordOwnerTimeZone } from './record-owner-time-zone.js';
import { recordReadings } from './record-readings.js';

/** What viewcheck and identity tell deal. */
export function readingService(pool: Pool): ServiceHandlers<typeof ReadingServiceService> {
  return {
    recordReadings: async ({ readings }) => {
      await recordReadings(pool, readings);
      return {};
    },
    recordOwnerTimeZone: async (request) => {
      await recordOwnerTimeZone(pool, request);
      return {};
    },
  };
}

import type { AsService } from '@svc/chassis/assertions/service-call';
import { createClient, type Connection } from '@svc/chassis/grpc/client';
import type { Deliver } from '@svc/chassis/outbox/delivery';
import { ReadingServiceService } from '@svc/proto/deal/v1/reading_service';
import { NEWEST_READING_TOPIC, type NewestReading } from './view-logs/newest-reading.js';

/** Hands viewcheck's outbox messages to deal. */
export function createDeliver(deal: Connection, asService: AsService): Deliver {
  const readings = createClient(ReadingServiceService, deal);
  return async ({ destination, topic, messages }) => {
    if (topic !== NEWEST_READING_TOPIC) throw new Error(`Nothing delivers ${topic} to ${destination}.`);
    await asService(() => readings.recordReadings({ readings: messages.map(({ payload }) => toReading(payload)) }));
  };
}

function toReading(payload: unknown) {
  const { videoId, revision, value, checkedAt } = payload as NewestReading;
  return { videoId, revision, value, checkedAt: checkedAt === null ? null : new Date(checkedAt) };
}

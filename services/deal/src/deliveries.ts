import type { AsService } from '@svc/chassis/assertions/service-call';
import { createClient, type Connection } from '@svc/chassis/grpc/client';
import type { Deliver } from '@svc/chassis/outbox/delivery';
import { RemovalServiceService } from '@svc/proto/viewcheck/v1/view_log_service';
import { REMOVAL_TOPIC, type Removal } from './removals/removals.js';

/** Hands deal's outbox messages to viewcheck, a batch in one call. */
export function createDeliver(viewcheck: Connection, asService: AsService): Deliver {
  const removals = createClient(RemovalServiceService, viewcheck);
  return async ({ destination, topic, messages }) => {
    if (topic !== REMOVAL_TOPIC) throw new Error(`Nothing delivers ${topic} to ${destination}.`);
    const payloads = messages.map(({ payload }) => payload as Removal);
    await asService(() =>
      removals.purgeViewLogs({
        dealIds: payloads.flatMap(({ dealIds }) => dealIds),
        videoIds: payloads.flatMap(({ videoIds }) => videoIds),
      }),
    );
  };
}

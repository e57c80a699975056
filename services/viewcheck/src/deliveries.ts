import { createClient } from '@svc/chassis/grpc/client';
import { type Deliver, deliverByTopic } from '@svc/chassis/outbox/delivery';
import { createToolCallDelivery, TOOL_CALL_TOPIC } from '@svc/chassis/tool-calls/tool-call-delivery';
import { ActivityService } from '@svc/proto/deal/v1/activity_service';
import { ReadingService } from '@svc/proto/deal/v1/reading_service';
import { ToolCallService } from '@svc/proto/identity/v1/tool_call_service';
import type { Sender } from '@svc/topology/run-service';
import { NEWEST_VIEW_LOG_TOPIC, type NewestViewLog } from './view-logs/newest-view-log.js';
import { toActivityEntry, VIEW_LOG_ACTIVITY_TOPIC } from './view-logs/view-log-activity.js';

/** Delivers viewcheck's outbox messages to their services. */
export function createDeliver({ destinations, asSelf }: Sender<'viewcheck'>): Deliver {
  const newestViewLogs = createClient(ReadingService, destinations.deal);
  const activity = createClient(ActivityService, destinations.deal);
  return deliverByTopic({
    async [NEWEST_VIEW_LOG_TOPIC]({ messages }) {
      const readings = messages.map(({ payload }) => toMessage(payload));
      await asSelf(() => newestViewLogs.recordReadings({ readings }));
    },
    async [VIEW_LOG_ACTIVITY_TOPIC]({ messages }) {
      const entries = messages.map(({ payload }) => toActivityEntry(payload));
      await asSelf(() => activity.recordActivity({ entries }));
    },
    [TOOL_CALL_TOPIC]: createToolCallDelivery(createClient(ToolCallService, destinations.identity), asSelf),
  });
}

function toMessage(payload: unknown) {
  const { videoId, revision, value, checkedAt } = payload as NewestViewLog;
  return { videoId, revision, value, checkedAt: checkedAt === null ? null : new Date(checkedAt) };
}

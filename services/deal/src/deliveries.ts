import { createClient } from '@svc/chassis/grpc/client';
import { type Deliver, deliverByTopic } from '@svc/chassis/outbox/delivery';
import { createToolCallDelivery, TOOL_CALL_TOPIC } from '@svc/chassis/tool-calls/tool-call-delivery';
import { type DueChecks, ReminderService } from '@svc/proto/identity/v1/reminder_service';
import { ToolCallService } from '@svc/proto/identity/v1/tool_call_service';
import { RemovalService } from '@svc/proto/removal/v1/removal_service';
import { DEAL_DATA_SERVICES, recordOf } from '@svc/topology/processes';
import type { Sender } from '@svc/topology/run-service';
import { DUE_CHECKS_TOPIC } from './reminders/count-due-checks.js';
import { type Removal, REMOVAL_TOPIC } from './removal-messages/removal-messages.js';

/** Delivers outbox messages to their services, one call per batch. */
export function createDeliver({ destinations, asSelf }: Sender<'deal'>): Deliver {
  const reminders = createClient(ReminderService, destinations.identity);
  return deliverByTopic({
    [REMOVAL_TOPIC]: recordOf(DEAL_DATA_SERVICES, (name): Deliver => {
      const follower = createClient(RemovalService, destinations[name]);
      return async ({ messages }) => {
        const removals = messages.map(({ payload }) => payload as Removal);
        const dealIds = removals.flatMap((removal) => removal.dealIds);
        const videoIds = removals.flatMap((removal) => removal.videoIds);
        await asSelf(() => follower.recordRemovals({ dealIds, videoIds }));
      };
    }),
    async [DUE_CHECKS_TOPIC]({ messages }) {
      const dueChecks = messages.map(({ payload }) => payload as DueChecks);
      await asSelf(() => reminders.recordDueChecks({ dueChecks }));
    },
    [TOOL_CALL_TOPIC]: createToolCallDelivery(createClient(ToolCallService, destinations.identity), asSelf),
  });
}

import { createClient, type PromiseClient } from '@svc/chassis/grpc/client';
import type { Deliver } from '@svc/chassis/outbox/delivery';
import { createToolCallDelivery, TOOL_CALL_TOPIC } from '@svc/chassis/tool-calls/tool-call-delivery';
import { type DueChecks, ReminderService } from '@svc/proto/identity/v1/reminder_service';
import { ToolCallService } from '@svc/proto/identity/v1/tool_call_service';
import { RemovalService } from '@svc/proto/removal/v1/removal_service';
import type { FollowingService } from '@svc/topology/processes';
import type { Sender } from '@svc/topology/run-service';
import { DUE_CHECKS_TOPIC } from './reminders/count-due-checks.js';
import { type Removal, REMOVAL_TOPIC } from './removal-messages/removal-messages.js';

type RemovalClient = PromiseClient<typeof RemovalService>;

/** Delivers outbox messages to their services, a batch per call. */
export function createDeliver({ destinations, asSelf }: Sender<'deal'>): Deliver {
  const followers: Readonly<Record<FollowingService, RemovalClient>> = {
    viewcheck: createClient(RemovalService, destinations.viewcheck),
    screenshot: createClient(RemovalService, destinations.screenshot),
  };
  const receivers = new Map<string, RemovalClient>(Object.entries(followers));
  const deliverToolCalls = createToolCallDelivery(createClient(ToolCallService, destinations.identity), asSelf);
  const reminders = createClient(ReminderService, destinations.identity);
  return async (batch, signal) => {
    const { destination, topic, messages } = batch;
    if (topic === TOOL_CALL_TOPIC) return deliverToolCalls(batch, signal);
    if (topic === DUE_CHECKS_TOPIC) {
      const dueChecks = messages.map(({ payload }) => payload as DueChecks);
      await asSelf(() => reminders.recordDueChecks({ dueChecks }));
      return;
    }
    const receiver = topic === REMOVAL_TOPIC ? receivers.get(destination) : undefined;
    if (!receiver) throw new Error(`No delivery sends ${topic} to ${destination}.`);
    const payloads = messages.map(({ payload }) => payload as Removal);
    await asSelf(() =>
      receiver.recordRemovals({
        dealIds: payloads.flatMap(({ dealIds }) => dealIds),
        videoIds: payloads.flatMap(({ videoIds }) => videoIds),
      }),
    );
  };
}

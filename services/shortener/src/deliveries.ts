import { createClient } from '@svc/chassis/grpc/client';
import { type Deliver, deliverByTopic } from '@svc/chassis/outbox/delivery';
import { createToolCallDelivery, TOOL_CALL_TOPIC } from '@svc/chassis/tool-calls/tool-call-delivery';
import { ToolCallService } from '@svc/proto/identity/v1/tool_call_service';
import type { Sender } from '@svc/topology/run-service';

/** Delivers the shortener's outbox messages to identity. */
export function createDeliver({ destinations, asSelf }: Sender<'shortener'>): Deliver {
  return deliverByTopic({
    [TOOL_CALL_TOPIC]: createToolCallDelivery(createClient(ToolCallService, destinations.identity), asSelf),
  });
}

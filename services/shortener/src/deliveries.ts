import type { AsService } from '@svc/chassis/assertions/service-call';
import { createClient, type Connection } from '@svc/chassis/grpc/client';
import type { Deliver } from '@svc/chassis/outbox/delivery';
import { createToolCallDelivery } from '@svc/chassis/tool-calls/tool-call-delivery';
import { ToolCallService } from '@svc/proto/identity/v1/tool_call_service';

/** Hands the shortener's outbox messages to identity. */
export function createDeliver(identity: Connection, asService: AsService): Deliver {
  return createToolCallDelivery(createClient(ToolCallService, identity), asService);
}

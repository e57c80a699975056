import { createClient } from '@svc/chassis/grpc/client';
import { type Deliver, deliverByTopic } from '@svc/chassis/outbox/delivery';
import { createToolCallDelivery, TOOL_CALL_TOPIC } from '@svc/chassis/tool-calls/tool-call-delivery';
import { AuditService } from '@svc/proto/identity/v1/audit_service';
import { ToolCallService } from '@svc/proto/identity/v1/tool_call_service';
import { TurnApprovalService } from '@svc/proto/identity/v1/turn_approval_service';
import type { Sender } from '@svc/topology/run-service';
import { createWithdrawalDelivery, WITHDRAWAL_TOPIC } from './approvals/withdraw-approvals.js';
import { AUDIT_TOPIC, createAuditDelivery } from './mcp/servers/audit-events.js';

/** Delivers copilot's outbox messages to identity. */
export function createDeliver({ destinations: { identity }, asSelf }: Sender<'copilot'>): Deliver {
  return deliverByTopic({
    [TOOL_CALL_TOPIC]: createToolCallDelivery(createClient(ToolCallService, identity), asSelf),
    [WITHDRAWAL_TOPIC]: createWithdrawalDelivery(createClient(TurnApprovalService, identity), asSelf),
    [AUDIT_TOPIC]: createAuditDelivery(createClient(AuditService, identity), asSelf),
  });
}

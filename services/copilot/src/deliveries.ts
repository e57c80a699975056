import { createClient } from '@svc/chassis/grpc/client';
import type { Deliver } from '@svc/chassis/outbox/delivery';
import { createToolCallDelivery } from '@svc/chassis/tool-calls/tool-call-delivery';
import { AuditService } from '@svc/proto/identity/v1/audit_service';
import { ToolCallService } from '@svc/proto/identity/v1/tool_call_service';
import { TurnApprovalService } from '@svc/proto/identity/v1/turn_approval_service';
import type { Sender } from '@svc/topology/run-service';
import { createWithdrawalDelivery, WITHDRAWAL_TOPIC } from './approvals/withdraw-approvals.js';
import { AUDIT_TOPIC, createAuditDelivery } from './mcp/servers/audit-events.js';

/** Delivers copilot's outbox messages to identity. */
export function createDeliver({ destinations, asSelf }: Sender<'copilot'>): Deliver {
  const tellCalls = createToolCallDelivery(createClient(ToolCallService, destinations.identity), asSelf);
  const withdraw = createWithdrawalDelivery(createClient(TurnApprovalService, destinations.identity), asSelf);
  const reportAudit = createAuditDelivery(createClient(AuditService, destinations.identity), asSelf);
  const byTopic = new Map([
    [WITHDRAWAL_TOPIC, withdraw],
    [AUDIT_TOPIC, reportAudit],
  ]);
  return (batch, signal) => (byTopic.get(batch.topic) ?? tellCalls)(batch, signal);
}

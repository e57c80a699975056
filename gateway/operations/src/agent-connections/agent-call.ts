import { Id, Timestamp } from '@svc/chassis/schemas/scalars';
import type { ToolCall } from '@svc/proto/identity/v1/tool_call_service';
import { z } from 'zod';

export const AgentCallStatus = z.enum(['ok', 'denied', 'failed']);

/** An agent's call, without its input and output. */
export const AgentCall = z
  .object({
    id: Id,
    requestId: z.string(),
    operation: z.string(),
    tier: z.int(),
    status: AgentCallStatus,
    code: z.string().nullable(),
    httpStatus: z.int(),
    durationMs: z.int(),
    surface: z.enum(['https', 'mcp', 'copilot']),
    connectionId: Id.nullable(),
    agentName: z.string().nullable().describe('The name the agent gave itself; null when unknown.'),
    actorId: z.string().nullable(),
    channel: z.string().nullable(),
    approvalId: Id.nullable(),
    replayed: z.boolean(),
    handles: z.record(z.string(), z.unknown()).describe('Ids, names, states and counts of the affected records.'),
    notWrittenDown: z
      .int()
      .nullable()
      .describe(
        'How many calls this entry represents, when calls came too fast to record each. Null for a single call.',
      ),
    at: Timestamp,
  })
  .meta({ id: 'AgentCall' });

/** Maps a call to the field names of the public API. */
export function toAgentCall({ handlesJson, ...call }: ToolCall) {
  return {
    ...call,
    code: call.code ?? null,
    connectionId: call.connectionId ?? null,
    agentName: call.agentName ?? null,
    actorId: call.actorId ?? null,
    channel: call.channel ?? null,
    approvalId: call.approvalId ?? null,
    notWrittenDown: call.notWrittenDown ?? null,
    handles: JSON.parse(handlesJson) as Record<string, unknown>,
  };
}

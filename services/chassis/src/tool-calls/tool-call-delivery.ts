import type { AsService } from '../assertions/service-call.js';
import type { AgentSurface } from '../calls/call-context.js';
import type { Deliver } from '../outbox/delivery.js';

/** The service that stores the records, and their outbox topic. */
export const TOOL_CALL_DESTINATION = 'identity';
export const TOOL_CALL_TOPIC = 'tool-calls';

/** The record of an agent's write. */
export interface ToolCallRecord {
  /** UUID: see `toolCallId`. */
  readonly id: string;
  readonly userId: string;
  /** UUID of the agent's connection; null for an operator's adapter. */
  readonly connectionId: string | null;
  readonly operation: string;
  readonly tier: number;
  readonly requestId: string;
  readonly actorId: string | null;
  readonly channel: string | null;
  readonly surface: AgentSurface;
  readonly status: 'ok';
  readonly httpStatus: number;
  readonly code: null;
  /** Milliseconds since the call reached the service that made the change. */
  readonly durationMs: number;
  readonly approvalId: string | null;
  /** JSON object of at most 4 KB. */
  readonly handlesJson: string;
  readonly replayed: boolean;
  readonly at: Date;
}

/** The record in an outbox, with its time as text. */
export type StoredToolCall = Omit<ToolCallRecord, 'at'> & { readonly at: string };

/** The part of identity that stores records. */
export interface ToolCallKeeper {
  recordToolCalls(request: { readonly calls: ToolCallRecord[] }): Promise<unknown>;
}

/** Delivers the records of an outbox to identity, a batch per call. */
export function createToolCallDelivery(keeper: ToolCallKeeper, asService: AsService): Deliver {
  return async ({ messages }) => {
    const calls = messages.map(({ payload }) => toRecord(payload as StoredToolCall));
    await asService(() => keeper.recordToolCalls({ calls }));
  };
}

function toRecord({ at, ...record }: StoredToolCall): ToolCallRecord {
  return { ...record, at: new Date(at) };
}

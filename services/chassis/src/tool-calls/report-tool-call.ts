import { type CallContext, currentCall } from '../calls/call-context.js';
import { actingAgent, actorKindOf } from '../calls/call-origin.js';
import type { Outbox } from '../outbox/outbox.js';
import type { Tx } from '../postgres/transaction.js';
import { type References, referencesJson, type ReferencesOf } from './references.js';
import { type StoredToolCall, TOOL_CALL_DESTINATION, TOOL_CALL_TOPIC } from './tool-call-delivery.js';
import { toolCallId } from './tool-call-id.js';

/**
 * Milliseconds by which a record is delayed. The gateway reports the same call sooner and with its full duration; this record matters only when that
 * one is lost. No write waits for it.
 */
const DELAY_MS = 1_000;

/** How agents' writes on a database are reported: the outbox to identity, and the references in a record. */
export interface ToolCallReport {
  readonly outbox: Pick<Outbox, 'enqueue'>;
  readonly referencesOf: ReferencesOf;
}

/**
 * Records, within the transaction of a change, that an agent made the current call; does nothing for other callers, calls without an operation, and
 * databases without reports.
 */
export async function reportToolCall(
  tx: Tx,
  report: ToolCallReport | null,
  request: unknown,
  answer: unknown,
): Promise<void> {
  const call = currentCall();
  const record = report && call && recordOf(call, () => report.referencesOf(request, answer));
  if (!record) return;
  await report.outbox.enqueue(tx, {
    destination: TOOL_CALL_DESTINATION,
    topic: TOOL_CALL_TOPIC,
    payload: record,
    delayMs: DELAY_MS,
  });
}

function recordOf(call: CallContext, references: () => References): StoredToolCall | undefined {
  const { principal, operation, requestId, tier = 0, startedAt } = call;
  const acting = actingAgent(call);
  if (principal === undefined || principal.kind === 'service' || acting === null || operation === undefined)
    return undefined;
  // A user's acceptance of an agent's proposal is not a call of the agent.
  if (actorKindOf(principal) === 'user') return undefined;
  const { source: surface, connectionId, ...said } = acting;
  const { userId } = principal;
  const { recordId } = call.agent ?? {};
  return {
    id: toolCallId({ userId, connectionId, operation, requestId, recordId }),
    userId,
    connectionId,
    operation,
    tier,
    requestId,
    ...said,
    surface,
    status: 'ok',
    httpStatus: 200,
    code: null,
    durationMs: startedAt === undefined ? 0 : Math.round(performance.now() - startedAt),
    handlesJson: referencesJson(references()),
    replayed: false,
    at: new Date().toISOString(),
  };
}

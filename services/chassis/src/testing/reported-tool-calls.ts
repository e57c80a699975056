import type { Batch, OutboxMessage } from '../outbox/message.js';
import type { Pool } from '../postgres/pool.js';
import { type StoredToolCall, TOOL_CALL_TOPIC } from '../tool-calls/tool-call-delivery.js';

/**
 * Agents' writes that an outbox is about to report, or has already reported in `delivered` (it delays records by a second); oldest first, with their
 * references parsed.
 */
export async function reportedToolCalls(
  pool: Pool,
  userId: string,
  delivered: readonly Batch[] = [],
): Promise<(Omit<StoredToolCall, 'handlesJson'> & { readonly handles: unknown })[]> {
  const { rows } = await pool.query<OutboxMessage>(
    `select id, payload from outbox_messages where topic = $1 and payload ->> 'userId' = $2`,
    [TOOL_CALL_TOPIC, userId],
  );
  const told = delivered.flatMap(({ topic, messages }) => (topic === TOOL_CALL_TOPIC ? messages : []));
  // A message may be in both until the outbox has deleted it.
  const messages = new Map([...rows, ...told].map((message) => [message.id, message]));
  return [...messages.values()]
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
    .map(({ payload }) => payload as StoredToolCall)
    .filter((record) => record.userId === userId)
    .map(({ handlesJson, ...record }) => ({ ...record, handles: JSON.parse(handlesJson) }));
}

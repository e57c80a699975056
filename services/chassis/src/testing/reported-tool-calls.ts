import type { Pool } from '../postgres/pool.js';
import type { StoredToolCall } from '../tool-calls/tool-call-delivery.js';

/** Agents' writes that an outbox is about to report, oldest first, with their references parsed. */
export async function reportedToolCalls(
  pool: Pool,
  userId: string,
): Promise<(Omit<StoredToolCall, 'handlesJson'> & { readonly handles: unknown })[]> {
  const { rows } = await pool.query<{ payload: StoredToolCall }>(
    `select payload from outbox_messages where topic = 'tool-calls' and payload ->> 'userId' = $1 order by id`,
    [userId],
  );
  return rows.map(({ payload: { handlesJson, ...record } }) => ({ ...record, handles: JSON.parse(handlesJson) }));
}

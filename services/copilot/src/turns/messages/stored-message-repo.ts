import type { Db } from '@svc/chassis/postgres/pool';
import type { StoredPart } from './message-parts.js';

/** A message of a conversation, for prompts. */
export interface StoredMessage {
  readonly role: 'user' | 'assistant';
  /** Text, and the deal that the user viewed. */
  readonly parts: StoredPart[];
  readonly status: string;
  /** It may contain text that someone other than the user wrote: its model read such text, or another user named the deal. */
  readonly isTainted: boolean;
}

/** Messages of a conversation up to a position, newest first, with how their turns ended; without tool results. */
export async function listStoredMessages(
  db: Db,
  conversationId: string,
  { upTo, limit }: { readonly upTo: number; readonly limit: number },
): Promise<StoredMessage[]> {
  const { rows } = await db.query<StoredMessage>(
    `select m.role, jsonb_path_query_array(m.parts, '$[*] ? (@.type == "text" || @.type == "data-deal")') as parts, t.status,
            case m.role when 'user' then jsonb_path_exists(m.parts, '$[*] ? (@.type == "data-deal")') else t.is_tainted end
              as "isTainted"
       from memory.messages m
       join memory.turns t on t.id = m.turn_id
      where m.conversation_id = $1 and m.seq <= $2
      order by m.seq desc
      limit $3`,
    [conversationId, upTo, limit],
  );
  return rows;
}

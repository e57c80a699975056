import { countUpToMax, listPage, type Page, type PageRows } from '@svc/chassis/postgres/lists/list-page';
import { searchPattern } from '@svc/chassis/postgres/lists/search';
import type { Db } from '@svc/chassis/postgres/pool';
import { onlyRow } from '@svc/chassis/postgres/rows';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { Conversation, Message } from '@svc/proto/copilot/v1/conversation_service';

const COLUMNS = `c.id, c.title, c.archived_at as "archivedAt", c.last_message_at as "lastMessageAt",
            c.created_at as "createdAt", c.updated_at as "updatedAt", c.version`;

const MESSAGE = `m.id, m.seq, m.role, m.turn_id as "turnId", m.parts::text as "partsJson", m.created_at as "createdAt",
            t.status as "turnStatus", t.error_code as "turnErrorCode"`;

/** A conversation as stored. */
export type StoredConversation = Omit<Conversation, 'activeTurn'>;

export interface ConversationFilter {
  readonly archived: boolean;
  /** Searches titles; null disables the filter. */
  readonly query: string | null;
}

/** Conversations of a user, most recently used first, with their total. */
export function listConversations(
  db: Db,
  ownerId: string,
  { archived, query }: ConversationFilter,
  page: Page,
): Promise<PageRows<StoredConversation>> {
  const isListed = `c.owner_id = $1 and (c.archived_at is not null) = $2
        and ($3::text is null or extensions.search_text(c.title) like extensions.search_text($3))`;
  const values = [ownerId, archived, query === null ? null : searchPattern(query)];
  return listPage(page, ({ limit, offset }) =>
    db.query(
      `select ${COLUMNS}, ${countUpToMax(`memory.conversations c where ${isListed}`)} as total
         from memory.conversations c
        where ${isListed}
        order by c.last_message_at desc, c.id desc
        limit $4 offset $5`,
      [...values, limit, offset],
    ),
  );
}

/** Whether the user has at least this many conversations. */
export async function hasConversations(db: Db, ownerId: string, count: number): Promise<boolean> {
  const row = await db.find(`select 1 from memory.conversations where owner_id = $1 offset $2 limit 1`, [
    ownerId,
    count - 1,
  ]);
  return row !== null;
}

export async function insertConversation(
  tx: Tx,
  { id, ownerId, title }: { readonly id: string; readonly ownerId: string; readonly title: string | null },
): Promise<StoredConversation> {
  const { rows } = await tx.query<StoredConversation>(
    `insert into memory.conversations as c (id, owner_id, title) values ($1, $2, $3) returning ${COLUMNS}`,
    [id, ownerId, title],
  );
  return onlyRow(rows);
}

export function findConversation(db: Db, ownerId: string, conversationId: string): Promise<StoredConversation | null> {
  return db.find<StoredConversation>(
    `select ${COLUMNS} from memory.conversations c where c.id = $1 and c.owner_id = $2`,
    [conversationId, ownerId],
  );
}

/** A conversation to be changed. */
export interface LockedConversation {
  readonly id: string;
  readonly title: string | null;
  readonly lastSeq: number;
  readonly version: number;
}

/** The user's conversation, locked until the end of the transaction. */
export function lockConversation(tx: Tx, ownerId: string, conversationId: string): Promise<LockedConversation | null> {
  return tx.find<LockedConversation>(
    `select c.id, c.title, c.last_seq as "lastSeq", c.version
       from memory.conversations c where c.id = $1 and c.owner_id = $2 for no key update`,
    [conversationId, ownerId],
  );
}

/** Changes the fields that are set and keeps the others. */
export async function updateConversation(
  tx: Tx,
  conversationId: string,
  { title, archived }: { readonly title?: string | null | undefined; readonly archived?: boolean | null | undefined },
): Promise<StoredConversation> {
  const { rows } = await tx.query<StoredConversation>(
    `update memory.conversations c
        set title = coalesce($2, c.title),
            archived_at = case when $3::boolean is null then c.archived_at
                               when $3 then coalesce(c.archived_at, now()) end,
            updated_at = now(), version = c.version + 1
      where c.id = $1
  returning ${COLUMNS}`,
    [conversationId, title ?? null, archived ?? null],
  );
  return onlyRow(rows);
}

export async function deleteConversation(tx: Tx, conversationId: string): Promise<void> {
  await tx.query(`delete from memory.conversations where id = $1`, [conversationId]);
}

/** Records the position of the newest message. A conversation without a title gets its first message as the title. */
export async function storeNewestSeq(tx: Tx, conversationId: string, lastSeq: number, title: string): Promise<void> {
  await tx.query(
    `update memory.conversations
        set last_seq = $2, last_message_at = now(), title = coalesce(title, $3)
      where id = $1`,
    [conversationId, lastSeq, title],
  );
}

/** Maximum bytes of all message parts in a page; a longer message gets a page of its own. */
const PAGE_BYTES_MAX = 1_000_000;

/** Messages before a position, newest first, as many as fit into a page; with the conversation's total. */
export async function listMessages(
  db: Db,
  conversationId: string,
  { limit, beforeSeq }: { readonly limit: number; readonly beforeSeq: number | null },
): Promise<{ messages: Message[]; total: number }> {
  const [{ rows }, counted] = await Promise.all([
    db.query<Message>(
      `select ${MESSAGE}
         from (select m.*, sum(octet_length(m.parts::text)) over newest - octet_length(m.parts::text) as before_bytes
                 from memory.messages m
                where m.conversation_id = $1 and ($2::integer is null or m.seq < $2)
               window newest as (order by m.seq desc)
                order by m.seq desc
                limit $3) m
         join memory.turns t on t.id = m.turn_id
        where m.before_bytes < $4
        order by m.seq desc`,
      [conversationId, beforeSeq, limit, PAGE_BYTES_MAX],
    ),
    db.query<{ total: number }>(`select count(*)::integer as total from memory.messages where conversation_id = $1`, [
      conversationId,
    ]),
  ]);
  return { messages: rows, total: onlyRow(counted.rows).total };
}

/** The message of a turn of the user. */
export function findAnswer(db: Db, ownerId: string, turnId: string): Promise<Message | null> {
  return db.find<Message>(
    `select ${MESSAGE}
       from memory.messages m
       join memory.turns t on t.id = m.turn_id
      where m.turn_id = $1 and m.role = 'assistant' and t.owner_id = $2`,
    [turnId, ownerId],
  );
}

/** Deletes at most `limit` conversations of an account with their contents; returns how many. */
export async function deleteConversationsOf(tx: Tx, ownerId: string, limit: number): Promise<number> {
  const { rowCount } = await tx.query(
    `delete from memory.conversations
      where id = any (array(select id from memory.conversations where owner_id = $1 order by id limit $2 for update))`,
    [ownerId, limit],
  );
  return rowCount;
}

/** Deletes at most `limit` conversations unused for this many days; returns how many. */
export async function deleteUnused(tx: Tx, days: number, limit: number): Promise<number> {
  const { rowCount } = await tx.query(
    `delete from memory.conversations
      where id = any (array(
            select id from memory.conversations
             where last_message_at < now() - make_interval(days => $1)
             order by last_message_at, id limit $2 for update skip locked))`,
    [days, limit],
  );
  return rowCount;
}

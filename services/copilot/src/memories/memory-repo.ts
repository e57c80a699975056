import { countUpToMax, listPage, type Page, type PageRows } from '@svc/chassis/postgres/lists/list-page';
import { searchPattern } from '@svc/chassis/postgres/lists/search';
import type { Db } from '@svc/chassis/postgres/pool';
import { onlyRow } from '@svc/chassis/postgres/rows';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { Memory } from '@svc/proto/copilot/v1/memory_service';
import { AGENTS_NOTICE, type Provenance } from './memory.js';

const STATUS = `case when m.archived_at is null then 'active' else 'archived' end`;
/** Must match the predicate of the index memories_inbox. */
const IN_INBOX = `m.actor_kind = 'agent' and m.approval_id is null and m.kept_at is null and m.archived_at is null`;
/** A memory approved beforehand counts as the user's own word. */
export const NOTICE = `case when m.actor_kind = 'agent' and m.approval_id is null then '${AGENTS_NOTICE}' end`;
const COLUMNS = `m.id, m.content, m.kind, m.tags, m.confidence,
            jsonb_build_object('type', m.source_type, 'ref', m.source_ref) as source,
            jsonb_build_object('actorKind', m.actor_kind, 'actorId', m.actor_id, 'channel', m.channel,
              'requestId', m.request_id, 'connectionId', m.connection_id, 'approvalId', m.approval_id) as provenance,
            m.approval_note as "approvalNote", ${NOTICE} as notice, ${IN_INBOX} as "inInbox",
            ${STATUS} as status, m.created_at as "createdAt", m.updated_at as "updatedAt",
            m.archived_at as "archivedAt", m.version`;

/** Filters of a list; null disables one. */
export interface MemoryFilter {
  readonly status: string | null;
  readonly kind: string | null;
  readonly tag: string | null;
  /** Searches content and tags. */
  readonly query: string | null;
  readonly inInbox: boolean;
}

/** Memories of a user, newest first, with their total. */
export async function listMemories(
  db: Db,
  ownerId: string,
  { status, kind, tag, query, inInbox }: MemoryFilter,
  page: Page,
): Promise<PageRows<Memory>> {
  const values: unknown[] = [ownerId];
  const parameter = (value: unknown): string => `$${values.push(value)}`;
  const parts = ['m.owner_id = $1'];
  if (status !== null) parts.push(`${STATUS} = ${parameter(status)}`);
  if (inInbox) parts.push(IN_INBOX);
  if (kind !== null) parts.push(`m.kind = ${parameter(kind)}`);
  if (tag !== null) parts.push(`${parameter(tag)} = any (m.tags)`);
  if (query !== null) parts.push(`m.search_text like extensions.search_text(${parameter(searchPattern(query))})`);
  const isListed = parts.join('\n        and ');
  const text = `
     select ${COLUMNS}, ${countUpToMax(`memory.memories m where ${isListed}`)} as total
       from memory.memories m
      where ${isListed}
      order by m.created_at desc, m.id desc
      limit $${values.length + 1} offset $${values.length + 2}`;
  return listPage(page, ({ limit, offset }) => db.query(text, [...values, limit, offset]));
}

/** A memory that the user made or approved. */
export interface RecentMemory {
  readonly id: string;
  readonly content: string;
}

/** The newest active memories of a user, without those that an agent wrote unapproved. */
export async function listRecent(db: Db, ownerId: string, limit: number): Promise<RecentMemory[]> {
  const { rows } = await db.query<RecentMemory>(
    `select m.id, m.content
       from memory.memories m
      where m.owner_id = $1 and m.archived_at is null
        and (m.actor_kind = 'user' or m.approval_id is not null or m.kept_at is not null)
      order by m.created_at desc, m.id desc
      limit $2`,
    [ownerId, limit],
  );
  return rows;
}

/** Whether the user has at least this many memories. */
export async function hasMemories(db: Db, ownerId: string, count: number): Promise<boolean> {
  const row = await db.find(`select 1 from memory.memories where owner_id = $1 offset $2 limit 1`, [
    ownerId,
    count - 1,
  ]);
  return row !== null;
}

/** A memory to insert. */
export interface NewMemory {
  readonly id: string;
  readonly ownerId: string;
  readonly content: string;
  readonly kind: string;
  readonly tags: readonly string[];
  readonly confidence: number;
  readonly source: { readonly type: string; readonly ref: string | null };
  readonly provenance: Provenance;
  readonly approvalNote: string | null;
  /** Whether the user has decided to keep it, so that it is not in the inbox. */
  readonly isKept?: boolean;
}

export async function insertMemory(tx: Tx, memory: NewMemory): Promise<Memory> {
  const { source, provenance } = memory;
  const { rows } = await tx.query<Memory>(
    `insert into memory.memories as m
            (id, owner_id, content, kind, tags, confidence, source_type, source_ref, actor_kind, actor_id, channel,
             request_id, approval_note, connection_id, approval_id, kept_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, case when $16 then now() end)
  returning ${COLUMNS}`,
    [
      memory.id,
      memory.ownerId,
      memory.content,
      memory.kind,
      memory.tags,
      memory.confidence,
      source.type,
      source.ref,
      provenance.actorKind,
      provenance.actorId,
      provenance.channel,
      provenance.requestId,
      memory.approvalNote,
      provenance.connectionId,
      provenance.approvalId,
      memory.isKept ?? false,
    ],
  );
  return onlyRow(rows);
}

/** The user's memory, locked until the end of the transaction. */
export async function lockMemory(tx: Tx, ownerId: string, memoryId: string): Promise<Memory | null> {
  return tx.find<Memory>(
    `select ${COLUMNS} from memory.memories m where m.id = $1 and m.owner_id = $2 for no key update`,
    [memoryId, ownerId],
  );
}

export async function storeStatus(tx: Tx, memoryId: string, status: 'active' | 'archived'): Promise<Memory> {
  const { rows } = await tx.query<Memory>(
    `update memory.memories m
        set archived_at = case when $2 then now() end, kept_at = case when $2 then kept_at else now() end,
            updated_at = now(), version = version + 1
      where m.id = $1
  returning ${COLUMNS}`,
    [memoryId, status === 'archived'],
  );
  return onlyRow(rows);
}

/** Removes a memory from the inbox. */
export async function storeKept(tx: Tx, memoryId: string): Promise<Memory> {
  const { rows } = await tx.query<Memory>(
    `update memory.memories m
        set kept_at = now(), updated_at = now(), version = version + 1
      where m.id = $1
  returning ${COLUMNS}`,
    [memoryId],
  );
  return onlyRow(rows);
}

/** Deletes at most `limit` memories of an account; returns how many. */
export async function deleteMemoriesOf(tx: Tx, ownerId: string, limit: number): Promise<number> {
  const { rowCount } = await tx.query(
    `delete from memory.memories
      where id = any (array(select id from memory.memories where owner_id = $1 order by id limit $2 for update))`,
    [ownerId, limit],
  );
  return rowCount;
}

/** Name of the newest applied migration of memories. */
export async function findSchemaVersion(db: Db): Promise<string> {
  const { rows } = await db.query<{ version: string }>(
    `select coalesce(max(name) filter (where name not like 'chassis/%'), '') as version from memory.schema_migrations`,
  );
  return onlyRow(rows).version;
}

import { countUpToMax, listPage, type Page, type PageRows } from '@svc/chassis/postgres/lists/list-page';
import type { Db } from '@svc/chassis/postgres/pool';
import { onlyRow } from '@svc/chassis/postgres/rows';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { SealedSecret } from '../../sealing/secret-box.js';
import type { McpTransport, PinnedTool, ServerStatus } from './mcp-server.js';

/** A server as an administrator configures it. */
export interface NamedServer {
  readonly name: string;
  readonly slug: string;
  readonly url: string;
  /** The normalized address. */
  readonly urlKey: string;
  readonly transport: McpTransport;
  readonly autoApproveTools: readonly string[];
}

/** A server as administrators see it, without sealed values. */
export interface StoredServer extends NamedServer {
  readonly id: string;
  readonly hasAuthHeader: boolean;
  readonly isEnabled: boolean;
  /** Result of the last check, enabled or not. */
  readonly status: ServerStatus;
  readonly lastError: string | null;
  /** Null before the first connection since the server was enabled. */
  readonly tools: readonly PinnedTool[] | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly version: number;
}

const COLUMNS = `s.id, s.name, s.slug, s.url, s.url_key as "urlKey", s.transport,
            s.auth_header_key_id is not null as "hasAuthHeader", s.is_enabled as "isEnabled",
            s.auto_approve_tools as "autoApproveTools", s.status, s.last_error as "lastError", s.tools,
            s.created_at as "createdAt", s.updated_at as "updatedAt", s.version`;

/** Servers, ordered by name. */
export function listServers(db: Db, page: Page): Promise<PageRows<StoredServer>> {
  return listPage(page, ({ limit, offset }) =>
    db.query(
      `select ${COLUMNS}, ${countUpToMax('memory.mcp_servers')} as total
         from memory.mcp_servers s order by lower(s.name), s.id limit $1 offset $2`,
      [limit, offset],
    ),
  );
}

/** A server in use, with what calls need. */
export interface UsedServer {
  readonly id: string;
  readonly slug: string;
  readonly url: string;
  readonly urlKey: string;
  readonly transport: McpTransport;
  readonly autoApproveTools: readonly string[];
  readonly status: ServerStatus;
  readonly tools: readonly PinnedTool[] | null;
  readonly failures: number;
  readonly revision: number;
  readonly isDue: boolean;
  readonly isSealed: boolean;
}

const USED_COLUMNS = `s.id, s.slug, s.url, s.url_key as "urlKey", s.transport,
            s.auto_approve_tools as "autoApproveTools", s.status, s.tools, s.failures, s.revision,
            s.check_at <= now() as "isDue", s.auth_header_key_id is not null as "isSealed"`;

/** All enabled servers, at most 20. */
export function listUsedServers(db: Db): Promise<UsedServer[]> {
  return db.list<UsedServer>(
    `select ${USED_COLUMNS} from memory.mcp_servers s where s.is_enabled order by s.slug limit 20`,
    [],
  );
}

/** The server, if enabled. */
export function findUsedServer(db: Db, serverId: string): Promise<UsedServer | null> {
  return db.find<UsedServer>(`select ${USED_COLUMNS} from memory.mcp_servers s where s.id = $1 and s.is_enabled`, [
    serverId,
  ]);
}

/** The server, locked until the end of the transaction. */
export function lockServer(tx: Tx, serverId: string): Promise<StoredServer | null> {
  return tx.find<StoredServer>(`select ${COLUMNS} from memory.mcp_servers s where s.id = $1 for update`, [serverId]);
}

/** Blocks other additions until the end of the transaction, and counts the servers. */
export async function countServersAlone(tx: Tx): Promise<number> {
  await tx.query('lock table memory.mcp_servers in share row exclusive mode');
  const { rows } = await tx.query<{ count: number }>('select count(*)::integer as count from memory.mcp_servers');
  return onlyRow(rows).count;
}

/** Which of the two another server already has; null when neither. */
export async function findTaken(
  tx: Tx,
  { id, slug, urlKey }: { readonly id: string; readonly slug: string; readonly urlKey: string },
): Promise<'slug' | 'url' | null> {
  const row = await tx.find<{ what: 'slug' | 'url' }>(
    `select case when s.url_key = $3 then 'url' else 'slug' end as what
       from memory.mcp_servers s
      where s.id <> $1 and (s.slug = $2 or s.url_key = $3)
      order by s.url_key = $3 desc
      limit 1`,
    [id, slug, urlKey],
  );
  return row?.what ?? null;
}

export async function insertServer(
  tx: Tx,
  server: NamedServer & { readonly id: string; readonly isEnabled: boolean; readonly sealed: SealedSecret | null },
): Promise<StoredServer> {
  const { rows } = await tx.query<StoredServer>(
    `insert into memory.mcp_servers as s
            (id, name, slug, url, url_key, transport, auto_approve_tools, is_enabled, auth_header_jwe, auth_header_key_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
  returning ${COLUMNS}`,
    [
      server.id,
      server.name,
      server.slug,
      server.url,
      server.urlKey,
      server.transport,
      server.autoApproveTools,
      server.isEnabled,
      server.sealed?.jwe ?? null,
      server.sealed?.keyId ?? null,
    ],
  );
  return onlyRow(rows);
}

/** A change of a server. */
export interface ServerChange extends NamedServer {
  readonly isEnabled: boolean;
  /** Null removes it, undefined keeps it. */
  readonly sealed: SealedSecret | null | undefined;
  /** Pins its tools as they are now. */
  readonly takesTools: boolean;
  /** Makes its next check due now. */
  readonly isDue: boolean;
}

export async function updateServer(tx: Tx, id: string, change: ServerChange): Promise<StoredServer> {
  const { rows } = await tx.query<StoredServer>(
    `update memory.mcp_servers s
        set name = $2, slug = $3, url = $4, url_key = $5, transport = $6, auto_approve_tools = $7, is_enabled = $8,
            auth_header_jwe = case when $9 then $10 else s.auth_header_jwe end,
            auth_header_key_id = case when $9 then $11 else s.auth_header_key_id end,
            tools = case when $12 then null else s.tools end,
            status = case when $12 then 'connecting' else s.status end,
            last_error = case when $12 then null else s.last_error end,
            failures = case when $13 then 0 else s.failures end,
            check_at = case when $13 then now() else s.check_at end,
            revision = case when $13 then s.revision + 1 else s.revision end,
            updated_at = now(), version = s.version + 1
      where s.id = $1
  returning ${COLUMNS}`,
    [
      id,
      change.name,
      change.slug,
      change.url,
      change.urlKey,
      change.transport,
      change.autoApproveTools,
      change.isEnabled,
      change.sealed !== undefined,
      change.sealed?.jwe ?? null,
      change.sealed?.keyId ?? null,
      change.takesTools,
      change.takesTools || change.isDue,
    ],
  );
  return onlyRow(rows);
}

export async function deleteServerRow(tx: Tx, serverId: string): Promise<void> {
  await tx.query(`delete from memory.mcp_servers where id = $1`, [serverId]);
}

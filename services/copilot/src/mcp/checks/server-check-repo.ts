import type { Db } from '@svc/chassis/postgres/pool';
import type { PinnedTool, ServerStatus } from '../servers/mcp-server.js';
import type { UsedServer } from '../servers/mcp-server-repo.js';

/** Claims the next check of a server; false when another process has it, or the server has changed. */
export async function claimCheck(
  db: Db,
  { id, revision }: Pick<UsedServer, 'id' | 'revision'>,
  heldMs: number,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update memory.mcp_servers
        set check_at = now() + make_interval(secs => $3 / 1000.0)
      where id = $1 and revision = $2 and is_enabled and check_at <= now()`,
    [id, revision, heldMs],
  );
  return rowCount === 1;
}

/** The outcome of a check. */
export interface ServerCheck {
  readonly status: ServerStatus;
  readonly lastError: string | null;
  /** Null keeps the known tools. */
  readonly tools: readonly PinnedTool[] | null;
  readonly failures: number;
  readonly nextMs: number;
}

/** Stores the outcome, unless the server has changed since the claim. */
export async function storeCheck(
  db: Db,
  { id, revision }: Pick<UsedServer, 'id' | 'revision'>,
  { status, lastError, tools, failures, nextMs }: ServerCheck,
): Promise<void> {
  await db.query(
    `update memory.mcp_servers
        set status = $3, last_error = $4, tools = coalesce($5::jsonb, tools), failures = $6,
            check_at = now() + make_interval(secs => $7 / 1000.0)
      where id = $1 and revision = $2`,
    [id, revision, status, lastError, tools && JSON.stringify(tools), failures, nextMs],
  );
}

import { countUpToMax, listPage, type Page, type PageRows } from '@svc/chassis/postgres/lists/list-page';
import type { Db } from '@svc/chassis/postgres/pool';
import type { ToolCall } from '@svc/proto/identity/v1/tool_call_service';

/** Rows per statement, few enough to keep locks short. */
const REMOVED_AT_ONCE = 5_000;
const ACCOUNTS_AT_ONCE = 100;

/** Maximum length of a record's references up to which those of another report are merged. */
const HANDLES_LENGTH_MAX = 4_096;

/** A record fitted to the table. */
export interface StoredToolCall extends Omit<ToolCall, 'handlesJson' | 'agentName'> {
  readonly handles: object;
}

/** Stores records, except those of deleted users. An existing record is kept, with the references of another report of the same call added. */
export async function insertToolCalls(db: Db, calls: readonly StoredToolCall[]): Promise<void> {
  if (calls.length === 0) return;
  await db.query(
    `insert into identity.agent_tool_calls as c (id, user_id, connection_id, operation, tier, request_id, actor_id, channel, surface, status,
                                           http_status, code, duration_ms, approval_id, handles, replayed, at,
                                           not_written_down)
     select distinct on (n.id)
            n.id, n."userId", n."connectionId", n.operation, n.tier, n."requestId", n."actorId", n.channel, n.surface, n.status,
            n."httpStatus", n.code, n."durationMs", n."approvalId", n.handles, n.replayed, least(n.at, now()),
            n."notWrittenDown"
       from jsonb_to_recordset($1::jsonb) as n (
            id uuid, "userId" uuid, "connectionId" uuid, operation text, tier smallint, "requestId" text, "actorId" text, channel text,
            surface text, status text, "httpStatus" smallint, code text, "durationMs" integer, "approvalId" uuid, handles jsonb,
            replayed boolean, at timestamptz, "notWrittenDown" integer)
       join identity.users u on u.id = n."userId"
      order by n.id
         on conflict (id) do update set handles = excluded.handles || c.handles
      where c.user_id = excluded.user_id and not c.handles @> excluded.handles and length(c.handles::text) <= $2`,
    [JSON.stringify(calls), HANDLES_LENGTH_MAX],
  );
}

/** Outcomes of calls. */
export const TOOL_CALL_STATUSES = ['ok', 'denied', 'failed'] as const;
export type ToolCallStatus = (typeof TOOL_CALL_STATUSES)[number];

/** Filters for a list of records. */
export interface ToolCallFilter {
  /** Null for all connections. */
  readonly connectionId: string | null;
  readonly writesOnly: boolean;
  /** Null for all outcomes. */
  readonly status: ToolCallStatus | null;
  readonly copilotOnly: boolean;
  /** The first instant; null without. */
  readonly from: Date | null;
  /** The first instant that is too late; null without. */
  readonly before: Date | null;
}

/** Lists records of a user, newest first, with their total. */
export async function listToolCalls(
  db: Db,
  userId: string,
  { connectionId, writesOnly, status, copilotOnly, from, before }: ToolCallFilter,
  page: Page,
): Promise<PageRows<ToolCall>> {
  const values: unknown[] = [userId];
  const parts = ['c.user_id = $1'];
  if (connectionId !== null) parts.push(`c.connection_id = $${values.push(connectionId)}`);
  // Must match the predicate of the index agent_tool_calls_writes.
  if (writesOnly) parts.push('(c.tier > 0 or c.not_written_down is not null)');
  // Written out, so that it matches the predicate of agent_tool_calls_by_outcome.
  if (status !== null) parts.push(`c.status = '${status}'`);
  if (copilotOnly) parts.push(`c.surface = 'copilot'`);
  if (from !== null) parts.push(`c.at >= $${values.push(from)}`);
  if (before !== null) parts.push(`c.at < $${values.push(before)}`);
  const listed = `identity.agent_tool_calls c
      where ${parts.join(' and ')}`;
  const text = `
     select c.id, c.user_id as "userId", c.connection_id as "connectionId", c.operation, c.tier, c.request_id as "requestId",
            c.actor_id as "actorId", c.channel, c.surface, c.status, c.http_status as "httpStatus", c.code,
            c.duration_ms as "durationMs", c.approval_id as "approvalId", c.handles::text as "handlesJson", c.replayed, c.at,
            c.not_written_down as "notWrittenDown",
            (select r.client_name from identity.agent_auth_requests r where r.id = c.connection_id) as "agentName",
            ${countUpToMax(listed)} as total
       from ${listed}
      order by c.at desc, c.id desc limit $${values.length + 1} offset $${values.length + 2}`;
  return listPage(page, ({ limit, offset }) => db.query(text, [...values, limit, offset]));
}

/** Deletes records older than this many days, in batches. */
export async function deleteOldToolCalls(db: Db, olderThanDays: number, signal: AbortSignal): Promise<void> {
  for (let removed = REMOVED_AT_ONCE; removed === REMOVED_AT_ONCE;) {
    signal.throwIfAborted();
    const { rowCount } = await db.query(
      `delete from identity.agent_tool_calls
        where id = any (array(
              select id from identity.agent_tool_calls where at < now() - make_interval(days => $1) order by at limit $2))`,
      [olderThanDays, REMOVED_AT_ONCE],
    );
    removed = rowCount;
  }
}

/** Lists at most 100 deleted accounts, by id, after the given one. */
export async function listEndedAccounts(db: Db, after: string | null): Promise<string[]> {
  const { rows } = await db.query<{ userId: string }>(
    `select user_id as "userId" from identity.ended_accounts where $1::uuid is null or user_id > $1 order by user_id limit $2`,
    [after, ACCOUNTS_AT_ONCE],
  );
  return rows.map(({ userId }) => userId);
}

/** Deletes the records of a user, in batches. */
export async function deleteCallsOf(db: Db, userId: string, signal: AbortSignal): Promise<void> {
  for (let removed = REMOVED_AT_ONCE; removed === REMOVED_AT_ONCE;) {
    signal.throwIfAborted();
    // Skips rows that another process has locked.
    const { rowCount } = await db.query(
      `delete from identity.agent_tool_calls
        where id = any (array(
              select id from identity.agent_tool_calls where user_id = $1 limit $2 for update skip locked))`,
      [userId, REMOVED_AT_ONCE],
    );
    removed = rowCount;
  }
}

/** Deletes the entries of accounts that were deleted over an hour ago and have no records left. */
export async function forgetEndedAccounts(db: Db): Promise<void> {
  await db.query(
    `delete from identity.ended_accounts e
      where ended_at < now() - interval '1 hour'
        and not exists (select from identity.agent_tool_calls c where c.user_id = e.user_id)`,
  );
}

import type { Db } from '@svc/chassis/postgres/pool';

/** Rows per statement, few enough to keep locks short. */
const REMOVED_AT_ONCE = 5_000;
const ACCOUNTS_AT_ONCE = 100;

/**
 * Deletes the records of agents' calls for deleted accounts, in batches. An account is remembered for an hour, because a record may arrive just as it
 * ends.
 */
export async function deleteCallsOfEndedAccounts(db: Db, signal: AbortSignal): Promise<void> {
  let after: string | null = null;
  do {
    const userIds = await listEndedAccounts(db, after);
    for (const userId of userIds) await deleteCallsOf(db, userId, signal);
    after = userIds.at(-1) ?? null;
  } while (after !== null);
  await db.query(
    `delete from identity.ended_accounts e
      where ended_at < now() - interval '1 hour'
        and not exists (select from identity.agent_tool_calls c where c.user_id = e.user_id)`,
  );
}

async function listEndedAccounts(db: Db, after: string | null): Promise<string[]> {
  const { rows } = await db.query<{ userId: string }>(
    `select user_id as "userId" from identity.ended_accounts where $1::uuid is null or user_id > $1 order by user_id limit $2`,
    [after, ACCOUNTS_AT_ONCE],
  );
  return rows.map(({ userId }) => userId);
}

async function deleteCallsOf(db: Db, userId: string, signal: AbortSignal): Promise<void> {
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

/** Direct database access for system tests: creates states that no route can create, and checks data that no route shows. */
import { randomUUID } from 'node:crypto';
import { PROCESSES, PURGED_SERVICES } from '@svc/topology/processes';
import { Client } from 'pg';

async function inDatabase<T>(adminUrl: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export interface Member {
  readonly userId: string;
  readonly role: 'owner' | 'admin' | 'member';
  readonly status: 'invited' | 'active' | 'removed';
}

/** Creates a team of the members and shares the deal with it; returns the id of the team. */
export function shareWithTeam(
  adminUrl: string,
  dealId: string,
  sharedBy: string,
  members: readonly Member[],
): Promise<string> {
  const teamId = randomUUID();
  return inDatabase(adminUrl, async (client) => {
    await client.query(`insert into identity.teams (id, name) values ($1, 'Team')`, [teamId]);
    for (const { userId, role, status } of members) {
      await client.query(`insert into identity.memberships (team_id, user_id, role, status) values ($1, $2, $3, $4)`, [
        teamId,
        userId,
        role,
        status,
      ]);
    }
    await client.query(`insert into deal.deal_team_shares (deal_id, team_id, shared_by) values ($1, $2, $3)`, [
      dealId,
      teamId,
      sharedBy,
    ]);
    return teamId;
  });
}

/** Number of rows that an account has in the main tables. */
export function countRows(adminUrl: string, userId: string): Promise<Record<string, number>> {
  return inDatabase(adminUrl, async (client) => {
    const { rows } = await client.query<Record<string, number>>(
      `select (select count(*)::int from identity.users where id = $1)               as users,
              (select count(*)::int from deal.deals where owner_id = $1)             as deals,
              (select count(*)::int from deal.deal_videos where owner_id = $1)       as videos,
              (select count(*)::int from viewcheck.view_logs where owner_id = $1)    as "viewLogs",
              (select count(*)::int from shortener.links where owner_id = $1)        as links,
              (select count(*)::int from screenshot.screenshots where owner_id = $1) as screenshots,
              (select count(*)::int from memory.memories where owner_id = $1)        as memories`,
      [userId],
    );
    return rows[0] ?? {};
  });
}

/** Tables of all services, as `schema.table`, that hold rows of an owner. */
export function listTablesWithRowsOf(adminUrl: string, ownerId: string): Promise<string[]> {
  return inDatabase(adminUrl, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select format('%I.%I', table_schema, table_name) as name
         from information_schema.columns
        where column_name = 'owner_id' and table_schema = any($1)
        order by name`,
      [PURGED_SERVICES.map((service) => PROCESSES[service].schema)],
    );
    const found: string[] = [];
    for (const { name } of rows) {
      const { rowCount } = await client.query(`select from ${name} where owner_id = $1 limit 1`, [ownerId]);
      if (rowCount) found.push(name);
    }
    return found;
  });
}

/** Expires all viewing passes of an external share. */
export function endViewingPasses(adminUrl: string, shareId: string): Promise<void> {
  return inDatabase(adminUrl, async (client) => {
    await client.query('update deal.viewing_passes set expires_at = now() where share_id = $1', [shareId]);
  });
}

export function dropSchema(adminUrl: string, schema: string): Promise<void> {
  return inDatabase(adminUrl, async (client) => {
    await client.query(`drop schema ${schema} cascade`);
  });
}

/** Every row of these tables as text; of all tables if none are named. */
export function dumpTables(adminUrl: string, tables?: readonly string[]): Promise<string> {
  return inDatabase(adminUrl, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select format('%I.%I', table_schema, table_name) as name
         from information_schema.tables
        where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
    );
    const names = rows.map(({ name }) => name).filter((name) => tables?.includes(name) ?? true);
    const dumps: string[] = [];
    for (const name of names) {
      const table = await client.query<{ row: string }>(`select t::text as row from ${name} t`);
      dumps.push(...table.rows.map(({ row }) => `${name} ${row}`));
    }
    return dumps.join('\n');
  });
}

/** Expires a user's grants to see amounts. */
export function endGrants(adminUrl: string, requesterId: string): Promise<void> {
  return inDatabase(adminUrl, async (client) => {
    await client.query('update deal.access_requests set expires_at = now() where requester_id = $1', [requesterId]);
  });
}

/** Backdates a user's reminder setting and confirmed address by one day. */
export function wantRemindersForLong(adminUrl: string, userId: string): Promise<void> {
  return inDatabase(adminUrl, async (client) => {
    await client.query(
      `update identity.users set email_confirmed_at = now() - interval '1 day' where id = $1 and email_confirmed_at is not null`,
      [userId],
    );
    await client.query(
      `update identity.user_settings set morning_reminder_since = now() - interval '1 day'
        where user_id = $1 and morning_reminder_since is not null`,
      [userId],
    );
  });
}

/** Expires the leases of running captures. */
export function endCaptureLeases(adminUrl: string): Promise<void> {
  return inDatabase(adminUrl, async (client) => {
    await client.query(
      `update screenshot.capture_jobs set lease_until = now() - interval '1 second' where status = 'running'`,
    );
  });
}

/** Expires the leases of running copilot turns. */
export function endTurnLeases(adminUrl: string): Promise<void> {
  return inDatabase(adminUrl, async (client) => {
    await client.query(`update memory.turns set held_until = now() - interval '1 second' where status = 'running'`);
  });
}

/** Keeps running turns alive without a follower: on a busy machine a restart outlasts their grace period. */
export function keepTurnsRunning(adminUrl: string): Promise<void> {
  return inDatabase(adminUrl, async (client) => {
    await client.query(`update memory.turns set followed_at = now() + interval '1 hour' where status = 'running'`);
  });
}

/** Adds a memory candidate proposed by the copilot; returns its id. */
export function proposeCandidate(adminUrl: string, userId: string, statement = 'I prefer CPM deals'): Promise<string> {
  const id = randomUUID();
  return inDatabase(adminUrl, async (client) => {
    await client.query(
      `insert into memory.learning_candidates (id, owner_id, statement, statement_hash, kind, stage, is_explicit)
       values ($1, $2, $4, sha256($3::bytea), 'preference', 'proposed', true)`,
      [id, userId, id, statement],
    );
    return id;
  });
}

/** Records copilot usage of a user for today. */
export function useCopilot(adminUrl: string, userId: string, freeTurns: number): Promise<void> {
  return inDatabase(adminUrl, async (client) => {
    await client.query(
      `insert into memory.daily_usage (user_id, day, free_turns, model_calls) values ($1, current_date, $2, $2)`,
      [userId, freeTurns],
    );
  });
}

/** Fills a conversation with this many messages from an earlier day. */
export function fillConversation(
  adminUrl: string,
  userId: string,
  conversationId: string,
  messages: number,
): Promise<void> {
  return inDatabase(adminUrl, async (client) => {
    await client.query(
      `with turn as (
         insert into memory.turns (id, conversation_id, owner_id, status, billing, day, asked_seq, ended_at)
         values (gen_random_uuid(), $1, $2, 'completed', 'free', '2026-05-01', 1, now()) returning id)
       insert into memory.messages (id, conversation_id, turn_id, seq, role, parts)
       select gen_random_uuid(), $1, turn.id, seq, 'user', jsonb_build_array(jsonb_build_object('type', 'text', 'text', 'Message ' || seq))
         from turn, generate_series(1, $3::integer) as seq`,
      [conversationId, userId, messages],
    );
  });
}

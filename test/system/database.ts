/** What the system tests do directly in the database, because no route does it yet, or to see what no route shows. */
import { randomUUID } from 'node:crypto';
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

/** Makes a team of the members and shares the deal with it; answers the team's id. */
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

/** How many rows each service keeps of an account. */
export function countRows(adminUrl: string, userId: string): Promise<Record<string, number>> {
  return inDatabase(adminUrl, async (client) => {
    const { rows } = await client.query<Record<string, number>>(
      `select (select count(*)::int from identity.users where id = $1)            as users,
              (select count(*)::int from deal.deals where owner_id = $1)          as deals,
              (select count(*)::int from deal.deal_videos where owner_id = $1)    as videos,
              (select count(*)::int from viewcheck.view_logs where owner_id = $1) as "viewLogs",
              (select count(*)::int from shortener.links where owner_id = $1)     as links`,
      [userId],
    );
    return rows[0] ?? {};
  });
}

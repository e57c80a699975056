import type { Db } from '@svc/chassis/postgres/pool';
import type { TeamMembership } from '@svc/proto/identity/v1/account_service';

/** Memberships that travel with a caller; nobody needs more. */
export const MEMBERSHIPS_MAX = 50;

/** A user's active teams by name, at most 50. */
export async function listActiveTeams(db: Db, userId: string): Promise<TeamMembership[]> {
  const { rows } = await db.query<TeamMembership>(
    `select t.id, t.name, m.role
       from identity.memberships m
       join identity.teams t on t.id = m.team_id
      where m.user_id = $1
        and m.status = 'active'
      order by t.name, t.id
      limit $2`,
    [userId, MEMBERSHIPS_MAX],
  );
  return rows;
}

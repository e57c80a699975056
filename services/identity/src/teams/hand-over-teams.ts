import type { Tx } from '@svc/chassis/postgres/transaction';

/**
 * Removes a user, whose row the transaction has locked, from all teams, and ends the user's invitations: a team without an owner passes to its
 * longest-standing administrator, else member; an empty team ends.
 */
export async function handOverTeams(tx: Tx, userId: string): Promise<void> {
  const { rows } = await tx.query<{ teamId: string }>(
    `select team_id as "teamId" from identity.memberships where user_id = $1`,
    [userId],
  );
  const teamIds = rows.map(({ teamId }) => teamId);
  if (teamIds.length === 0) return;
  // Locks teams before their members, like every change of members, and in order, to avoid deadlocks.
  await tx.query(`select id from identity.teams where id = any ($1::uuid[]) order by id for update`, [teamIds]);
  await tx.query(`delete from identity.memberships where user_id = $1`, [userId]);
  await tx.query(`delete from identity.invitations where invited_by_id = $1`, [userId]);
  await tx.query(
    `with heirs as (
       select distinct on (m.team_id) m.team_id, m.user_id
         from identity.memberships m
        where m.team_id = any ($1::uuid[]) and m.status = 'active'
          and not exists (select 1
                            from identity.memberships owners
                           where owners.team_id = m.team_id and owners.status = 'active'
                             and owners.role = 'owner')
        order by m.team_id, (m.role = 'admin') desc, m.since, m.user_id
     )
     update identity.memberships m
        set role = 'owner'
       from heirs
      where m.team_id = heirs.team_id and m.user_id = heirs.user_id`,
    [teamIds],
  );
  await tx.query(
    `delete from identity.teams t
      where t.id = any ($1::uuid[])
        and not exists (select 1
                          from identity.memberships m
                         where m.team_id = t.id
                           and m.status = 'active')`,
    [teamIds],
  );
}

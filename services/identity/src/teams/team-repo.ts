import type { TeamRole } from '@svc/chassis/calls/principal';
import { countUpToMax, listPage, type Page, type PageRows } from '@svc/chassis/postgres/lists/list-page';
import type { Db } from '@svc/chassis/postgres/pool';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { Team } from '@svc/proto/identity/v1/team_service';
import { v7 as newId } from 'uuid';

/** A team as one of its active members sees it. */
export interface TeamRow extends Team {
  readonly role: TeamRole;
}

const COLUMNS = `t.id, t.name, m.role, t.created_at as "createdAt", t.updated_at as "updatedAt", t.version,
            (select count(*) from identity.memberships c where c.team_id = t.id and c.status = 'active') as "memberCount"`;

/** Finds the team, if the user is an active member of it. */
export async function findTeam(db: Db, userId: string, teamId: string): Promise<TeamRow | null> {
  return db.find<TeamRow>(
    `select ${COLUMNS}
       from identity.teams t
       join identity.memberships m on m.team_id = t.id
      where t.id = $2 and m.user_id = $1 and m.status = 'active'`,
    [userId, teamId],
  );
}

/**
 * Finds the team, if the user is an active member of it, and locks it until the end of the transaction, so that changes of its members are
 * serialized.
 */
export async function findTeamForUpdate(tx: Tx, userId: string, teamId: string): Promise<TeamRow | null> {
  await lockTeam(tx, teamId);
  return findTeam(tx, userId, teamId);
}

export async function lockTeam(tx: Tx, teamId: string): Promise<void> {
  await tx.query(`select id from identity.teams where id = $1 for update`, [teamId]);
}

/** Lists a user's active teams, newest first, with their total. */
export async function listTeams(db: Db, userId: string, page: Page): Promise<PageRows<TeamRow>> {
  const listed = `identity.memberships m
       join identity.teams t on t.id = m.team_id
      where m.user_id = $1
        and m.status = 'active'`;
  const text = `
     select ${COLUMNS}, ${countUpToMax(listed)} as total from ${listed}
      order by t.created_at desc, t.id desc limit $2 offset $3`;
  return listPage(page, ({ limit, offset }) => db.query(text, [userId, limit, offset]));
}

export async function insertTeam(tx: Tx, name: string): Promise<string> {
  const id = newId();
  await tx.query(`insert into identity.teams (id, name) values ($1, $2)`, [id, name]);
  return id;
}

export async function updateTeamName(tx: Tx, teamId: string, name: string): Promise<void> {
  await tx.query(`update identity.teams set name = $2, updated_at = now(), version = version + 1 where id = $1`, [
    teamId,
    name,
  ]);
}

export async function deleteTeamRow(tx: Tx, teamId: string): Promise<void> {
  await tx.query(`delete from identity.teams where id = $1`, [teamId]);
}

/** Locks the teams in order, to avoid deadlocks. */
export async function lockTeams(tx: Tx, teamIds: readonly string[]): Promise<void> {
  await tx.query(`select id from identity.teams where id = any ($1::uuid[]) order by id for update`, [teamIds]);
}

/** Deletes those of the teams that have no active member. */
export async function deleteTeamsWithoutMembers(tx: Tx, teamIds: readonly string[]): Promise<void> {
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

import type { TeamRole } from '@svc/chassis/calls/principal';
import { countUpToMax, listPage, type Page, type PageRows } from '@svc/chassis/postgres/lists/list-page';
import type { Db } from '@svc/chassis/postgres/pool';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { TeamMembership } from '@svc/proto/identity/v1/account_service';
import type { Member, Person } from '@svc/proto/identity/v1/team_service';
import type { FormerTeammate } from '@svc/proto/sharing/v1/sharing_service';

/** Maximum memberships of a user, all of which are part of the principal. */
export const MEMBERSHIPS_MAX = 50;

/** A person in a team, or an address invited to it. */
export interface MemberRow extends Member {
  readonly role: TeamRole;
}

/** A user's active teams by name, at most 50. */
export async function listActiveTeams(db: Db, userId: string): Promise<TeamMembership[]> {
  return db.list<TeamMembership>(
    `select t.id, t.name, m.role
       from identity.memberships m
       join identity.teams t on t.id = m.team_id
      where m.user_id = $1 and m.status = 'active'
      order by t.name, t.id limit $2`,
    [userId, MEMBERSHIPS_MAX],
  );
}

/** Lists active members, then invited ones, longest first, with their total. */
export async function listMembers(db: Db, teamId: string, page: Page): Promise<PageRows<MemberRow>> {
  const text = `
       with members as (
            select m.user_id as "userId", u.name, u.email, m.role, m.status, m.since, null::uuid as "invitationId"
              from identity.memberships m
              join identity.users u on u.id = m.user_id
             where m.team_id = $1 and m.status = 'active'
             union all
            select null, null, i.email, i.role, 'invited', i.created_at, i.id
              from identity.invitations i
             where i.team_id = $1
               and i.expires_at > now())
     select m.*, ${countUpToMax('members')} as total from members m
      order by m.status, m.since, m.email, m."userId", m."invitationId" limit $2 offset $3`;
  return listPage(page, ({ limit, offset }) => db.query(text, [teamId, limit, offset]));
}

/**
 * Serializes ends of memberships until the end of the transaction: when two people lose their last two common teams at the same time, the later end
 * must see the earlier one.
 */
export async function lockMembershipEnds(tx: Tx): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended(current_schema() || ' membership ends', 0))`);
}

/** Lists the active members, and the one who has just left, each with their other teams. */
export async function listFormerMembers(tx: Tx, teamId: string, leaverId: string | null): Promise<FormerTeammate[]> {
  return tx.list<FormerTeammate>(
    `select m.user_id as "userId",
            array(select o.team_id from identity.memberships o
                   where o.user_id = m.user_id and o.status = 'active' and o.team_id <> $1) as "teamIds"
       from identity.memberships m
      where m.team_id = $1 and (m.status = 'active' or m.user_id = $2)`,
    [teamId, leaverId],
  );
}

/** Finds an active member; null when the user is not one. */
export async function findMember(db: Db, teamId: string, userId: string): Promise<MemberRow | null> {
  return db.find<MemberRow>(
    `select m.user_id as "userId", u.name, u.email, m.role, m.status, m.since, null as "invitationId"
       from identity.memberships m
       join identity.users u on u.id = m.user_id
      where m.team_id = $1 and m.user_id = $2 and m.status = 'active'`,
    [teamId, userId],
  );
}

/** Whether an active member's account has the address. */
export async function hasMemberWithAddress(db: Db, teamId: string, email: string): Promise<boolean> {
  const text = `
     select 1
       from identity.memberships m
       join identity.users u on u.id = m.user_id
      where m.team_id = $1 and m.status = 'active' and lower(u.email) = lower($2)`;
  return (await db.find(text, [teamId, email])) !== null;
}

/** Whether the user's membership has ended within the last `milliseconds`. */
export async function hasLeftWithin(tx: Tx, teamId: string, userId: string, milliseconds: number): Promise<boolean> {
  const text = `
     select 1
       from identity.memberships
      where team_id = $1 and user_id = $2 and status = 'removed'
        and since > now() - $3 * interval '1 millisecond'`;
  return (await tx.find(text, [teamId, userId, milliseconds])) !== null;
}

/** Makes the user an active member from now on, regardless of an earlier membership. */
export async function upsertMembership(tx: Tx, teamId: string, userId: string, role: TeamRole): Promise<void> {
  await tx.query(
    `insert into identity.memberships (team_id, user_id, role, status)
     values ($1, $2, $3, 'active')
         on conflict (team_id, user_id) do update
        set role = excluded.role, status = 'active', since = now()`,
    [teamId, userId, role],
  );
}

export async function updateMemberRole(tx: Tx, teamId: string, userId: string, role: TeamRole): Promise<void> {
  await tx.query(`update identity.memberships set role = $3 where team_id = $1 and user_id = $2`, [
    teamId,
    userId,
    role,
  ]);
}

/** Ends a membership; the row remains with the status removed. */
export async function endMembership(tx: Tx, teamId: string, userId: string): Promise<void> {
  await tx.query(
    `update identity.memberships set status = 'removed', since = now()
      where team_id = $1 and user_id = $2`,
    [teamId, userId],
  );
}

export async function countActiveTeams(db: Db, userId: string): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*) as count from identity.memberships where user_id = $1 and status = 'active'`,
    [userId],
  );
  return rows[0]?.count ?? 0;
}

/** Whether the team has another active owner whose account is not disabled. */
export async function hasOtherOwner(db: Db, teamId: string, userId: string): Promise<boolean> {
  const { rows } = await db.query(
    `select 1
       from identity.memberships m
       join identity.users u on u.id = m.user_id
      where m.team_id = $1 and m.user_id <> $2 and m.role = 'owner' and m.status = 'active' and u.disabled_at is null
      limit 1`,
    [teamId, userId],
  );
  return rows.length > 0;
}

/** Returns those of the users who share an active team with `userId`, with the shared teams. */
export async function listTeammates(db: Db, userId: string, userIds: readonly string[]) {
  return db.list<{ userId: string; name: string; teamIds: string[] }>(
    `select u.id as "userId", u.name, array_agg(theirs.team_id order by theirs.team_id) as "teamIds"
       from identity.memberships mine
       join identity.memberships theirs on theirs.team_id = mine.team_id and theirs.status = 'active'
       join identity.users u on u.id = theirs.user_id
      where mine.user_id = $1 and mine.status = 'active' and theirs.user_id = any ($2::uuid[])
      group by u.id, u.name`,
    [userId, userIds],
  );
}

/** Lists the user and everyone who shares an active team with the user, by name, with their total. */
export async function listPeople(db: Db, userId: string, page: Page): Promise<PageRows<Person>> {
  const text = `
       with people as (
            select u.id as "userId", u.name from identity.users u where u.id = $1
             union
            select u.id, u.name
              from identity.memberships mine
              join identity.memberships theirs on theirs.team_id = mine.team_id and theirs.status = 'active'
              join identity.users u on u.id = theirs.user_id
             where mine.user_id = $1 and mine.status = 'active')
     select p.*, ${countUpToMax('people')} as total from people p
      order by lower(p.name), p."userId" limit $2 offset $3`;
  return listPage(page, ({ limit, offset }) => db.query(text, [userId, limit, offset]));
}

/** Lists teams in which the user has a row, with any status. */
export async function listTeamIds(tx: Tx, userId: string): Promise<string[]> {
  const { rows } = await tx.query<{ teamId: string }>(
    `select team_id as "teamId" from identity.memberships where user_id = $1`,
    [userId],
  );
  return rows.map(({ teamId }) => teamId);
}

export async function deleteMemberships(tx: Tx, userId: string): Promise<void> {
  await tx.query(`delete from identity.memberships where user_id = $1`, [userId]);
}

/** Appoints the longest-standing admin, else member, as owner of each of these teams that has none; a disabled account only if all are disabled. */
export async function appointOwners(tx: Tx, teamIds: readonly string[]): Promise<void> {
  await tx.query(
    `with heirs as (
       select distinct on (m.team_id) m.team_id, m.user_id
         from identity.memberships m
         join identity.users u on u.id = m.user_id
        where m.team_id = any ($1::uuid[]) and m.status = 'active'
          and not exists (select 1
                            from identity.memberships owners
                            join identity.users o on o.id = owners.user_id
                           where owners.team_id = m.team_id and owners.status = 'active'
                             and owners.role = 'owner' and o.disabled_at is null)
        order by m.team_id, u.disabled_at is null desc, (m.role = 'admin') desc, m.since, m.user_id
     )
     update identity.memberships m
        set role = 'owner'
       from heirs
      where m.team_id = heirs.team_id and m.user_id = heirs.user_id`,
    [teamIds],
  );
}

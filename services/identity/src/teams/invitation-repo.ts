import type { Db } from '@svc/chassis/postgres/pool';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { TeamRole } from '@svc/chassis/principal';
import { v7 as newId } from 'uuid';

/** An offer as the one it is made to sees it. */
export interface InvitationRow {
  readonly id: string;
  readonly teamId: string;
  readonly teamName: string;
  readonly role: TeamRole;
  readonly invitedByName: string;
  readonly createdAt: Date;
}

/** Invites an address, or changes the role of an open invitation; answers its id. */
export async function upsertInvitation(
  tx: Tx,
  invitation: { teamId: string; email: string; role: TeamRole; invitedById: string },
): Promise<string> {
  const { rows } = await tx.query<{ id: string }>(
    `insert into identity.invitations (id, team_id, email, role, invited_by_id)
     values ($1, $2, $3, $4, $5)
         on conflict (team_id, lower(email)) do update
        set role = excluded.role, invited_by_id = excluded.invited_by_id
  returning id`,
    [newId(), invitation.teamId, invitation.email, invitation.role, invitation.invitedById],
  );
  const row = rows[0];
  if (!row) throw new Error('The upsert answered no row.');
  return row.id;
}

/** Open invitations to the account's address, newest first, and how many there are. */
export async function listInvitations(db: Db, userId: string, limit: number, offset: number) {
  const { rows } = await db.query<InvitationRow & { total: number }>(
    `select i.id, i.team_id as "teamId", t.name as "teamName", i.role, coalesce(b.name, '') as "invitedByName",
            i.created_at as "createdAt", count(*) over () as total
       from identity.users u
       join identity.invitations i on lower(i.email) = lower(u.email)
       join identity.teams t on t.id = i.team_id
       left join identity.users b on b.id = i.invited_by_id
      where u.id = $1
      order by i.created_at desc, i.id desc
      limit $2 offset $3`,
    [userId, limit, offset],
  );
  return { invitations: rows, total: rows[0]?.total ?? 0 };
}

/** Takes an open invitation to the account's address away; null when there is none. */
export async function takeInvitation(
  tx: Tx,
  userId: string,
  invitationId: string,
): Promise<{ teamId: string; role: TeamRole } | null> {
  const { rows } = await tx.query<{ teamId: string; role: TeamRole }>(
    `delete from identity.invitations i
      using identity.users u
      where i.id = $2
        and u.id = $1
        and lower(i.email) = lower(u.email)
  returning i.team_id as "teamId", i.role`,
    [userId, invitationId],
  );
  return rows[0] ?? null;
}

/** Withdraws the open invitation of an address that has become a member in another way. */
export async function deleteInvitation(tx: Tx, teamId: string, email: string): Promise<void> {
  await tx.query(
    `delete from identity.invitations
      where team_id = $1
        and lower(email) = lower($2)`,
    [teamId, email],
  );
}

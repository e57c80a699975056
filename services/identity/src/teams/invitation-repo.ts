import type { TeamRole } from '@svc/chassis/calls/principal';
import { countUpToMax, listPage, type Page, type PageRows } from '@svc/chassis/postgres/lists/list-page';
import type { Db } from '@svc/chassis/postgres/pool';
import { onlyRow } from '@svc/chassis/postgres/rows';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { Invitation, TeamInvitation } from '@svc/proto/identity/v1/team_service';
import { v7 as newId } from 'uuid';

/** Days in which an invitation can be accepted. */
const OPEN_DAYS = 14;

const COLUMNS = `i.id, i.team_id as "teamId", t.name as "teamName", i.role, coalesce(b.name, '') as "invitedByName",
            i.created_at as "createdAt", i.expires_at as "expiresAt"`;
const JOINS = `join identity.teams t on t.id = i.team_id
       left join identity.users b on b.id = i.invited_by_id`;

/** Invites an address, or replaces its earlier invitation, whose secrets become invalid; returns the id. */
export async function upsertInvitation(
  tx: Tx,
  invitation: {
    teamId: string;
    email: string;
    role: TeamRole;
    invitedById: string;
    secretHash: Buffer;
    mailedSecretHash: Buffer;
  },
): Promise<string> {
  const { rows } = await tx.query<{ id: string }>(
    `insert into identity.invitations (id, team_id, email, role, invited_by_id, secret_hash, mailed_secret_hash, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, now() + make_interval(days => $8))
         on conflict (team_id, lower(email)) do update
        set email = excluded.email, role = excluded.role, invited_by_id = excluded.invited_by_id,
            secret_hash = excluded.secret_hash, mailed_secret_hash = excluded.mailed_secret_hash,
            created_at = now(), expires_at = excluded.expires_at
  returning id`,
    [
      newId(),
      invitation.teamId,
      invitation.email,
      invitation.role,
      invitation.invitedById,
      invitation.secretHash,
      invitation.mailedSecretHash,
      OPEN_DAYS,
    ],
  );
  const { id } = onlyRow(rows);
  await tx.query(`delete from identity.shown_invitations where invitation_id = $1`, [id]);
  return id;
}

/** Returns the role that an open invitation to this address offers; null when there is none. */
export async function findOfferedRole(tx: Tx, teamId: string, email: string): Promise<TeamRole | null> {
  const { rows } = await tx.query<{ role: TeamRole }>(
    `select role from identity.invitations
      where team_id = $1 and lower(email) = lower($2) and expires_at > now()`,
    [teamId, email],
  );
  return rows[0]?.role ?? null;
}

/** An invitation has two secrets: the inviter's, and the mail's. */
const opens = (secretHash: string): string => `(i.secret_hash = ${secretHash} or i.mailed_secret_hash = ${secretHash})`;

/** An invitation for the holder of one of its secrets. */
export interface OpenedInvitation extends Invitation {
  readonly email: string;
  /** Whether the address has an account; null for the inviter's secret, because an inviter may name any address. */
  readonly hasAccount: boolean | null;
}

/** Finds the open invitation with this secret. */
export async function findInvitationBySecret(db: Db, secretHash: Buffer): Promise<OpenedInvitation | null> {
  return db.find<OpenedInvitation>(
    `select ${COLUMNS}, i.email,
            case when i.mailed_secret_hash = $1
                 then exists (select 1 from identity.users u where lower(u.email) = lower(i.email)) end as "hasAccount"
       from identity.invitations i
       ${JOINS}
      where ${opens('$1')} and i.expires_at > now()`,
    [secretHash],
  );
}

/** Adds an invitation to the list of a user who presented its secret; skips one that has just ended. */
export async function insertShownInvitation(
  db: Db,
  userId: string,
  { invitationId, secretHash }: { invitationId: string; secretHash: Buffer },
): Promise<void> {
  await db.query(
    `insert into identity.shown_invitations (user_id, invitation_id)
     select $1, i.id from identity.invitations i where i.id = $2 and ${opens('$3')} for key share
         on conflict do nothing`,
    [userId, invitationId, secretHash],
  );
}

/** Confirms that an invitation reached the user's address, if this is the mailed secret, which the inviter does not know. */
export async function confirmInvitedAddress(db: Db, userId: string, secretHash: Buffer): Promise<void> {
  await db.query(
    `update identity.users u
        set email_confirmed_at = now()
       from identity.invitations i
      where i.mailed_secret_hash = $2
        and i.expires_at > now()
        and u.id = $1
        and lower(u.email) = lower(i.email)
        and u.email_confirmed_at is null`,
    [userId, secretHash],
  );
}

/** Lists open invitations whose secret the user presented, or all to an address that the user confirmed; newest first, with their total. */
export async function listInvitations(db: Db, userId: string, page: Page): Promise<PageRows<Invitation>> {
  const listed = `identity.invitations i
       ${JOINS}
      where i.id in (select s.invitation_id
                       from identity.shown_invitations s
                      where s.user_id = $1
                      union
                     select a.id
                       from identity.users u
                       join identity.invitations a on lower(a.email) = lower(u.email)
                      where u.id = $1 and u.email_confirmed_at is not null)
        and i.expires_at > now()`;
  const text = `
     select ${COLUMNS}, ${countUpToMax(listed)} as total from ${listed}
      order by i.created_at desc, i.id desc limit $2 offset $3`;
  return listPage(page, ({ limit, offset }) => db.query(text, [userId, limit, offset]));
}

/** Lists open invitations to a team, newest first, with their total. */
export async function listTeamInvitations(db: Db, teamId: string, page: Page): Promise<PageRows<TeamInvitation>> {
  const listed = `identity.invitations i
       left join identity.users b on b.id = i.invited_by_id
      where i.team_id = $1
        and i.expires_at > now()`;
  const text = `
     select i.id, i.email, i.role, coalesce(b.name, '') as "invitedByName", i.created_at as "createdAt",
            i.expires_at as "expiresAt", ${countUpToMax(listed)} as total
       from ${listed}
      order by i.created_at desc, i.id desc limit $2 offset $3`;
  return listPage(page, ({ limit, offset }) => db.query(text, [teamId, limit, offset]));
}

/**
 * Returns the team and role of an open invitation that the user may answer: with its secret, or without one when it is on the user's list. Null when
 * there is none.
 */
export async function findAnswerableInvitation(
  db: Db,
  userId: string,
  { invitationId, secretHash }: { invitationId: string; secretHash: Buffer | null },
): Promise<{ teamId: string; role: TeamRole } | null> {
  return db.find<{ teamId: string; role: TeamRole }>(
    `select i.team_id as "teamId", i.role
       from identity.invitations i
      where i.id = $2
        and i.expires_at > now()
        and (${opens('$3')}
         or ($3::bytea is null and (exists (select 1
                                              from identity.shown_invitations s
                                             where s.user_id = $1
                                               and s.invitation_id = i.id)
                                 or exists (select 1
                                              from identity.users u
                                             where u.id = $1
                                               and u.email_confirmed_at is not null
                                               and lower(u.email) = lower(i.email)))))`,
    [userId, invitationId, secretHash],
  );
}

/** Finds an open invitation to a team. */
export async function findTeamInvitation(
  db: Db,
  teamId: string,
  invitationId: string,
): Promise<{ role: TeamRole } | null> {
  return db.find<{ role: TeamRole }>(
    `select role
       from identity.invitations
      where id = $2
        and team_id = $1
        and expires_at > now()`,
    [teamId, invitationId],
  );
}

export async function deleteInvitation(tx: Tx, invitationId: string): Promise<void> {
  await tx.query(`delete from identity.invitations where id = $1`, [invitationId]);
}

/** Ends a member's invitations to one of these roles. */
export async function deleteInvitationsBy(
  tx: Tx,
  { teamId, userId, roles }: { teamId: string; userId: string; roles: readonly TeamRole[] },
): Promise<void> {
  await tx.query(
    `delete from identity.invitations
      where team_id = $1 and invited_by_id = $2 and role = any ($3::text[])`,
    [teamId, userId, roles],
  );
}

/** Deletes expired invitations. */
export async function deleteExpiredInvitations(db: Db): Promise<void> {
  await db.query(`delete from identity.invitations where expires_at <= now()`);
}

/** Deletes the invitations that the user sent, to any team. */
export async function deleteAllInvitationsBy(tx: Tx, userId: string): Promise<void> {
  await tx.query(`delete from identity.invitations where invited_by_id = $1`, [userId]);
}

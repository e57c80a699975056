import type { Db } from '@svc/chassis/postgres/pool';
import type { TeamRole } from '@svc/chassis/principal';
import { MEMBERSHIPS_MAX } from '../teams/membership-repo.js';

/** Everything that a session says about its user. */
export interface SessionPrincipalRow {
  readonly tokenHash: Buffer;
  readonly sessionId: string;
  readonly signedInAt: Date;
  /** The last use that was written down is old enough to write down this one. */
  readonly isUseDue: boolean;
  readonly userId: string;
  readonly name: string;
  readonly role: 'user' | 'admin';
  readonly timeZone: string | null;
  readonly locale: string | null;
  readonly currency: string | null;
  readonly viewCheckDays: number[] | null;
  readonly teams: { readonly id: string; readonly role: TeamRole }[];
}

/** The users of open sessions, in any order; a hash that opens nothing has no row. */
export async function listSessionPrincipals(
  db: Db,
  tokenHashes: readonly Buffer[],
  useNotedMinutes: number,
): Promise<SessionPrincipalRow[]> {
  const { rows } = await db.query<SessionPrincipalRow>(
    `select s.token_hash      as "tokenHash",
            s.id              as "sessionId",
            s.created_at      as "signedInAt",
            s.last_used_at < now() - make_interval(mins => $2) as "isUseDue",
            u.id              as "userId",
            u.name,
            u.role,
            st.time_zone      as "timeZone",
            st.locale,
            st.currency,
            st.view_check_days as "viewCheckDays",
            coalesce(t.teams, '[]') as teams
       from identity.sessions s
       join identity.users u on u.id = s.user_id
       left join identity.user_settings st on st.user_id = u.id
       left join lateral (
            select json_agg(json_build_object('id', m.team_id, 'role', m.role)) as teams
              from (select team_id, role
                      from identity.memberships
                     where user_id = u.id
                       and status = 'active'
                     order by team_id
                     limit $3) m) t on true
      where s.token_hash = any ($1::bytea[])
        and s.expires_at > now()
        and u.disabled_at is null`,
    [tokenHashes, useNotedMinutes, MEMBERSHIPS_MAX],
  );
  return rows;
}

import type { Db } from '@svc/chassis/postgres/pool';
import type { TeamRole } from '@svc/chassis/principal';
import { MEMBERSHIPS_MAX } from '../teams/membership-repo.js';

/** What every credential says about its user. */
export interface PrincipalRow {
  readonly tokenHash: Buffer;
  /** The last use that was written down is old enough to write down this one. */
  readonly isUseDue: boolean;
  readonly userId: string;
  readonly name: string;
  readonly timeZone: string | null;
  readonly locale: string | null;
  readonly currency: string | null;
  readonly viewCheckDays: number[] | null;
  readonly teams: { readonly id: string; readonly role: TeamRole }[];
}

export interface SessionPrincipalRow extends PrincipalRow {
  readonly sessionId: string;
  readonly signedInAt: Date;
  readonly role: 'user' | 'admin';
}

export interface AgentPrincipalRow extends PrincipalRow {
  readonly requestId: string;
  readonly clientId: string;
  readonly scopes: string[];
}

/** Columns of the user `u` with settings and memberships; `$3` is the most memberships. */
const USER_COLUMNS = `u.id              as "userId",
            u.name,
            st.time_zone      as "timeZone",
            st.locale,
            st.currency,
            st.view_check_days as "viewCheckDays",
            coalesce(t.teams, '[]') as teams`;
const USER_JOINS = `left join identity.user_settings st on st.user_id = u.id
       left join lateral (
            select json_agg(json_build_object('id', m.team_id, 'role', m.role)) as teams
              from (select team_id, role
                      from identity.memberships
                     where user_id = u.id
                       and status = 'active'
                     order by team_id
                     limit $3) m) t on true`;

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
            u.role,
            ${USER_COLUMNS}
       from identity.sessions s
       join identity.users u on u.id = s.user_id
       ${USER_JOINS}
      where s.token_hash = any ($1::bytea[])
        and s.expires_at > now()
        and u.disabled_at is null`,
    [tokenHashes, useNotedMinutes, MEMBERSHIPS_MAX],
  );
  return rows;
}

/** The users whom living agent tokens act for, in any order; a hash that opens nothing has no row. */
export async function listAgentPrincipals(
  db: Db,
  tokenHashes: readonly Buffer[],
  useNotedMinutes: number,
): Promise<AgentPrincipalRow[]> {
  const { rows } = await db.query<AgentPrincipalRow>(
    `select r.token_hash      as "tokenHash",
            r.id              as "requestId",
            -- Whoever needed no registration is a client of its own.
            coalesce(r.client_id, r.id) as "clientId",
            r.scopes,
            coalesce(r.last_used_at < now() - make_interval(mins => $2), true) as "isUseDue",
            ${USER_COLUMNS}
       from identity.agent_auth_requests r
       join identity.users u on u.id = r.user_id
       ${USER_JOINS}
      where r.token_hash = any ($1::bytea[])
        and r.status = 'approved'
        and r.token_expires_at > now()
        and u.disabled_at is null`,
    [tokenHashes, useNotedMinutes, MEMBERSHIPS_MAX],
  );
  return rows;
}

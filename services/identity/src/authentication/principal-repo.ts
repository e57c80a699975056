import type { AgentFamily, TeamRole } from '@svc/chassis/calls/principal';
import type { Db } from '@svc/chassis/postgres/pool';
import { USE_NOTED_MINUTES } from '../sessions/session-lifetime.js';
import { MEMBERSHIPS_MAX } from '../teams/membership-repo.js';

/** The data about a user that every kind of credential returns. */
export interface PrincipalRow {
  readonly userId: string;
  readonly name: string;
  readonly timeZone: string | null;
  readonly locale: string | null;
  readonly currency: string | null;
  readonly viewCheckDays: number[] | null;
  readonly teams: { readonly id: string; readonly role: TeamRole }[];
}

/** A principal found by a token, of which only the hash is stored. */
export interface TokenPrincipalRow extends PrincipalRow {
  readonly tokenHash: Buffer;
  /** Whether the last recorded use is old enough to record this one. */
  readonly isUseDue: boolean;
}

export interface SessionPrincipalRow extends TokenPrincipalRow {
  readonly sessionId: string;
  readonly signedInAt: Date;
  readonly role: 'user' | 'admin';
}

export interface AgentPrincipalRow extends TokenPrincipalRow {
  readonly requestId: string;
  readonly clientId: string;
  readonly family: AgentFamily;
  /** Null for tokens from before scopes were recorded. */
  readonly scopes: string[] | null;
  readonly actorId: string | null;
  readonly channel: string | null;
}

/** Columns of the user `u` with settings and memberships. */
const USER_COLUMNS = `u.id as "userId", u.name, st.time_zone as "timeZone", st.locale, st.currency,
            st.view_check_days as "viewCheckDays", coalesce(t.teams, '[]') as teams`;
/** The joined tables of these columns; `most` is the parameter with the maximum number of memberships. */
const userJoins = (most: '$2' | '$3') => `left join identity.user_settings st on st.user_id = u.id
       left join lateral (
            select json_agg(json_build_object('id', m.team_id, 'role', m.role)) as teams
              from (select team_id, role
                      from identity.memberships
                     where user_id = u.id
                       and status = 'active'
                     order by team_id
                     limit ${most}) m) t on true`;

/** Open sessions of users who may sign in; `$2` is the minutes between recorded uses. */
const OPEN_SESSIONS = `
     select s.token_hash      as "tokenHash",
            s.id              as "sessionId",
            s.created_at      as "signedInAt",
            s.last_used_at < now() - make_interval(mins => $2) as "isUseDue",
            u.role,
            ${USER_COLUMNS}
       from identity.sessions s
       join identity.users u on u.id = s.user_id
       ${userJoins('$3')}
      where s.expires_at > now() and u.disabled_at is null`;

/** Open agent connections of users who may sign in; `$2` is the minutes between recorded uses. */
const LIVING_CONNECTIONS = `
     select r.token_hash      as "tokenHash",
            r.id              as "requestId",
            -- An agent that needed no registration is a client of its own.
            coalesce(r.client_id, r.id) as "clientId", r.family, r.scopes, r.actor_id as "actorId", r.channel,
            coalesce(r.last_used_at < now() - make_interval(mins => $2), true) as "isUseDue", ${USER_COLUMNS}
       from identity.agent_auth_requests r
       join identity.users u on u.id = r.user_id
       ${userJoins('$3')}
      where r.status = 'approved' and r.token_expires_at > now() and u.disabled_at is null`;

/** Lists the users of open sessions, in any order; an invalid hash has no row. */
export async function listSessionPrincipals(db: Db, tokenHashes: readonly Buffer[]): Promise<SessionPrincipalRow[]> {
  return db.list<SessionPrincipalRow>(`${OPEN_SESSIONS} and s.token_hash = any ($1::bytea[])`, [
    tokenHashes,
    USE_NOTED_MINUTES,
    MEMBERSHIPS_MAX,
  ]);
}

/** Lists the users of valid agent tokens, in any order; an invalid hash has no row. */
export async function listAgentPrincipals(db: Db, tokenHashes: readonly Buffer[]): Promise<AgentPrincipalRow[]> {
  return db.list<AgentPrincipalRow>(`${LIVING_CONNECTIONS} and r.token_hash = any ($1::bytea[])`, [
    tokenHashes,
    USE_NOTED_MINUTES,
    MEMBERSHIPS_MAX,
  ]);
}

/** Finds the user of an open session; null when it is not the user's or has ended. */
export async function findSessionPrincipal(
  db: Db,
  userId: string,
  sessionId: string,
): Promise<SessionPrincipalRow | null> {
  const rows = await db.list<SessionPrincipalRow>(`${OPEN_SESSIONS} and s.id = $1 and s.user_id = $4`, [
    sessionId,
    USE_NOTED_MINUTES,
    MEMBERSHIPS_MAX,
    userId,
  ]);
  return rows[0] ?? null;
}

/** Finds the user of an agent's connection; null when it is not the user's or has ended. */
export async function findAgentPrincipal(db: Db, userId: string, requestId: string): Promise<AgentPrincipalRow | null> {
  const rows = await db.list<AgentPrincipalRow>(`${LIVING_CONNECTIONS} and r.id = $1 and r.user_id = $4`, [
    requestId,
    USE_NOTED_MINUTES,
    MEMBERSHIPS_MAX,
    userId,
  ]);
  return rows[0] ?? null;
}

/** Lists users who may sign in, in any order; an unknown id has no row. */
export async function listUserPrincipals(db: Db, userIds: readonly string[]): Promise<PrincipalRow[]> {
  return db.list<PrincipalRow>(
    `select ${USER_COLUMNS}
       from identity.users u
       ${userJoins('$2')}
      where u.id = any ($1::uuid[]) and u.disabled_at is null`,
    [userIds, MEMBERSHIPS_MAX],
  );
}

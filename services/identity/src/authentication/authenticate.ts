import type { Log } from '@svc/chassis/log';
import type { Pool } from '@svc/chassis/postgres/pool';
import type { UserPrincipal } from '@svc/chassis/principal';
import type { AuthenticateResult, Credential } from '@svc/proto/identity/v1/authentication_service';
import { USE_NOTED_MINUTES } from '../sessions/session-lifetime.js';
import { updateSessionUse } from '../sessions/session-repo.js';
import { hashToken } from '../sessions/session-token.js';
import { DEFAULT_SETTINGS } from '../settings/settings-repo.js';
import type { AssertionIssuer } from './assertion-issuer.js';
import { listSessionPrincipals, type SessionPrincipalRow } from './principal-repo.js';

/** Most credentials that one call may bring. */
export const CREDENTIALS_MAX = 256;

/** Answers each credential in its order, all of them with one query. A bad one gets a result without a principal. */
export async function authenticate(
  pool: Pool,
  issuer: AssertionIssuer,
  credentials: readonly Credential[],
): Promise<AuthenticateResult[]> {
  const hashes = credentials.map(({ credential }) => (credential ? hashToken(credential.value) : null));
  const asked = hashes.filter((hash) => hash !== null);
  const rows = await listSessionPrincipals(pool, asked, USE_NOTED_MINUTES);
  noteUse(pool, rows, pool.log);
  const answers = await Promise.all(
    rows.map(async (row) => [row.tokenHash.toString('hex'), await answer(row, issuer)] as const),
  );
  const byHash = new Map(answers);
  return hashes.map((hash) => (hash && byHash.get(hash.toString('hex'))) ?? { principal: null });
}

async function answer(row: SessionPrincipalRow, issuer: AssertionIssuer): Promise<AuthenticateResult> {
  const { userId, role, sessionId, signedInAt } = row;
  const assertion = await issuer.issue(toPrincipal(row));
  return { principal: { assertion, userId, role, sessionId, signedInAt } };
}

function toPrincipal(row: SessionPrincipalRow): UserPrincipal {
  return {
    kind: 'user',
    userId: row.userId,
    name: row.name,
    role: row.role,
    teams: row.teams,
    sessionId: row.sessionId,
    preferences: {
      timeZone: row.timeZone ?? DEFAULT_SETTINGS.timeZone,
      locale: row.locale ?? DEFAULT_SETTINGS.locale,
      currency: row.currency ?? DEFAULT_SETTINGS.currency,
      viewCheckDays: row.viewCheckDays ?? DEFAULT_SETTINGS.viewCheckDays,
    },
  };
}

/** Written down every five minutes at most, and never waited for. */
function noteUse(pool: Pool, rows: readonly SessionPrincipalRow[], log: Log): void {
  const due = rows.filter((row) => row.isUseDue).map((row) => row.sessionId);
  if (due.length === 0) return;
  updateSessionUse(pool, due).catch((error: unknown) => log.warn({ err: error }, 'the use of sessions was not noted'));
}

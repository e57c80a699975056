import type { Pool } from '@svc/chassis/postgres/pool';
import type { AgentPrincipal, SignedInPrincipal } from '@svc/chassis/principal';
import type { AuthenticateResult, Credential } from '@svc/proto/identity/v1/authentication_service';
import { updateConnectionUse } from '../agent-authorizations/connection-repo.js';
import { USE_NOTED_MINUTES } from '../sessions/session-lifetime.js';
import { updateSessionUse } from '../sessions/session-repo.js';
import { hashToken } from '../sessions/session-token.js';
import { DEFAULT_SETTINGS } from '../settings/settings-repo.js';
import type { AssertionIssuer } from './assertion-issuer.js';
import {
  listAgentPrincipals,
  listSessionPrincipals,
  type AgentPrincipalRow,
  type PrincipalRow,
  type SessionPrincipalRow,
} from './principal-repo.js';

/** Most credentials that one call may bring. */
export const CREDENTIALS_MAX = 256;

type CredentialKind = NonNullable<Credential['credential']>['$case'];

/** Answers each credential in its order, with one query for all of a kind. A bad one gets a result without a principal. */
export async function authenticate(
  pool: Pool,
  issuer: AssertionIssuer,
  credentials: readonly Credential[],
): Promise<AuthenticateResult[]> {
  const asked = credentials.map(({ credential }) =>
    credential ? { kind: credential.$case, hash: hashToken(credential.value) } : null,
  );
  const hashesOf = (kind: CredentialKind): Buffer[] =>
    asked.flatMap((question) => (question?.kind === kind ? [question.hash] : []));
  const [sessions, agents] = await Promise.all([
    answerSessions(pool, issuer, hashesOf('sessionToken')),
    answerAgents(pool, issuer, hashesOf('agentToken')),
  ]);
  const answers = { sessionToken: new Map(sessions), agentToken: new Map(agents) };
  return asked.map((question) => {
    const principal = question && answers[question.kind].get(keyOf(question.hash));
    return { principal: principal ?? null };
  });
}

type Answer = readonly [tokenHash: string, principal: NonNullable<AuthenticateResult['principal']>];

async function answerSessions(pool: Pool, issuer: AssertionIssuer, hashes: readonly Buffer[]): Promise<Answer[]> {
  if (hashes.length === 0) return [];
  const rows = await listSessionPrincipals(pool, hashes, USE_NOTED_MINUTES);
  noteUse(pool, rows, ({ sessionId }) => sessionId, updateSessionUse);
  return Promise.all(
    rows.map(async (row) => {
      const { userId, role, sessionId, signedInAt } = row;
      const assertion = await issuer.issue(signedInPrincipal(row));
      return [keyOf(row.tokenHash), { assertion, userId, role, sessionId, signedInAt }] as const;
    }),
  );
}

async function answerAgents(pool: Pool, issuer: AssertionIssuer, hashes: readonly Buffer[]): Promise<Answer[]> {
  if (hashes.length === 0) return [];
  const rows = await listAgentPrincipals(pool, hashes, USE_NOTED_MINUTES);
  noteUse(pool, rows, ({ requestId }) => requestId, updateConnectionUse);
  return Promise.all(
    rows.map(async (row) => {
      const { requestId, clientId, scopes } = row;
      const principal = agentPrincipal(row);
      const { userId, role } = principal;
      const assertion = await issuer.issue(principal);
      const agent = { requestId, clientId, scopes };
      return [keyOf(row.tokenHash), { assertion, userId, role, sessionId: '', signedInAt: null, agent }] as const;
    }),
  );
}

function signedInPrincipal(row: SessionPrincipalRow): SignedInPrincipal {
  return { kind: 'user', ...person(row), role: row.role, sessionId: row.sessionId };
}

function agentPrincipal(row: AgentPrincipalRow): AgentPrincipal {
  const { requestId, clientId, scopes } = row;
  return { kind: 'agent', ...person(row), role: 'user', agent: { requestId, clientId, scopes } };
}

function person(row: PrincipalRow) {
  return {
    userId: row.userId,
    name: row.name,
    teams: row.teams,
    preferences: {
      timeZone: row.timeZone ?? DEFAULT_SETTINGS.timeZone,
      locale: row.locale ?? DEFAULT_SETTINGS.locale,
      currency: row.currency ?? DEFAULT_SETTINGS.currency,
      viewCheckDays: row.viewCheckDays ?? DEFAULT_SETTINGS.viewCheckDays,
    },
  };
}

function keyOf(tokenHash: Buffer): string {
  return tokenHash.toString('hex');
}

/** Written down every five minutes at most, and never waited for. */
function noteUse<Row extends PrincipalRow>(
  pool: Pool,
  rows: readonly Row[],
  idOf: (row: Row) => string,
  update: (pool: Pool, ids: readonly string[]) => Promise<void>,
): void {
  const due = rows.filter((row) => row.isUseDue).map(idOf);
  if (due.length === 0) return;
  update(pool, due).catch((error: unknown) => pool.log.warn({ err: error }, 'the use of credentials was not noted'));
}

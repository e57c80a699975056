import { runInBackground } from '@svc/chassis/call-context';
import type { Pool } from '@svc/chassis/postgres/pool';
import type { AgentPrincipal } from '@svc/chassis/principal';
import type { AdapterCredential, AuthenticateResult, Credential } from '@svc/proto/identity/v1/authentication_service';
import { validate as isUuid } from 'uuid';
import { updateConnectionUse } from '../agent-authorizations/connection-repo.js';
import { updateSessionUse } from '../sessions/session-repo.js';
import { hashToken } from '../sessions/session-token.js';
import type { AssertionIssuer } from './assertion-issuer.js';
import { isSecret } from './compare-secret.js';
import {
  listAgentPrincipals,
  listSessionPrincipals,
  listUserPrincipals,
  type TokenPrincipalRow,
} from './principal-repo.js';
import { adapterPrincipal, agentPrincipal, signedInPrincipal } from './principals.js';

/** Most credentials that one call may bring. */
export const CREDENTIALS_MAX = 256;

export interface Authentication {
  readonly pool: Pool;
  readonly issuer: AssertionIssuer;
  /** What the operator's adapters know; undefined when there are none. */
  readonly adapterSecrets: readonly string[] | undefined;
}

/** Makes the assertion of an agent. */
type Prove = (principal: AgentPrincipal) => Promise<string>;

type Answers = ReadonlyMap<string, NonNullable<AuthenticateResult['principal']>>;

/** Answers each credential in its order, with one query for all of a kind. A bad one gets a result without a principal. */
export async function authenticate(
  parts: Authentication,
  credentials: readonly Credential[],
  signsApprovals: boolean,
): Promise<AuthenticateResult[]> {
  const { issuer } = parts;
  const prove: Prove = (principal) =>
    signsApprovals ? issuer.issueWithApproval(principal, null) : issuer.issue(principal);
  const asked = credentials.map(({ credential }) => (credential ? questionOf(credential, parts.adapterSecrets) : null));
  const keysOf = (kind: Question['kind']): string[] =>
    asked.flatMap((question) => (question?.kind === kind ? [question.key] : []));
  const [sessions, agents, adapters] = await Promise.all([
    answerSessions(parts, keysOf('session')),
    answerAgents(parts, keysOf('agent'), prove),
    answerAdapters(parts, keysOf('adapter'), prove),
  ]);
  const answers = { session: sessions, agent: agents, adapter: adapters };
  return asked.map((question) => ({ principal: (question && answers[question.kind].get(question.key)) ?? null }));
}

/** What is looked up for a credential: the hash of a token in hex, or the user whom an adapter acts for. */
interface Question {
  readonly kind: 'session' | 'agent' | 'adapter';
  readonly key: string;
}

function questionOf(
  credential: NonNullable<Credential['credential']>,
  adapterSecrets: readonly string[] | undefined,
): Question | null {
  if (credential.$case === 'adapter') {
    const { value } = credential;
    return isAdapter(value, adapterSecrets) ? { kind: 'adapter', key: value.actingUserId.toLowerCase() } : null;
  }
  const kind = credential.$case === 'sessionToken' ? 'session' : 'agent';
  return { kind, key: hashToken(credential.value).toString('hex') };
}

function isAdapter({ secret, actingUserId }: AdapterCredential, expected: readonly string[] | undefined): boolean {
  return isSecret(secret, expected) && isUuid(actingUserId);
}

async function answerSessions({ pool, issuer }: Authentication, hashes: readonly string[]): Promise<Answers> {
  if (hashes.length === 0) return new Map();
  const rows = await listSessionPrincipals(pool, hashes.map(fromHex));
  noteUse(pool, rows, ({ sessionId }) => sessionId, updateSessionUse);
  return answersOf(rows, async (row) => {
    const { userId, role, sessionId, signedInAt } = row;
    const assertion = await issuer.issue(signedInPrincipal(row));
    return [row.tokenHash.toString('hex'), { assertion, userId, role, sessionId, signedInAt }];
  });
}

async function answerAgents({ pool }: Authentication, hashes: readonly string[], prove: Prove): Promise<Answers> {
  if (hashes.length === 0) return new Map();
  const rows = await listAgentPrincipals(pool, hashes.map(fromHex));
  noteUse(pool, rows, ({ requestId }) => requestId, updateConnectionUse);
  return answersOf(rows, async (row) => [row.tokenHash.toString('hex'), await toAnswer(agentPrincipal(row), prove)]);
}

async function answerAdapters({ pool }: Authentication, userIds: readonly string[], prove: Prove): Promise<Answers> {
  if (userIds.length === 0) return new Map();
  const rows = await listUserPrincipals(pool, userIds);
  return answersOf(rows, async (row) => [row.userId, await toAnswer(adapterPrincipal(row), prove)]);
}

async function toAnswer(principal: AgentPrincipal, prove: Prove) {
  const { userId, role, agent } = principal;
  const assertion = await prove(principal);
  return { assertion, userId, role, sessionId: '', signedInAt: null, agent: { ...agent, scopes: [...agent.scopes] } };
}

async function answersOf<Row>(
  rows: readonly Row[],
  answer: (row: Row) => Promise<readonly [key: string, principal: NonNullable<AuthenticateResult['principal']>]>,
): Promise<Answers> {
  return new Map(await Promise.all(rows.map(answer)));
}

function fromHex(hash: string): Buffer {
  return Buffer.from(hash, 'hex');
}

/** Written down every five minutes at most, and never waited for. */
function noteUse<Row extends TokenPrincipalRow>(
  pool: Pool,
  rows: readonly Row[],
  idOf: (row: Row) => string,
  update: (pool: Pool, ids: readonly string[]) => Promise<void>,
): void {
  const due = rows.filter((row) => row.isUseDue).map(idOf);
  if (due.length === 0) return;
  runInBackground(() => update(pool, due)).catch((error: unknown) =>
    pool.log.warn({ err: error }, 'the use of credentials was not noted'),
  );
}

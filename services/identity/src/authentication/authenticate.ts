import { runInBackground } from '@svc/chassis/calls/call-context';
import type { AgentPrincipal, UserPrincipal } from '@svc/chassis/calls/principal';
import type { Pool } from '@svc/chassis/postgres/pool';
import type { AdapterCredential, AuthenticateResult, Credential } from '@svc/proto/identity/v1/authentication_service';
import { validate as isUuid } from 'uuid';
import { updateConnectionUse } from '../agent-authorizations/connections/connection-repo.js';
import { updateSessionUse } from '../sessions/session-repo.js';
import { hashToken } from '../sessions/session-token.js';
import type { AssertionIssuer, IssuedAssertions } from './assertion-issuer.js';
import { isSecret } from './compare-secret.js';
import {
  listAgentPrincipals,
  listSessionPrincipals,
  listUserPrincipals,
  type TokenPrincipalRow,
} from './principal-repo.js';
import { adapterPrincipal, agentPrincipal, signedInPrincipal } from './principals.js';

/** Maximum credentials in a call, and maximum audiences. */
export const CREDENTIALS_MAX = 256;
export const AUDIENCES_MAX = 8;

export interface Authentication {
  readonly pool: Pool;
  readonly issuer: AssertionIssuer;
  /** The secrets of the operator's adapters; undefined when there are none. */
  readonly adapterSecrets: readonly string[] | undefined;
}

/** Issues a caller's assertions. */
type Prove = (principal: UserPrincipal) => Promise<IssuedAssertions>;
type Answer = NonNullable<AuthenticateResult['principal']>;
/** Lookups, by the key of their credentials. */
type Answers = ReadonlyMap<string, (question: Question) => Promise<Answer>>;

/** Resolves each credential, in order, with one query per kind. An invalid credential gets a result without a principal. */
export async function authenticate(
  parts: Authentication,
  credentials: readonly Credential[],
  { signsApprovals, audiences }: { readonly signsApprovals: boolean; readonly audiences: readonly string[] },
): Promise<AuthenticateResult[]> {
  const { issuer } = parts;
  const prove: Prove = (principal) =>
    issuer.issueEach(signsApprovals ? issuer.withApproval(principal, null) : principal, audiences);
  const asked = credentials.map((credential) => questionOf(credential, parts.adapterSecrets));
  const keysOf = (kind: Question['kind']): string[] =>
    asked.flatMap((question) => (question?.kind === kind ? [question.key] : []));
  const [sessions, agents, adapters] = await Promise.all([
    answerSessions(parts, keysOf('session'), prove, audiences.length > 0),
    answerAgents(parts, keysOf('agent'), prove),
    answerAdapters(parts, keysOf('adapter'), prove),
  ]);
  const answers = { session: sessions, agent: agents, adapter: adapters };
  return Promise.all(
    asked.map(async (question) => {
      const answer = question && answers[question.kind].get(question.key);
      return { principal: answer ? await answer(question) : null };
    }),
  );
}

/** The lookup key of a credential: the hash of a token in hex, or the user for whom an adapter acts. */
interface Question {
  readonly kind: 'session' | 'agent' | 'adapter';
  readonly key: string;
  readonly administers: boolean;
}

function questionOf(
  { credential, administers: asked }: Credential,
  adapterSecrets: readonly string[] | undefined,
): Question | null {
  if (!credential) return null;
  const administers = asked === true;
  if (credential.$case === 'adapter') {
    const { value } = credential;
    return isAdapter(value, adapterSecrets)
      ? { kind: 'adapter', key: value.actingUserId.toLowerCase(), administers: false }
      : null;
  }
  const kind = credential.$case === 'sessionToken' ? 'session' : 'agent';
  return { kind, key: hashToken(credential.value).toString('hex'), administers };
}

function isAdapter({ secret, actingUserId }: AdapterCredential, expected: readonly string[] | undefined): boolean {
  return isSecret(secret, expected) && isUuid(actingUserId);
}

/** Proves an administrator's role only on request; callers of the previous release do not request it. */
async function answerSessions(
  { pool }: Authentication,
  hashes: readonly string[],
  prove: Prove,
  asksForRole: boolean,
): Promise<Answers> {
  if (hashes.length === 0) return new Map();
  const rows = await listSessionPrincipals(pool, hashes.map(fromHex));
  noteUse(pool, rows, ({ sessionId }) => sessionId, updateSessionUse);
  return answersOf(rows, hashOf, async (row, { administers }) => {
    const { userId, role, sessionId, signedInAt } = row;
    const principal = signedInPrincipal(row);
    const proved = await prove(administers || !asksForRole ? principal : { ...principal, role: 'user' });
    return { ...proved, userId, role, sessionId, signedInAt };
  });
}

async function answerAgents({ pool }: Authentication, hashes: readonly string[], prove: Prove): Promise<Answers> {
  if (hashes.length === 0) return new Map();
  const rows = await listAgentPrincipals(pool, hashes.map(fromHex));
  noteUse(pool, rows, ({ requestId }) => requestId, updateConnectionUse);
  return answersOf(rows, hashOf, (row) => toAnswer(agentPrincipal(row), prove));
}

async function answerAdapters({ pool }: Authentication, userIds: readonly string[], prove: Prove): Promise<Answers> {
  if (userIds.length === 0) return new Map();
  const rows = await listUserPrincipals(pool, userIds);
  return answersOf(
    rows,
    ({ userId }) => userId,
    (row) => toAnswer(adapterPrincipal(row), prove),
  );
}

async function toAnswer(principal: AgentPrincipal, prove: Prove): Promise<Answer> {
  const { userId, role, agent } = principal;
  const proved = await prove(principal);
  return { ...proved, userId, role, sessionId: '', signedInAt: null, agent: { ...agent, scopes: [...agent.scopes] } };
}

function answersOf<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  answer: (row: Row, question: Question) => Promise<Answer>,
): Answers {
  return new Map(rows.map((row) => [keyOf(row), (question) => answer(row, question)]));
}

function hashOf({ tokenHash }: { readonly tokenHash: Buffer }): string {
  return tokenHash.toString('hex');
}

function fromHex(hash: string): Buffer {
  return Buffer.from(hash, 'hex');
}

/** Stored at most every five minutes, and never awaited. */
function noteUse<Row extends TokenPrincipalRow>(
  pool: Pool,
  rows: readonly Row[],
  idOf: (row: Row) => string,
  update: (pool: Pool, ids: readonly string[]) => Promise<void>,
): void {
  const due = rows.filter((row) => row.isUseDue).map(idOf);
  if (due.length === 0) return;
  runInBackground(() => update(pool, due)).catch((error: unknown) =>
    pool.log.warn({ err: error }, 'the use of credentials was not recorded'),
  );
}

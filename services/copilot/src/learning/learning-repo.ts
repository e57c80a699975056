import { countUpToMax, listPage, type Page, type PageRows } from '@svc/chassis/postgres/lists/list-page';
import type { Db } from '@svc/chassis/postgres/pool';
import { onlyRow } from '@svc/chassis/postgres/rows';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { Candidate } from '@svc/proto/copilot/v1/learning_service';
import type { StoredPart } from '../turns/messages/message-parts.js';
import type { Statement } from './extract-statements.js';

/** Days after which a mention counts half. */
const HALF_LIFE_DAYS = 30;
/** Confidence in a candidate: each mention adds to it, older ones less. */
const SCORE = `coalesce((select 1 - exp(sum(ln(1 - e.weight * power(0.5,
                   extract(epoch from now() - e.created_at)::double precision / ${HALF_LIFE_DAYS * 86_400}))))
              from memory.learning_evidence e where e.candidate_id = c.id), 0)`;
const CONVERSATIONS = `(select count(distinct e.conversation_id)::integer
              from memory.learning_evidence e where e.candidate_id = c.id)`;
const DAYS = `(select count(distinct e.day)::integer from memory.learning_evidence e where e.candidate_id = c.id)`;
const COLUMNS = `c.id, c.statement, c.kind, c.stage, ${SCORE} as score, ${CONVERSATIONS} as conversations, ${DAYS} as days,
            (select jsonb_build_object('id', r.id, 'content', r.content)
               from memory.memories r where r.id = c.replaces_id and r.archived_at is null) as replaces,
            c.memory_id as "memoryId", c.first_seen_at as "firstSeenAt", c.last_seen_at as "lastSeenAt"`;

/** A message that may be learned from. */
export interface LearnableMessage {
  readonly ownerId: string;
  readonly conversationId: string;
  /** Day of its turn. */
  readonly day: string;
  readonly parts: readonly StoredPart[];
}

/** The message that a turn answers, if its user agreed to learning; null otherwise. */
export function findLearnableMessage(tx: Tx, turnId: string, consentVersion: string): Promise<LearnableMessage | null> {
  return tx.find<LearnableMessage>(
    `select t.owner_id as "ownerId", t.conversation_id as "conversationId", to_char(t.day, 'YYYY-MM-DD') as day, m.parts
       from memory.turns t
       join memory.copilot_configs g on g.user_id = t.owner_id and g.learning_enabled
       join memory.messages m on m.conversation_id = t.conversation_id and m.seq = t.asked_seq
      where t.id = $1
        and (select k.is_granted and k.version = $2 from memory.copilot_consents k
              where k.user_id = t.owner_id and k.scope = 'learning' order by k.id desc limit 1)`,
    [turnId, consentVersion],
  );
}

/** Locks a user's candidates until the end of the transaction: others can neither add any nor propose them. */
export async function lockLearning(tx: Tx, ownerId: string): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended(current_schema() || ' learning ' || $1::text, 0))`, [
    ownerId,
  ]);
}

/** A candidate as stored before the mention. */
export interface KnownCandidate {
  readonly id: string;
  readonly stage: string;
  /** The user rejected it recently. */
  readonly isMuted: boolean;
}

export function findByHash(tx: Tx, ownerId: string, hash: Buffer, mutedDays: number): Promise<KnownCandidate | null> {
  return tx.find<KnownCandidate>(
    `select id, stage, stage = 'rejected' and decided_at > now() - make_interval(days => $3) as "isMuted"
       from memory.learning_candidates where owner_id = $1 and statement_hash = $2`,
    [ownerId, hash, mutedDays],
  );
}

export async function insertCandidate(
  tx: Tx,
  candidate: { readonly id: string; readonly ownerId: string; readonly hash: Buffer; readonly statement: Statement },
): Promise<void> {
  const { id, ownerId, hash, statement } = candidate;
  await tx.query(
    `insert into memory.learning_candidates (id, owner_id, statement, statement_hash, kind, is_explicit)
     values ($1, $2, $3, $4, $5, $6)`,
    [id, ownerId, statement.text, hash, statement.kind, statement.isExplicit],
  );
}

/** Adds a mention to a candidate; one that was dropped or expired starts over. */
export async function storeMention(tx: Tx, candidateId: string, isExplicit: boolean): Promise<void> {
  await tx.query(
    `with begun as (
       delete from memory.learning_evidence e using memory.learning_candidates c
        where c.id = $1 and e.candidate_id = c.id and c.stage in ('rejected', 'expired'))
     update memory.learning_candidates
        set last_seen_at = now(), is_explicit = case when stage in ('rejected', 'expired') then $2 else is_explicit or $2 end,
            first_seen_at = case when stage in ('rejected', 'expired') then now() else first_seen_at end,
            stage = case when stage in ('rejected', 'expired') then 'observed' else stage end, decided_at = null
      where id = $1`,
    [candidateId, isExplicit],
  );
}

/** Stores where a candidate was mentioned, keeping the newest `max`. */
export async function insertEvidence(
  tx: Tx,
  candidateId: string,
  turnId: string,
  { conversationId, day }: LearnableMessage,
  { weight, max }: { readonly weight: number; readonly max: number },
): Promise<void> {
  await tx.query(
    `insert into memory.learning_evidence (candidate_id, turn_id, conversation_id, day, weight)
     values ($1, $2, $3, $4, $5)
         on conflict do nothing`,
    [candidateId, turnId, conversationId, day, weight],
  );
  await tx.query(
    `delete from memory.learning_evidence
      where candidate_id = $1
        and turn_id = any (array(select turn_id from memory.learning_evidence
                                  where candidate_id = $1 order by created_at desc, turn_id desc offset $2))`,
    [candidateId, max],
  );
}

/** Makes room for one more candidate of a user; false when none can be deleted. */
export async function makeRoom(tx: Tx, ownerId: string, max: number, mutedDays: number): Promise<boolean> {
  const { rows } = await tx.query<{ count: number }>(
    `select count(*)::integer as count from memory.learning_candidates where owner_id = $1`,
    [ownerId],
  );
  if (onlyRow(rows).count < max) return true;
  const { rowCount } = await tx.query(
    `delete from memory.learning_candidates
      where id = (select id from memory.learning_candidates
                   where owner_id = $1
                     and (stage in ('observed', 'expired', 'graduated')
                          or (stage = 'rejected' and decided_at <= now() - make_interval(days => $2)))
                   order by stage = 'observed', last_seen_at, id
                   limit 1)`,
    [ownerId, mutedDays],
  );
  return rowCount === 1;
}

/** The condition for a candidate to be eligible. */
export interface Eligibility {
  readonly score: number;
  readonly conversations: number;
  readonly days: number;
}

/** Marks the candidates of a user that have become eligible. */
export async function storeEligible(
  tx: Tx,
  ownerId: string,
  { score, conversations, days }: Eligibility,
): Promise<void> {
  await tx.query(
    `update memory.learning_candidates c
        set stage = 'eligible'
      where c.owner_id = $1 and c.stage = 'observed' and ${SCORE} >= $2
        and (c.is_explicit or (${CONVERSATIONS} >= $3 and ${DAYS} >= $4))`,
    [ownerId, score, conversations, days],
  );
}

/** As many eligible candidates as fit besides the proposed ones, highest confidence first. */
export async function listNext(tx: Tx, ownerId: string, openMax: number): Promise<Candidate[]> {
  const { rows } = await tx.query<Candidate>(
    `select ${COLUMNS}
       from memory.learning_candidates c
      where c.owner_id = $1 and c.stage = 'eligible'
      order by score desc, c.last_seen_at desc, c.id
      limit greatest(0, $2 - (select count(*) from memory.learning_candidates o
                               where o.owner_id = $1 and o.stage = 'proposed'))`,
    [ownerId, openMax],
  );
  return rows;
}

export async function storeProposed(tx: Tx, candidateId: string, replacesId: string | null): Promise<void> {
  await tx.query(
    `update memory.learning_candidates set stage = 'proposed', proposed_at = now(), replaces_id = $2 where id = $1`,
    [candidateId, replacesId],
  );
}

/** Candidates of a user at a stage, last mentioned first. */
export function listCandidates(db: Db, ownerId: string, stage: string, page: Page): Promise<PageRows<Candidate>> {
  const isListed = `c.owner_id = $1 and c.stage = $2`;
  const text = `
     select ${COLUMNS}, ${countUpToMax(`memory.learning_candidates c where ${isListed}`)} as total
       from memory.learning_candidates c
      where ${isListed}
      order by c.last_seen_at desc, c.id desc
      limit $3 offset $4`;
  return listPage(page, ({ limit, offset }) => db.query(text, [ownerId, stage, limit, offset]));
}

/** The user's candidate. */
export function findCandidate(tx: Tx, ownerId: string, candidateId: string): Promise<Candidate | null> {
  return tx.find<Candidate>(`select ${COLUMNS} from memory.learning_candidates c where c.id = $1 and c.owner_id = $2`, [
    candidateId,
    ownerId,
  ]);
}

/** Stores the user's decision. */
export async function storeDecision(tx: Tx, candidateId: string, memoryId: string | null): Promise<Candidate> {
  const { rows } = await tx.query<Candidate>(
    `update memory.learning_candidates c
        set stage = case when $2::uuid is null then 'rejected' else 'graduated' end, memory_id = $2, decided_at = now()
      where c.id = $1
  returning ${COLUMNS}`,
    [candidateId, memoryId],
  );
  return onlyRow(rows);
}

/** Deletes at most `limit` candidates of an account; returns how many. */
export async function deleteCandidatesOf(tx: Tx, ownerId: string, limit: number): Promise<number> {
  const { rowCount } = await tx.query(
    `delete from memory.learning_candidates
      where id = any (array(select id from memory.learning_candidates where owner_id = $1 limit $2 for update))`,
    [ownerId, limit],
  );
  return rowCount;
}

/** Deletes undecided candidates that were mentioned only in this conversation. */
export async function deleteCandidatesIn(tx: Tx, conversationId: string): Promise<void> {
  await tx.query(
    `delete from memory.learning_candidates c
      using memory.learning_evidence e
      where e.conversation_id = $1 and c.id = e.candidate_id and c.stage in ('observed', 'eligible', 'proposed')
        and not exists (select from memory.learning_evidence o
                         where o.candidate_id = c.id and o.conversation_id <> $1)`,
    [conversationId],
  );
}

/** Expires at most `limit` candidates not mentioned for this many days; returns how many. */
export async function expireCandidates(tx: Tx, days: number, limit: number): Promise<number> {
  const { rowCount } = await tx.query(
    `update memory.learning_candidates
        set stage = 'expired', decided_at = now()
      where id = any (array(
            select id from memory.learning_candidates
             where stage in ('observed', 'eligible', 'proposed') and last_seen_at < now() - make_interval(days => $1)
             order by last_seen_at limit $2 for update skip locked))`,
    [days, limit],
  );
  return rowCount;
}

/** Deletes at most `limit` candidates that were dropped this many days ago; returns how many. */
export async function deleteSettled(tx: Tx, days: number, limit: number): Promise<number> {
  const { rowCount } = await tx.query(
    `delete from memory.learning_candidates
      where id = any (array(
            select id from memory.learning_candidates
             where stage in ('rejected', 'expired') and decided_at < now() - make_interval(days => $1)
             order by decided_at limit $2 for update skip locked))`,
    [days, limit],
  );
  return rowCount;
}

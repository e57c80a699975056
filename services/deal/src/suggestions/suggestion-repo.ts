import type { ActingAgent } from '@svc/chassis/calls/call-origin';
import { countUpToMax, listPage, type Page, type PageRows } from '@svc/chassis/postgres/lists/list-page';
import type { Db } from '@svc/chassis/postgres/pool';
import { onlyRow } from '@svc/chassis/postgres/rows';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { ProposedChange, ReleaseSuggestionRequest, Suggestion } from '@svc/proto/deal/v1/suggestion_service';

/** Seconds that a claim lasts; longer than the maximum duration of an operation. */
const CLAIM_SECONDS = 60;

/** Hours during which a change can safely be retried: one hour less than the lifetime of idempotency keys. */
const REPEATABLE_HOURS = 23;

const COLUMNS = `g.id, g.owner_id as "ownerId", g.kind, g.title, g.body, g.target_type as "targetType",
            g.target_id as "targetId", g.proposed_change as "proposedChange", g.status, g.proposed_by as "proposedBy",
            g.result_id as "resultId", g.decided_at as "decidedAt", g.created_at as "createdAt",
            g.updated_at as "updatedAt", g.version`;

/** A suggestion with its expected version; null expects any. */
export interface ExpectedSuggestion {
  readonly id: string;
  readonly version: number | null;
}

/** Condition for an open, unclaimed suggestion of the owner $2, as the caller expects it. */
const IS_UNDECIDED = `g.id = $1 and g.owner_id = $2 and g.status = 'open'
        and (g.claimed_until is null or g.claimed_until < now())
        and ($3::integer is null or g.version = $3)`;

export async function findSuggestion(db: Db, ownerId: string, suggestionId: string): Promise<Suggestion | null> {
  return db.find<Suggestion>(`select ${COLUMNS} from deal.suggestions g where g.id = $1 and g.owner_id = $2`, [
    suggestionId,
    ownerId,
  ]);
}

/** Filters for a list of suggestions; null disables one. */
export interface SuggestionFilter {
  readonly status: string | null;
  readonly targetType: string | null;
  readonly targetId: string | null;
}

/** Lists suggestions for a user, newest first, with their total. */
export async function listSuggestions(
  db: Db,
  ownerId: string,
  { status, targetType, targetId }: SuggestionFilter,
  page: Page,
): Promise<PageRows<Suggestion>> {
  const isListed = `g.owner_id = $1
        and ($2::text is null or g.status = $2)
        and ($3::text is null or g.target_type = $3)
        and ($4::uuid is null or g.target_id = $4)`;
  const text = `
     select ${COLUMNS}, ${countUpToMax(`deal.suggestions g where ${isListed}`)} as total
       from deal.suggestions g
      where ${isListed}
      order by g.created_at desc, g.id desc
      limit $5 offset $6`;
  return listPage(page, ({ limit, offset }) => db.query(text, [ownerId, status, targetType, targetId, limit, offset]));
}

/** A suggestion to be stored. */
export interface NewSuggestion {
  readonly id: string;
  readonly ownerId: string;
  readonly kind: string;
  readonly title: string;
  readonly body: string;
  readonly targetType: string | null;
  readonly targetId: string | null;
  readonly proposedChange: ProposedChange | null;
  readonly proposedBy: string;
  /** Agent that made the suggestion; null for the user. */
  readonly proposer: ActingAgent | null;
}

export async function insertSuggestion(tx: Tx, suggestion: NewSuggestion): Promise<Suggestion> {
  const { rows } = await tx.query<Suggestion>(
    `insert into deal.suggestions as g
            (id, owner_id, kind, title, body, target_type, target_id, proposed_change, proposed_by, proposer)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
  returning ${COLUMNS}`,
    [
      suggestion.id,
      suggestion.ownerId,
      suggestion.kind,
      suggestion.title,
      suggestion.body,
      suggestion.targetType,
      suggestion.targetId,
      suggestion.proposedChange && JSON.stringify(suggestion.proposedChange),
      suggestion.proposedBy,
      suggestion.proposer && JSON.stringify(suggestion.proposer),
    ],
  );
  return onlyRow(rows);
}

/** A suggestion, and the agent that made it; null for the user. */
export type ClaimedSuggestion = Suggestion & { readonly proposer: ActingAgent | null };

/** Claims a suggestion that is open, unclaimed and as expected; returns null when it is not. */
export async function claimSuggestionRow(
  db: Db,
  ownerId: string,
  { id, version }: ExpectedSuggestion,
  claimId: string,
): Promise<ClaimedSuggestion | null> {
  return db.find<ClaimedSuggestion>(
    `update deal.suggestions g
        set claim_id = $4, claimed_until = now() + make_interval(secs => $5),
            change_began_at = coalesce(change_began_at, case when proposed_change is not null then now() end)
      where ${IS_UNDECIDED}
        and (g.change_began_at is null or g.change_began_at > now() - make_interval(hours => $6))
  returning ${COLUMNS}, g.proposer`,
    [id, ownerId, version, claimId, CLAIM_SECONDS, REPEATABLE_HOURS],
  );
}

/** Returns when the change of an open suggestion began, if it can no longer be safely retried; else null. */
export async function findUncertainSince(db: Db, ownerId: string, suggestionId: string): Promise<Date | null> {
  const { rows } = await db.query<{ beganAt: Date }>(
    `select change_began_at as "beganAt" from deal.suggestions
      where id = $1 and owner_id = $2 and status = 'open'
        and change_began_at <= now() - make_interval(hours => $3)`,
    [suggestionId, ownerId, REPEATABLE_HOURS],
  );
  return rows[0]?.beganAt ?? null;
}

/**
 * Releases a claim, if it is still held. With `nothingChanged` the change counts as not begun, unless an earlier claim began it with an unknown
 * outcome.
 */
export async function releaseSuggestion(
  db: Db,
  ownerId: string,
  { suggestionId, claimId, nothingChanged }: ReleaseSuggestionRequest,
): Promise<void> {
  await db.query(
    `update deal.suggestions
        set claim_id = null, claimed_until = null,
            change_began_at = case when $4 and change_began_at >= claimed_until - make_interval(secs => $5)
                                   then null else change_began_at end
      where id = $1 and owner_id = $2 and claim_id = $3`,
    [suggestionId, ownerId, claimId, nothingChanged === true, CLAIM_SECONDS],
  );
}

/** Accepts a suggestion whose claim is still held; returns null when it is not. */
export async function acceptSuggestionRow(
  db: Db,
  ownerId: string,
  suggestionId: string,
  claimId: string,
  resultId: string | null,
): Promise<Suggestion | null> {
  return db.find<Suggestion>(
    `update deal.suggestions g
        set status = 'accepted', result_id = $4, claim_id = null, claimed_until = null, decided_at = now(),
            updated_at = now(), version = version + 1
      where g.id = $1 and g.owner_id = $2 and g.claim_id = $3
  returning ${COLUMNS}`,
    [suggestionId, ownerId, claimId, resultId],
  );
}

/** Dismisses a suggestion that is open, unclaimed and as expected; returns null when it is not. */
export async function dismissSuggestionRow(
  db: Db,
  ownerId: string,
  { id, version }: ExpectedSuggestion,
): Promise<Suggestion | null> {
  return db.find<Suggestion>(
    `update deal.suggestions g
        set status = 'dismissed', claim_id = null, claimed_until = null, decided_at = now(), updated_at = now(),
            version = version + 1
      where ${IS_UNDECIDED}
  returning ${COLUMNS}`,
    [id, ownerId, version],
  );
}

import { countUpToMax, listPage, type Page, type PageRows } from '@svc/chassis/postgres/lists/list-page';
import type { PartitionedTable } from '@svc/chassis/postgres/partitions/range-partitions';
import type { Db } from '@svc/chassis/postgres/pool';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type {
  ActivityAgent,
  ActivityVideo,
  ExternalShareChange,
  ExternalShareState,
  ReadingChange,
  ReadingState,
} from '@svc/proto/deal/v1/deal_service';

/** An event of a deal or a shared link. */
export interface ActivityRow {
  readonly id: string;
  /** Null for links to records other than deals. */
  readonly dealId: string | null;
  readonly dealName: string | null;
  readonly action: string;
  readonly operation: string;
  readonly userId: string;
  readonly actorKind: string;
  readonly requestId: string | null;
  readonly tier: number | null;
  /** Null for changes by users. */
  readonly agent: ActivityAgent | null;
  readonly changedFields: string[];
  readonly count: number;
  /** Null for changes of records other than view logs. */
  readonly reading: ReadingChange | null;
  /** Id of the view log; null once it is deleted. */
  readonly video: ActivityVideo | null;
  /** Null for changes of records other than external shares. */
  readonly externalShare: ExternalShareChange | null;
  readonly createdAt: Date;
}

type StoredViewLog = (Omit<ReadingState, 'checkedAt'> & { readonly checkedAt: string }) | null;

type StoredShare = (Omit<ExternalShareState, 'expiresAt'> & { readonly expiresAt: string | null }) | null;

/** The stored row, with times as text. */
type StoredRow = Omit<ActivityRow, 'reading' | 'externalShare'> & {
  readonly externalShare:
    | (Pick<ExternalShareChange, 'externalShareId' | 'entityType' | 'entityId'> & {
        readonly before: StoredShare;
        readonly after: StoredShare;
      })
    | null;
  readonly reading:
    | (Pick<ReadingChange, 'viewLogId' | 'videoId'> & { readonly before: StoredViewLog; readonly after: StoredViewLog })
    | null;
};

/** A partition holds the events of one month. */
export const ACTIVITY: PartitionedTable = { table: 'deal.deal_activity', column: 'created_at' };

export type NewActivity = Omit<ActivityRow, 'createdAt' | 'reading' | 'video'> & { readonly ownerId: string };

export async function insertActivities(tx: Tx, activities: readonly NewActivity[]): Promise<void> {
  await tx.query(
    `insert into deal.deal_activity
            (id, owner_id, deal_id, deal_name, action, operation, user_id, actor_kind, request_id, tier, agent_source, actor_id,
             channel, approval_id, connection_id, changed_fields, count, external_share)
     select n.id, n."ownerId", n."dealId", n."dealName", n.action, n.operation, n."userId", n."actorKind", n."requestId",
            n.tier, n.agent ->> 'source', n.agent ->> 'actorId', n.agent ->> 'channel', (n.agent ->> 'approvalId')::uuid,
            (n.agent ->> 'connectionId')::uuid, n."changedFields", n.count, n."externalShare"
       from jsonb_to_recordset($1::jsonb) as n (
            id uuid, "ownerId" uuid, "dealId" uuid, "dealName" text, action text, operation text, "userId" uuid,
            "actorKind" text, "requestId" text, tier integer, agent jsonb, "changedFields" text[], count integer,
            "externalShare" jsonb)`,
    [JSON.stringify(activities)],
  );
}

/** An entry from another service, which knows neither the name nor the owner of the deal. */
export type ReportedActivity = Omit<ActivityRow, 'dealId' | 'dealName' | 'count' | 'externalShare' | 'video'> & {
  readonly dealId: string;
};

/** Records changes by other services. Duplicate entries, and those of deleted deals, change nothing. */
export async function insertReportedActivities(db: Db, activities: readonly ReportedActivity[]): Promise<void> {
  await db.query(
    `insert into deal.deal_activity
            (id, owner_id, deal_id, deal_name, action, operation, user_id, actor_kind, request_id, tier, agent_source, actor_id,
             channel, approval_id, connection_id, changed_fields, reading, created_at)
     select n.id, d.owner_id, d.id, d.name, n.action, n.operation, n."userId", n."actorKind", n."requestId", n.tier,
            n.agent ->> 'source', n.agent ->> 'actorId', n.agent ->> 'channel', (n.agent ->> 'approvalId')::uuid,
            (n.agent ->> 'connectionId')::uuid, n."changedFields", n.reading, n."createdAt"
       from jsonb_to_recordset($1::jsonb) as n (
            id uuid, "dealId" uuid, action text, operation text, "userId" uuid, "actorKind" text, "requestId" text,
            tier integer, agent jsonb, "changedFields" text[], reading jsonb, "createdAt" timestamptz(3))
       join deal.deals d on d.id = n."dealId"
         on conflict (id, created_at) do nothing`,
    [JSON.stringify(activities)],
  );
}

const COLUMNS = `a.id, a.deal_id as "dealId", a.deal_name as "dealName", a.action, a.operation, a.user_id as "userId",
            a.actor_kind as "actorKind", a.request_id as "requestId", a.tier, a.changed_fields as "changedFields", a.count,
            a.reading, a.external_share as "externalShare", a.created_at as "createdAt",
            (select jsonb_build_object('url', v.url, 'title', v.title)
               from deal.deal_videos v
              where v.id = (a.reading ->> 'videoId')::uuid
                and v.deal_id = a.deal_id) as video,
            case when a.agent_source is not null then jsonb_build_object(
              'source', a.agent_source, 'actorId', a.actor_id, 'channel', a.channel, 'approvalId', a.approval_id,
              'connectionId', a.connection_id) end as agent`;

/** Lists the events of one deal, newest first; `without-payments` omits events about money. */
export async function listActivitiesOfDeal(
  db: Db,
  dealId: string,
  shown: 'all' | 'without-payments',
  page: Page,
): Promise<PageRows<ActivityRow>> {
  const listed = `deal.deal_activity a
      where a.deal_id = $1
        and ($2 or a.action not like 'payment.%')`;
  const text = `
     select ${COLUMNS}, ${countUpToMax(listed)} as total from ${listed}
      order by a.created_at desc, a.id desc limit $3 offset $4`;
  return toActivities(
    await listPage(page, ({ limit, offset }) => db.query(text, [dealId, shown === 'all', limit, offset])),
  );
}

/** Selects events of an owner's deals. */
export interface ActivityFilter {
  /** The connection of an agent, or the copilot; null for everyone. */
  readonly agent: string | null;
  /** The first instant; null without. */
  readonly from: Date | null;
  /** The first instant that is too late; null without. */
  readonly before: Date | null;
}

/** The copilot, in a filter by agent. */
export const COPILOT = 'copilot';

/** Lists the events of all deals of an owner, newest first, including deleted deals. */
export async function listActivitiesOfOwner(
  db: Db,
  ownerId: string,
  { agent, from, before }: ActivityFilter,
  page: Page,
): Promise<PageRows<ActivityRow>> {
  const values: unknown[] = [ownerId];
  const parts = ['a.owner_id = $1'];
  // Both match the predicate of their index.
  if (agent === COPILOT) parts.push(`a.agent_source = 'copilot'`);
  else if (agent !== null) parts.push(`a.connection_id = $${values.push(agent)}`);
  if (from !== null) parts.push(`a.created_at >= $${values.push(from)}`);
  if (before !== null) parts.push(`a.created_at < $${values.push(before)}`);
  const listed = `deal.deal_activity a
      where ${parts.join(' and ')}`;
  const text = `
     select ${COLUMNS}, ${countUpToMax(listed)} as total
       from ${listed}
      order by a.created_at desc, a.id desc limit $${values.length + 1} offset $${values.length + 2}`;
  return toActivities(await listPage(page, ({ limit, offset }) => db.query(text, [...values, limit, offset])));
}

function toActivities({ rows, total }: PageRows<StoredRow>): PageRows<ActivityRow> {
  const viewLogAt = (stored: StoredViewLog) => stored && { ...stored, checkedAt: new Date(stored.checkedAt) };
  const shareOf = (stored: StoredShare) =>
    stored && { ...stored, expiresAt: stored.expiresAt === null ? null : new Date(stored.expiresAt) };
  const toActivity = ({ reading, externalShare, ...row }: StoredRow): ActivityRow => ({
    ...row,
    externalShare: externalShare && {
      ...externalShare,
      before: shareOf(externalShare.before),
      after: shareOf(externalShare.after),
    },
    reading: reading && { ...reading, before: viewLogAt(reading.before), after: viewLogAt(reading.after) },
  });
  return { rows: rows.map(toActivity), total };
}

/** Deletes rows of an owner, each looked up in its own month; returns how many. */
export async function deleteActivityOfOwner(tx: Tx, ownerId: string, limit: number): Promise<number> {
  const { rowCount } = await tx.query(
    `with doomed as materialized (
       select id, created_at from deal.deal_activity where owner_id = $1
        order by created_at desc, id desc limit $2
     )
     delete from deal.deal_activity a
      using doomed
      where a.id = doomed.id and a.created_at = doomed.created_at`,
    [ownerId, limit],
  );
  return rowCount;
}

import type { Db } from '@svc/chassis/postgres/pool';
import type { Tx } from '@svc/chassis/postgres/transaction';
import { listPage, type Page, type PageRows } from '@svc/chassis/postgres/list-page';

/** One thing that happened to a deal. */
export interface ActivityRow {
  readonly id: string;
  readonly dealId: string;
  readonly dealName: string;
  readonly action: string;
  readonly operation: string;
  readonly userId: string;
  readonly actorKind: string;
  readonly requestId: string | null;
  readonly tier: number | null;
  readonly changedFields: string[];
  readonly count: number;
  readonly createdAt: Date;
}

export type NewActivity = Omit<ActivityRow, 'createdAt'> & { readonly ownerId: string };

export async function insertActivities(tx: Tx, activities: readonly NewActivity[]): Promise<void> {
  await tx.query(
    `insert into deal.deal_activity
            (id, owner_id, deal_id, deal_name, action, operation, user_id, actor_kind, request_id, tier, changed_fields, count)
     select n.id, n."ownerId", n."dealId", n."dealName", n.action, n.operation, n."userId", n."actorKind", n."requestId",
            n.tier, n."changedFields", n.count
       from jsonb_to_recordset($1::jsonb) as n (
            id uuid, "ownerId" uuid, "dealId" uuid, "dealName" text, action text, operation text, "userId" uuid,
            "actorKind" text, "requestId" text, tier integer, "changedFields" text[], count integer)`,
    [JSON.stringify(activities)],
  );
}

const COLUMNS = `a.id, a.deal_id as "dealId", a.deal_name as "dealName", a.action, a.operation, a.user_id as "userId",
            a.actor_kind as "actorKind", a.request_id as "requestId", a.tier, a.changed_fields as "changedFields", a.count,
            a.created_at as "createdAt"`;

/** What happened to one deal, newest first. */
export async function listActivitiesOfDeal(db: Db, dealId: string, page: Page): Promise<PageRows<ActivityRow>> {
  const text = `
     select ${COLUMNS}, (select count(*) from deal.deal_activity where deal_id = $1) as total
       from deal.deal_activity a
      where a.deal_id = $1
      order by a.created_at desc, a.id desc
      limit $2 offset $3`;
  return listPage(page, ({ limit, offset }) => db.query(text, [dealId, limit, offset]));
}

/** What happened to all deals of an owner, newest first; deleted ones are included. */
export async function listActivitiesOfOwner(db: Db, ownerId: string, page: Page): Promise<PageRows<ActivityRow>> {
  const text = `
     select ${COLUMNS}, (select count(*) from deal.deal_activity where owner_id = $1) as total
       from deal.deal_activity a
      where a.owner_id = $1
      order by a.created_at desc, a.id desc
      limit $2 offset $3`;
  return listPage(page, ({ limit, offset }) => db.query(text, [ownerId, limit, offset]));
}

export async function deleteActivitiesOfOwner(tx: Tx, ownerId: string): Promise<void> {
  await tx.query(`delete from deal.deal_activity where owner_id = $1`, [ownerId]);
}

import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { constraintOf } from '@svc/chassis/postgres/database-errors';
import type { Db } from '@svc/chassis/postgres/pool';
import type { Tx } from '@svc/chassis/postgres/transaction';
import { viewerOf } from '@svc/records/sharing/visibility-predicate';
import { type SeenRow } from '../visibility/visibility-predicate.js';
import type { DealFields, DealRow, NewDeal } from './deal.js';
import { DEAL_VISIBILITY, OWNED } from './deal-access.js';
import { promoCodeInUse } from './promo-code.js';

export const DEAL_COLUMNS = `d.id, d.owner_id as "ownerId", d.name, d.brand, d.status, d.promo_code as "promoCode",
            d.promo_link as "promoLink", d.price, d.currency, d.views_target as "viewsTarget", d.platform,
            d.post_date as "postDate", d.contact_name as "contactName", d.contact_id as "contactId",
            d.influencer_id as "influencerId", d.notes, d.tags, d.view_check_days as "viewCheckDays",
            d.video_count as "videoCount", d.total_views as "totalViews",
            (select g.next_due_date from deal.deal_progress g where g.deal_id = d.id) as "nextDueDate",
            (select g.pace from deal.deal_progress g where g.deal_id = d.id) as pace,
            d.created_at as "createdAt", d.updated_at as "updatedAt", d.version`;

/** Built once, because the driver looks up the most frequent statement by its text. */
const FIND_DEAL = `select ${DEAL_COLUMNS}, ${DEAL_VISIBILITY.seenColumns} from deal.deals d
      where d.id = $3 and ${DEAL_VISIBILITY.isVisible}`;
const FIND_OWN_DEAL = `select ${DEAL_COLUMNS} from deal.deals d where d.id = $2 and d.owner_id = $1`;

/** Finds the deal if the caller sees it. */
export async function findDeal(db: Db, user: UserPrincipal, dealId: string): Promise<(DealRow & SeenRow) | null> {
  if (user.teams.length === 0) {
    // Skips the lookup of shares, which costs as much as that of the deal: a caller without teams sees no shared deals.
    const deal = await db.find<DealRow>(FIND_OWN_DEAL, [user.userId, dealId]);
    return deal && { ...deal, ...OWNED };
  }
  return db.find<DealRow & SeenRow>(FIND_DEAL, [...viewerOf(user), dealId]);
}

/** Finds the deal if the caller sees it, locked until the end of the transaction. Other transactions can still write rows that refer to it. */
export async function findDealForUpdate(
  tx: Tx,
  user: UserPrincipal,
  dealId: string,
): Promise<(DealRow & SeenRow) | null> {
  return tx.find<DealRow & SeenRow>(`${FIND_DEAL} for no key update of d`, [...viewerOf(user), dealId]);
}

export interface InsertedDeal extends DealRow {
  /** The promo code in the form that the database compares. */
  readonly promoKey: string | null;
}

/**
 * Inserts deals, and returns them in any order. If the owner already has an active deal with the promo code, returns that one instead, unchanged and
 * locked.
 */
export async function insertDeals(tx: Tx, deals: readonly NewDeal[]): Promise<InsertedDeal[]> {
  return tx.list<InsertedDeal>(
    `insert into deal.deals as d
            (id, owner_id, name, brand, status, promo_code, promo_link, price, currency, views_target, platform, post_date,
             contact_name, contact_id, influencer_id, notes, tags, view_check_days)
     select n.id, n."ownerId", n.name, n.brand, n.status, n."promoCode", n."promoLink", n.price, n.currency, n."viewsTarget",
            n.platform, n."postDate", n."contactName", n."contactId", n."influencerId", n.notes, n.tags, n."viewCheckDays"
       from jsonb_to_recordset($1::jsonb) as n (
            id uuid, "ownerId" uuid, name text, brand text, status text, "promoCode" text, "promoLink" text, price numeric,
            currency text, "viewsTarget" bigint, platform text, "postDate" date, "contactName" text, "contactId" uuid,
            "influencerId" uuid, notes text, tags text[], "viewCheckDays" integer[])
      order by lower(n."promoCode"), n.id
         on conflict (owner_id, lower(promo_code)) where status = 'active' and promo_code is not null do update
        set promo_code = d.promo_code
  returning ${DEAL_COLUMNS}, lower(d.promo_code) as "promoKey"`,
    [JSON.stringify(deals)],
  );
}

/** Sets all fields of a locked deal. Throws PROMO_CODE_IN_USE when another active deal of the owner has the code. */
export async function updateDealRow(tx: Tx, dealId: string, fields: DealFields): Promise<DealRow> {
  try {
    const { rows } = await tx.query<DealRow>(
      `update deal.deals d
          set name = $2, brand = $3, status = $4, promo_code = $5, promo_link = $6, price = $7, currency = $8,
              views_target = $9, platform = $10, post_date = $11, contact_name = $12, notes = $13, tags = $14,
              view_check_days = $15, contact_id = $16, influencer_id = $17, updated_at = now(), version = version + 1
        where d.id = $1
    returning ${DEAL_COLUMNS}`,
      [
        dealId,
        fields.name,
        fields.brand,
        fields.status,
        fields.promoCode,
        fields.promoLink,
        fields.price,
        fields.currency,
        fields.viewsTarget,
        fields.platform,
        fields.postDate,
        fields.contactName,
        fields.notes,
        fields.tags,
        fields.viewCheckDays,
        fields.contactId,
        fields.influencerId,
      ],
    );
    const row = rows[0];
    if (!row) throw new Error('The locked deal is gone.');
    return row;
  } catch (error) {
    if (constraintOf(error) === 'deals_active_promo_code') throw promoCodeInUse(fields.promoCode);
    throw error;
  }
}

/** Deletes deals with their videos and shares. */
export async function deleteDeals(tx: Tx, dealIds: readonly string[]): Promise<void> {
  await tx.query(`delete from deal.deals where id = any ($1::uuid[])`, [dealIds]);
}

/** Returns those of the deals that the caller sees, locked in a fixed order until the end of the transaction. */
export async function listDealsForUpdate(
  tx: Tx,
  user: UserPrincipal,
  dealIds: readonly string[],
): Promise<(DealRow & SeenRow)[]> {
  return tx.list<DealRow & SeenRow>(
    `select ${DEAL_COLUMNS}, ${DEAL_VISIBILITY.seenColumns} from deal.deals d
      where d.id = any ($3::uuid[]) and ${DEAL_VISIBILITY.isVisible}
      order by d.id for no key update of d`,
    [...viewerOf(user), dealIds],
  );
}

/** Sets the status of locked deals. Throws PROMO_CODE_IN_USE when one of them would become active while another active deal has its code. */
export async function updateDealStatuses(tx: Tx, deals: readonly DealRow[], status: string): Promise<void> {
  try {
    await tx.query(
      `update deal.deals set status = $2, updated_at = now(), version = version + 1 where id = any ($1::uuid[])`,
      [deals.map(({ id }) => id), status],
    );
  } catch (error) {
    if (constraintOf(error) === 'deals_active_promo_code') throw promoCodeInUse(deals[0]?.promoCode ?? null);
    throw error;
  }
}

/** Sets the tags of locked deals. */
export async function updateDealTags(tx: Tx, deals: readonly Pick<DealRow, 'id' | 'tags'>[]): Promise<void> {
  await tx.query(
    `update deal.deals d
        set tags = n.tags, updated_at = now(), version = version + 1
       from jsonb_to_recordset($1::jsonb) as n (id uuid, tags text[])
      where d.id = n.id`,
    [JSON.stringify(deals.map(({ id, tags }) => ({ id, tags })))],
  );
}

/** Locks the deals of videos, in a fixed order, until the end of the transaction. */
export async function lockDealsOfVideos(tx: Tx, videoIds: readonly string[]): Promise<void> {
  await tx.query(
    `select d.id from deal.deals d
      where d.id in (select v.deal_id from deal.deal_videos v where v.id = any ($1::uuid[]))
      order by d.id for no key update of d`,
    [videoIds],
  );
}

/** Locks the deals of videos or payments that the caller sees: a deal must be locked before its rows are read. */
export async function lockSeenDealsOf(
  tx: Tx,
  user: UserPrincipal,
  table: 'deal_videos' | 'deal_payments',
  ids: readonly string[],
): Promise<void> {
  await tx.query(
    `select d.id from deal.deals d
      where d.id in (select r.deal_id from deal.${table} r where r.id = any ($3::uuid[])) and ${DEAL_VISIBILITY.isVisible}
      order by d.id for no key update of d`,
    [...viewerOf(user), ids],
  );
}

/** Locks all deals of an owner and returns their ids. */
export async function lockDealsOfOwner(tx: Tx, ownerId: string): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select d.id from deal.deals d where d.owner_id = $1 order by d.id for no key update of d`,
    [ownerId],
  );
  return rows.map(({ id }) => id);
}

/** Recounts the videos and views of locked deals, without changing the deals' versions. */
export async function updateDealTotals(tx: Tx, dealIds: readonly string[]): Promise<void> {
  await tx.query(
    `update deal.deals d
        set video_count = t.video_count, total_views = t.total_views
       from (select i.id, count(v.id) as video_count,
                    least(coalesce(sum(v.latest_value), 0), 9007199254740991) as total_views
               from unnest($1::uuid[]) as i (id)
               left join deal.deal_videos v on v.deal_id = i.id
              group by i.id) as t
      where d.id = t.id`,
    [dealIds],
  );
}

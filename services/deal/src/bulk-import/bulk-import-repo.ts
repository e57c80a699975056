import type { UserPrincipal } from '@svc/chassis/calls/principal';
import type { Db } from '@svc/chassis/postgres/pool';
import type { Tx } from '@svc/chassis/postgres/transaction';
import { viewerOf } from '@svc/records/sharing/visibility-predicate';
import { DEAL_VISIBILITY } from '../deals/deal-access.js';

/** Returns the promo codes in the form that the database compares, in the same order. */
export async function listPromoKeys(db: Db, promoCodes: readonly string[]): Promise<string[]> {
  const { rows } = await db.query<{ promoKey: string }>(
    `select lower(c.code) as "promoKey"
       from unnest($1::text[]) with ordinality as c (code, position)
      order by c.position`,
    [promoCodes],
  );
  return rows.map(({ promoKey }) => promoKey);
}

/** An active deal that a text may mean. */
export interface SuggestedDeal {
  readonly id: string;
  readonly name: string;
  readonly promoCode: string;
}

/** Returns the owner's active deals whose promo codes are among the words. */
export async function listCodedDeals(db: Db, ownerId: string, words: readonly string[]): Promise<SuggestedDeal[]> {
  return db.list<SuggestedDeal>(
    `select d.id, d.name, d.promo_code as "promoCode"
       from deal.deals d
      where d.owner_id = $1 and d.status = 'active'
        and lower(d.promo_code) = any (array(select lower(w.word) from unnest($2::text[]) as w (word)))`,
    [ownerId, words],
  );
}

/** Returns the owner's active deals with promo codes that have the names in any case, at most two of each name. */
export async function listNamedDeals(db: Db, ownerId: string, names: readonly string[]): Promise<SuggestedDeal[]> {
  return db.list<SuggestedDeal>(
    `select found.id, found.name, found.promo_code as "promoCode"
       from unnest($2::text[]) as n (name)
      cross join lateral (
            select d.id, d.name, d.promo_code from deal.deals d
             where d.owner_id = $1 and d.status = 'active' and d.promo_code is not null
               and "left"(extensions.search_text(d.name), 200) = "left"(extensions.search_text(n.name), 200)
               and lower(d.name) = lower(n.name)
             order by d.id
             limit 2) as found`,
    [ownerId, names],
  );
}

/** An active deal of the owner to which the import may add videos. */
export interface TargetDeal {
  readonly id: string;
  readonly ownerId: string;
  readonly name: string;
  readonly promoCode: string | null;
  readonly promoKey: string | null;
  readonly promoLink: string | null;
}

/** Criteria for finding existing deals. */
export interface Leads {
  readonly promoKeys: readonly string[];
  readonly promoLinks: readonly string[];
  readonly canonicalKeys: readonly string[];
}

const LEADS_TO = `
     select d.id, d.owner_id as "ownerId", d.name, d.promo_code as "promoCode", lower(d.promo_code) as "promoKey",
            d.promo_link as "promoLink"
       from deal.deals d
      where d.owner_id = $1 and d.status = 'active'
        and (lower(d.promo_code) = any ($2::text[])
         or d.promo_link = any ($3::text[])
         or d.id = any (array(
            select v.deal_id from deal.deal_videos v
             where v.owner_id = $1 and v.canonical_key = any ($4::text[]))))
      order by d.id`;

/** The owner's active deals with one of the codes, links or videos. */
export async function listDeals(db: Db, ownerId: string, leads: Leads): Promise<TargetDeal[]> {
  return db.list<TargetDeal>(LEADS_TO, [ownerId, leads.promoKeys, leads.promoLinks, leads.canonicalKeys]);
}

/** The same, locked until the end of the transaction. */
export async function listDealsForUpdate(tx: Tx, ownerId: string, leads: Leads): Promise<TargetDeal[]> {
  const values = [ownerId, leads.promoKeys, leads.promoLinks, leads.canonicalKeys];
  return tx.list<TargetDeal>(`${LEADS_TO} for no key update of d`, values);
}

/** A video that belongs to a deal. */
export interface HeldVideo {
  readonly id: string;
  readonly dealId: string;
  readonly canonicalKey: string;
  readonly url: string;
}

/**
 * Returns which of the videos the owner's deals have. Looks up by owner and key first; by deal and key, the database would try each deal with each
 * key.
 */
export async function listHeldVideos(
  db: Db,
  ownerId: string,
  dealIds: readonly string[],
  canonicalKeys: readonly string[],
): Promise<HeldVideo[]> {
  return db.list<HeldVideo>(
    `with held as materialized (
       select v.id, v.deal_id as "dealId", v.canonical_key as "canonicalKey", v.url
         from deal.deal_videos v
        where v.owner_id = $1 and v.canonical_key = any ($3::text[])
     )
     select * from held where "dealId" = any ($2::uuid[])`,
    [ownerId, dealIds, canonicalKeys],
  );
}

/** Returns which of the videos are in other users' deals that the caller sees through teams. */
export async function listSharedKeys(
  db: Db,
  user: UserPrincipal,
  canonicalKeys: readonly string[],
): Promise<Set<string>> {
  const { rows } = await db.query<{ canonicalKey: string }>(
    `select distinct v.canonical_key as "canonicalKey" from deal.deal_videos v
      where v.deal_id = any (array(${DEAL_VISIBILITY.sharedIds})) and v.owner_id <> $1
        and v.canonical_key = any ($3::text[])`,
    [...viewerOf(user), canonicalKeys],
  );
  return new Set(rows.map(({ canonicalKey }) => canonicalKey));
}

/** Returns which of the links are promo links of other users' deals that the caller sees through teams. */
export async function listSharedLinks(
  db: Db,
  user: UserPrincipal,
  promoLinks: readonly string[],
): Promise<Set<string>> {
  const { rows } = await db.query<{ promoLink: string }>(
    `select distinct d.promo_link as "promoLink" from deal.deals d
      where d.id = any (array(${DEAL_VISIBILITY.sharedIds})) and d.owner_id <> $1
        and d.promo_link = any ($3::text[])`,
    [...viewerOf(user), promoLinks],
  );
  return new Set(rows.map(({ promoLink }) => promoLink));
}

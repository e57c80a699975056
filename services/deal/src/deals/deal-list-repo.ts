import type { UserPrincipal } from '@svc/chassis/calls/principal';
import type { PagePosition } from '@svc/chassis/grpc/page-token';
import { FIRST_ID } from '@svc/chassis/postgres/lists/key-set';
import { containsText, searchPattern } from '@svc/chassis/postgres/lists/search';
import { placeAmong, textOrder } from '@svc/chassis/postgres/lists/sort-keys';
import {
  listSorted,
  type SortedList,
  type SortedPage,
  type SortedPageRows,
} from '@svc/chassis/postgres/lists/sorted-list';
import type { Db } from '@svc/chassis/postgres/pool';
import { type Scope, viewerOf } from '@svc/records/sharing/visibility-predicate';
import { namedVideos } from '@svc/video-pages/addresses/named-videos';
import { unpaidDeals } from '../payments/unpaid-deals.js';
import { dealsWithVideos } from '../videos/deals-with-videos.js';
import { type SeenRow } from '../visibility/visibility-predicate.js';
import type { DealRow } from './deal.js';
import { DEAL_VISIBILITY } from './deal-access.js';
import { DEAL_COLUMNS } from './deal-repo.js';
import { DEAL_STATUSES } from './deal-status.js';

/** Filters for a list of deals; null disables one. */
export interface DealFilter {
  readonly scope: Scope;
  readonly status: string | null;
  /** Searches name, brand, promo code, contact, tags, the notes of the caller's own deals, and videos by URL or id. */
  readonly query: string | null;
  /** Matched without case. */
  readonly promoCode: string | null;
  readonly tag: string | null;
  /** Matched as in a search. */
  readonly brand: string | null;
  readonly contactId: string | null;
  readonly influencerId: string | null;
  /** First and last post date, inclusive. */
  readonly from: string | null;
  readonly to: string | null;
  /** Whether a check was due before `today`. */
  readonly overdue: boolean | null;
  /** Whether the deal is behind a steady pace to its target, or has missed it. */
  readonly behindTarget: boolean | null;
  /** Whether the deal has an unpaid incoming payment, as `unpaidDeals` defines. */
  readonly unpaid: boolean | null;
}

const placeOf = (status: string): string => placeAmong(DEAL_STATUSES, status);

/** The progress of a deal, in a separate table with its own indexes. */
const PROGRESS = 'join deal.deal_progress g on g.deal_id = d.id and g.owner_id = d.owner_id';
const OF_PROGRESS = { id: 'g.deal_id', join: PROGRESS } as const;

export const DEAL_LIST = {
  name: 'deals',
  byDefault: '-createdAt',
  keys: {
    createdAt: { sql: 'd.created_at', type: 'instant' },
    updatedAt: { sql: 'd.updated_at', type: 'instant' },
    name: { sql: textOrder('d.name'), type: 'text' },
    status: { sql: placeOf('d.status'), type: 'integer' },
    brand: { sql: textOrder('d.brand'), type: 'text', nullable: true },
    price: {
      sql: 'd.price',
      type: 'decimal',
      nullable: true,
      seen: `(case when ${DEAL_VISIBILITY.isGranted} then d.price end)`,
    },
    postDate: { sql: 'd.post_date', type: 'date', nullable: true },
    totalViews: { sql: 'g.total_views', type: 'integer', ...OF_PROGRESS },
    progress: { sql: 'g.progress', type: 'float', nullable: true, ...OF_PROGRESS },
    nextDue: { sql: 'g.next_due_date', type: 'date', nullable: true, ...OF_PROGRESS },
  },
} as const satisfies SortedList;

/** The condition that a deal is behind. The index of progress narrows the rows down. */
export const IS_BEHIND = `(g.progress < 1 and g.pace in ('behind', 'missed'))`;

/** Lists deals of an owner, oldest first, starting after the position; only those in `ids`, unless null. */
export async function listOwnedDeals(
  db: Db,
  ownerId: string,
  ids: readonly string[] | null,
  after: PagePosition | null,
  limit: number,
): Promise<DealRow[]> {
  const isNamed = ids === null ? '' : 'and d.id = any ($5::uuid[])';
  return db.list<DealRow>(
    `select ${DEAL_COLUMNS} from deal.deals d
      where d.owner_id = $1
        and (d.created_at, d.id) > (coalesce($2::timestamptz, '-infinity'), coalesce($3::uuid, ${FIRST_ID}))
        ${isNamed}
      order by d.created_at, d.id limit $4`,
    [ownerId, after?.at ?? null, after?.id ?? null, limit, ...(ids === null ? [] : [ids])],
  );
}

/** Lists deals that the caller sees, with their total; `today` is YYYY-MM-DD. */
export async function listDeals(
  db: Db,
  user: UserPrincipal,
  filter: DealFilter,
  today: string,
  page: SortedPage,
): Promise<SortedPageRows<DealRow & SeenRow>> {
  const { filters, values, ofProgress } = conditions(user, filter, today);
  const rows = {
    table: 'deal.deals d',
    joins: ofProgress > 0 ? [PROGRESS] : [],
    id: 'd.id',
    own: 'd.owner_id = $1',
    others: DEAL_VISIBILITY.othersInScope(filter.scope),
    filters,
    ...(ofProgress === filters.length ? { narrow: progressIn(filter.scope) } : {}),
    columns: `${DEAL_COLUMNS}, ${DEAL_VISIBILITY.seenColumns}`,
    shown: 'deal.deals d',
    values,
  };
  return listSorted(db, rows, page);
}

/** The progress rows for a list of deals, without a join: each deal has one row. */
function progressIn(scope: Scope) {
  return {
    table: 'deal.deal_progress g',
    id: 'g.deal_id',
    own: 'g.owner_id = $1',
    others: DEAL_VISIBILITY.othersInScope(scope, 'g.owner_id', 'g.deal_id'),
  };
}

/** Conditions, how many of them are only about progress, and their parameters. */
interface Conditions {
  readonly filters: string[];
  readonly ofProgress: number;
  readonly values: unknown[];
}

/** Builds conditions only for the given filters, so that each combination gets the plan that its indexes allow. */
function conditions(user: UserPrincipal, filter: DealFilter, today: string): Conditions {
  const values: unknown[] = viewerOf(user);
  const filters: string[] = [];
  const parameter = (value: unknown): string => `$${values.push(value)}`;
  const add = <Value>(value: Value | null, condition: (value: Value) => string): void => {
    if (value !== null) filters.push(condition(value));
  };
  // Compares the status's position, which is indexed.
  add(filter.status, (status) => `${placeOf('d.status')} = ${placeOf(parameter(status))}`);
  add(filter.promoCode, (code) => `lower(d.promo_code) = lower(normalize(${parameter(code)}))`);
  add(filter.tag?.normalize('NFKC') ?? null, (tag) => hasTag(tag, parameter));
  add(filter.brand, (brand) => `${textOrder('d.brand')} = ${textOrder(parameter(brand.normalize('NFKC')))}`);
  add(filter.from, (from) => `d.post_date >= ${parameter(from)}::date`);
  add(filter.to, (to) => `d.post_date <= ${parameter(to)}::date`);
  add(filter.unpaid, (is) => {
    const isUnpaid = `d.id = any (array(${unpaidDeals(filter.scope, parameter(today))}))`;
    return is ? isUnpaid : `not ${isUnpaid}`;
  });
  add(filter.contactId, (id) => `d.contact_id = ${parameter(id)}::uuid`);
  add(filter.influencerId, (id) => `d.influencer_id = ${parameter(id)}::uuid`);
  const before = filters.length;
  // Without `is true`, which no index supports.
  add(filter.overdue, (is) =>
    is
      ? `g.next_due_date < ${parameter(today)}::date`
      : `(g.next_due_date is null or g.next_due_date >= ${parameter(today)}::date)`,
  );
  add(filter.behindTarget, (is) => (is ? IS_BEHIND : `not coalesce(${IS_BEHIND}, false)`));
  const ofProgress = filters.length - before;
  add(filter.query, (query) => searchOf(query, filter.scope, parameter));
  return { filters, ofProgress, values };
}

/**
 * The condition that a deal has a tag. The index of search texts, in which each tag is a line, narrows the rows down. Tags spelled exactly so, or in
 * lower case like most, skip the expensive comparison of a search.
 */
function hasTag(tag: string, parameter: (value: unknown) => string): string {
  const [text, line] = [parameter(searchPattern(tag)), parameter(searchPattern(`\n${tag}\n`))];
  const [asAsked, small] = [parameter(tag), parameter(tag.toLowerCase())];
  return `d.search_text like extensions.search_text(${text})
          and case when d.tags && array[${asAsked}]::text[] then true
                   when E'\\n' || d.search_text || E'\\n' like extensions.search_text(${line})
                   then d.tags && array[${small}]::text[] or ${containsText('d.tags', asAsked)} else false end`;
}

/** The condition of a search: the deal contains the text, or has a video that the text names. */
function searchOf(query: string, scope: Scope, parameter: (value: unknown) => string): string {
  const named = namedVideos(query);
  const hasVideo = named && `d.id = any (${dealsWithVideos(scope, parameter(named.keys))})`;
  if (named?.isAddress === true) return `${hasVideo}`;
  const pattern = `extensions.search_text(${parameter(searchPattern(query))})`;
  const matches = `d.search_text like ${pattern} or (d.owner_id = $1 and extensions.search_text(d.notes) like ${pattern})`;
  return `(${[matches, hasVideo].filter((part) => part !== null).join('\n          or ')})`;
}

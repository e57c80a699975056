import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { searchPattern } from '@svc/chassis/postgres/lists/search';
import {
  listSorted,
  type SortedList,
  type SortedPage,
  type SortedPageRows,
} from '@svc/chassis/postgres/lists/sorted-list';
import type { Db } from '@svc/chassis/postgres/pool';
import { type Scope, viewerOf } from '@svc/records/sharing/visibility-predicate';
import { namedVideos } from '@svc/video-pages/addresses/named-videos';
import { DEAL_VISIBILITY } from '../deals/deal-access.js';
import { dealsWith } from '../deals/deals-with.js';
import { matchingDeals } from '../deals/matching-deals.js';
import type { SeenRow } from '../visibility/visibility-predicate.js';
import type { VideoRow } from './video.js';
import { VIDEO_COLUMNS } from './video-repo.js';

/** Filters for a list of videos over several deals; null disables one. */
export interface VideoFilter {
  readonly scope: Scope;
  readonly platform: string | null;
  /** Whether a check is due by `today`. */
  readonly due: boolean | null;
  /** Due date of the next check. */
  readonly dueOn: string | null;
  readonly unresolved: boolean | null;
  /** Searches title, name and promo code of the deal, and videos by address or id. */
  readonly query: string | null;
  readonly contactId: string | null;
  readonly influencerId: string | null;
}

/** A video with data of its deal. */
export interface VideoOfDealRow extends VideoRow, SeenRow {
  readonly dealName: string;
  readonly promoCode: string | null;
  readonly due: boolean;
}

export const VIDEO_LIST = {
  name: 'videos',
  byDefault: '-createdAt',
  keys: {
    createdAt: { sql: 'v.created_at', type: 'instant' },
    title: { sql: 'left(v.search_title, 200)', type: 'text', nullable: true },
    platform: { sql: 'v.platform', type: 'text' },
    postDate: { sql: 'v.post_date', type: 'date' },
    latestValue: { sql: 'v.latest_value', type: 'integer', nullable: true },
    nextDueDate: { sql: 'v.next_due_date', type: 'date', nullable: true },
  },
} as const satisfies SortedList;

/** Lists videos of the deals that the caller sees, with their total; `today` is YYYY-MM-DD. */
export async function listVideosOfDeals(
  db: Db,
  user: UserPrincipal,
  filter: VideoFilter,
  today: string,
  page: SortedPage,
): Promise<SortedPageRows<VideoOfDealRow>> {
  const values: unknown[] = [...viewerOf(user), today];
  const rows = {
    table: 'deal.deal_videos v',
    id: 'v.id',
    own: 'v.owner_id = $1',
    others: DEAL_VISIBILITY.othersInScope(filter.scope, 'v.owner_id', 'v.deal_id'),
    filters: filtersOf(filter, (value) => `$${values.push(value)}`),
    columns: `${VIDEO_COLUMNS}, d.owner_id as "ownerId", d.name as "dealName", d.promo_code as "promoCode",
            coalesce(v.next_due_date <= $3::date, false) as due, ${DEAL_VISIBILITY.seenColumns}`,
    shown: 'deal.deal_videos v join deal.deals d on d.id = v.deal_id',
    values,
  };
  return listSorted(db, rows, page);
}

/** Builds conditions only for the given filters, so that each combination gets the plan that its indexes allow; $3 is today. */
function filtersOf(
  { scope, platform, due, dueOn, unresolved, query, ...people }: VideoFilter,
  parameter: (value: unknown) => string,
): string[] {
  const parts: string[] = [];
  if (platform !== null) parts.push(`v.platform = ${parameter(platform)}`);
  if (due === true) parts.push(`v.next_due_date <= $3::date`);
  if (due === false) parts.push(`(v.next_due_date is null or v.next_due_date > $3::date)`);
  if (dueOn !== null) parts.push(`v.next_due_date = ${parameter(dueOn)}::date`);
  if (unresolved !== null) parts.push(`v.needs_resolution = ${parameter(unresolved)}`);
  if (query !== null) {
    const named = namedVideos(query);
    const isNamed = named && `v.canonical_key = any (${parameter(named.keys)}::text[])`;
    const isMatched = named?.isAddress === true ? null : matches(scope, parameter(searchPattern(query)));
    parts.push(`(${[isNamed, isMatched].filter((part) => part !== null).join('\n           or ')})`);
  }
  parts.push(...dealsWith(people, 'v.deal_id', parameter));
  return parts;
}

function matches(scope: Scope, pattern: string): string {
  return `(v.search_title like extensions.search_text(${pattern})
          or v.deal_id = any (array(${matchingDeals(scope, ['name', 'promo_code'], pattern)})))`;
}

import {
  countSetsUpToMax,
  listPage,
  pageOfSets,
  type Page,
  type PageRows,
  type RowSets,
} from '@svc/chassis/postgres/list-page';
import type { Db } from '@svc/chassis/postgres/pool';
import { searchPattern } from '@svc/chassis/postgres/search';
import { PLANNED_ANEW } from '@svc/chassis/postgres/statements';
import type { UserPrincipal } from '@svc/chassis/principal';
import { viewerOf, type Scope } from '@svc/chassis/sharing/sight';
import { DEAL_SIGHT } from '../deals/deal-access.js';
import { dealsWith } from '../deals/deals-with.js';
import type { SeenRow } from '../visibility/sight.js';
import { namedVideos } from './named-videos.js';
import { VIDEO_COLUMNS } from './video-repo.js';
import type { VideoRow } from './video.js';

/** Which videos a list over several deals holds; null leaves a filter out. */
export interface VideoFilter {
  readonly scope: Scope;
  readonly platform: string | null;
  /** A check is due by `today`, or none is. */
  readonly due: boolean | null;
  readonly unresolved: boolean | null;
  /** Searches title, name and promo code of the deal, and videos by address or id. */
  readonly query: string | null;
  readonly contactId: string | null;
  readonly influencerId: string | null;
}

/** A video, and what its deal says. */
export interface VideoOfDealRow extends VideoRow, SeenRow {
  readonly dealName: string;
  readonly promoCode: string | null;
  readonly due: boolean;
}

/**
 * Videos of the deals that the caller sees, newest first, and how many there are; `today` is YYYY-MM-DD. The page is chosen before
 * anything is looked up for it.
 */
export async function listVideosOfDeals(
  db: Db,
  user: UserPrincipal,
  filter: VideoFilter,
  today: string,
  page: Page,
): Promise<PageRows<VideoOfDealRow>> {
  const { listed, values } = conditions(user, filter, today);
  const cut = {
    order: 'v.created_at desc, v.id desc',
    chosenOrder: '"createdAt" desc, id desc',
    limit: `$${values.length + 1}`,
    offset: `$${values.length + 2}`,
  };
  const text = `
     select chosen.*, d.owner_id as "ownerId", d.name as "dealName", d.promo_code as "promoCode",
            coalesce(chosen."nextDueDate" <= $3::date, false) as due, ${DEAL_SIGHT.seenColumns},
            ${countSetsUpToMax(listed)} as total
       from (${pageOfSets(VIDEO_COLUMNS, listed, cut)}) as chosen
       join deal.deals d on d.id = chosen."dealId"
      order by chosen."createdAt" desc, chosen.id desc`;
  return listPage(page, ({ limit, offset }) => db.query(text, [...values, limit, offset]));
}

/** Only what is asked for becomes a condition, so that each combination gets the plan that its indexes allow. */
function conditions(
  user: UserPrincipal,
  { scope, platform, due, unresolved, query, ...people }: VideoFilter,
  today: string,
): { listed: RowSets; values: unknown[] } {
  const values: unknown[] = [...viewerOf(user), today];
  const parameter = (value: unknown): string => `$${values.push(value)}`;
  const parts: string[] = [];
  if (platform !== null) parts.push(`v.platform = ${parameter(platform)}`);
  if (due === true) parts.push(`v.next_due_date <= $3::date`);
  if (due === false) parts.push(`(v.next_due_date is null or v.next_due_date > $3::date)`);
  if (unresolved !== null) parts.push(`v.needs_resolution = ${parameter(unresolved)}`);
  if (query !== null) {
    const named = namedVideos(query);
    const isNamed = named && `v.canonical_key = any (${parameter(named.keys)}::text[])`;
    const isMatched = named?.isAddress === true ? null : matches(scope, parameter(searchPattern(query)));
    parts.push(`(${[isNamed, isMatched].filter((part) => part !== null).join('\n           or ')})`);
  }
  parts.push(...dealsWith(people, 'v.deal_id', parameter));
  const sets = ['v.owner_id = $1', ...DEAL_SIGHT.othersInScope(scope, 'v.owner_id', 'v.deal_id')];
  return {
    listed: { table: 'deal.deal_videos v', sets: sets.map((set) => [set, ...parts].join('\n          and ')) },
    values,
  };
}

/** The column that deals are searched by holds name and promo code among others, so its index narrows the search down. */
function matches(scope: Scope, pattern: string): string {
  return `${PLANNED_ANEW} (v.search_title like extensions.search_text(${pattern})
          or v.deal_id = any (array(
             select d.id from deal.deals d
              where ${DEAL_SIGHT.isInScope(scope, 'd.owner_id', 'd.id')}
                and d.search_text like extensions.search_text(${pattern})
                and (extensions.search_text(d.name) like extensions.search_text(${pattern})
                 or extensions.search_text(d.promo_code) like extensions.search_text(${pattern})))))`;
}

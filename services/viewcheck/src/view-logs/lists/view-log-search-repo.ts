import type { PageRows } from '@svc/chassis/postgres/lists/list-page';
import type { Db } from '@svc/chassis/postgres/pool';
import { hasTrigram, listRanked, type Ranked } from '@svc/records/search/ranked-rows';
import type { Wanted } from '@svc/records/search/search-handlers';
import type { ViewLogRow } from '../view-log-repo.js';

/** A view log in search results. */
export type FoundViewLog = Pick<ViewLogRow, 'id' | 'dealId' | 'videoId' | 'value' | 'note' | 'updatedAt'>;

/** The deals to search: the caller's own and those that the caller sees, and the matching ones. */
export interface SearchedDeals {
  readonly ownerId: string;
  readonly sharedDealIds: readonly string[];
  /** Deals and videos with matching names, whose view logs match too. */
  readonly matchingDealIds: readonly string[];
  readonly matchingVideoIds: readonly string[];
}

/**
 * Lists the view logs that match best, with the number of matches. View logs have no title to match, only their deal's names; notes match from three
 * characters on.
 */
export function listRankedViewLogs(
  db: Db,
  { ownerId, sharedDealIds, matchingDealIds, matchingVideoIds }: SearchedDeals,
  wanted: Wanted,
): Promise<PageRows<FoundViewLog & Ranked>> {
  return listRanked(
    (text, values) => db.query<FoundViewLog & Ranked>(text, values),
    {
      table: 'viewcheck.view_logs l',
      row: 'l',
      isListed: `(l.owner_id = $1 or l.deal_id = any ($2::uuid[]))`,
      text: `E'\\n' || coalesce(extensions.search_text(l.note), '')`,
      newestBy: 'l.checked_at',
      isNamed: ({ id }) => `l.id = ${id()}`,
      matches: ({ pattern }) => [
        'l.deal_id = any ($3::uuid[])',
        'l.video_id = any ($4::uuid[])',
        ...(hasTrigram(wanted.query)
          ? [`extensions.search_text(l.note) like extensions.search_text(${pattern()})`]
          : []),
      ],
      columns: `l.id, l.deal_id as "dealId", l.video_id as "videoId", l.value, l.note, l.updated_at as "updatedAt"`,
    },
    [ownerId, sharedDealIds, matchingDealIds, matchingVideoIds],
    wanted,
  );
}

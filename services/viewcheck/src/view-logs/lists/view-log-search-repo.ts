import type { PageRows } from '@svc/chassis/postgres/lists/list-page';
import type { Db } from '@svc/chassis/postgres/pool';
import { hasTrigram, listRanked, type Ranked } from '@svc/records/search/ranked-rows';
import type { Wanted } from '@svc/records/search/search-handlers';
import type { ViewLogRow } from '../view-log-repo.js';

/** A view log in search results. */
export type FoundViewLog = Pick<ViewLogRow, 'id' | 'dealId' | 'videoId' | 'value' | 'note' | 'updatedAt'>;

/** Where to search: the caller's own view logs, and those of deals that the caller sees; and the matching deals. */
export interface SearchedDeals {
  readonly ownerId: string;
  readonly sharedDealIds: readonly string[];
  /** Deals and videos whose names match: their view logs match too. */
  readonly matchingDealIds: readonly string[];
  readonly matchingVideoIds: readonly string[];
}

/**
 * View logs that match best, and how many match. People know a view log by its deal's names, so none matches by a title; notes match three characters
 * or more.
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

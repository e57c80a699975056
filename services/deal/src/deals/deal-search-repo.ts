import type { UserPrincipal } from '@svc/chassis/calls/principal';
import type { PageRows } from '@svc/chassis/postgres/lists/list-page';
import type { Db } from '@svc/chassis/postgres/pool';
import { hasTrigram, listRanked, type Ranked } from '@svc/records/search/ranked-rows';
import type { Wanted } from '@svc/records/search/search-handlers';
import { viewerOf } from '@svc/records/sharing/visibility-predicate';
import { namedVideos } from '@svc/video-pages/addresses/named-videos';
import { dealsWithVideos } from '../videos/deals-with-videos.js';
import type { SeenRow } from '../visibility/visibility-predicate.js';
import type { DealRow } from './deal.js';
import { DEAL_VISIBILITY } from './deal-access.js';
import { DEAL_COLUMNS } from './deal-repo.js';

/** Lists deals that the caller sees and that match best, with the number of matches; the caller's own notes are searched from three characters on. */
export function listRankedDeals(
  db: Db,
  user: UserPrincipal,
  wanted: Wanted,
): Promise<PageRows<DealRow & SeenRow & Ranked>> {
  const others = DEAL_VISIBILITY.othersInScope(wanted.scope);
  const named = namedVideos(wanted.query);
  return listRanked(
    (text, values) => db.query<DealRow & SeenRow & Ranked>(text, values),
    {
      table: 'deal.deals d',
      row: 'd',
      text: 'd.search_text',
      newestBy: 'd.created_at',
      isListed: DEAL_VISIBILITY.isInScope(wanted.scope, 'd.owner_id', 'd.id'),
      isNamed: ({ id, code, value }) =>
        `d.id = ${id()} or (d.owner_id = $1 and d.status = 'active' and lower(d.promo_code) = lower(normalize(${code()})))
              ${named ? `or d.id = any (${dealsWithVideos(wanted.scope, value(named.keys))})` : ''}`,
      isNamedMatch: ({ code }) => `coalesce(lower(d.promo_code) = lower(normalize(${code()})), false)`,
      matches: ({ pattern }) => [
        ...['d.owner_id = $1', ...others].map(
          (seen) => `${seen} and d.search_text like extensions.search_text(${pattern()})`,
        ),
        ...(hasTrigram(wanted.query)
          ? [`d.owner_id = $1 and extensions.search_text(d.notes) like extensions.search_text(${pattern()})`]
          : []),
      ],
      columns: `${DEAL_COLUMNS}, ${DEAL_VISIBILITY.seenColumns}`,
    },
    viewerOf(user),
    wanted,
  );
}

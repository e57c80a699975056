import type { UserPrincipal } from '@svc/chassis/calls/principal';
import type { PageRows } from '@svc/chassis/postgres/lists/list-page';
import type { Db } from '@svc/chassis/postgres/pool';
import { listRanked, type Ranked } from '@svc/records/search/ranked-rows';
import type { Wanted } from '@svc/records/search/search-handlers';
import { viewerOf } from '@svc/records/sharing/visibility-predicate';
import { LINK_TEAM_IDS, LINK_TEXT, LINK_VISIBILITY, type SeenLink } from './link-list-repo.js';
import { LINK_COLUMNS, LINK_JOINS } from './link-repo.js';

/** Links that the caller sees and that match best, and how many match. */
export function listRankedLinks(db: Db, user: UserPrincipal, wanted: Wanted): Promise<PageRows<SeenLink & Ranked>> {
  return listRanked(
    (text, values) => db.query<SeenLink & Ranked>(text, values),
    {
      table: 'shortener.links l',
      row: 'l',
      isListed: `${LINK_VISIBILITY.isInScope(wanted.scope, 'l.owner_id', 'l.id')} and l.deleted_at is null`,
      text: LINK_TEXT,
      newestBy: 'l.created_at',
      isNamed: ({ id, code }) => `l.id = ${id()} or lower(l.short_id) = lower(${code()})`,
      matches: ({ pattern }) =>
        ['l.owner_id = $1', ...LINK_VISIBILITY.othersInScope(wanted.scope)].map(
          (seen) => `${seen} and ${LINK_TEXT} like extensions.search_text(${pattern()})`,
        ),
      columns: `${LINK_COLUMNS}, ${LINK_TEAM_IDS}`,
      joins: LINK_JOINS,
    },
    viewerOf(user),
    wanted,
  );
}

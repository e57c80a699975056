import type { UserPrincipal } from '@svc/chassis/calls/principal';
import type { PageRows } from '@svc/chassis/postgres/lists/list-page';
import type { Db } from '@svc/chassis/postgres/pool';
import { hasTrigram, listRanked, type Ranked } from '@svc/records/search/ranked-rows';
import type { Wanted } from '@svc/records/search/search-handlers';
import { viewerOf } from '@svc/records/sharing/visibility-predicate';
import type { ContactKind } from './contact.js';
import { CONTACT_VISIBILITY, type SeenContact } from './contact-access.js';
import { CONTACT_COLUMNS, seenContactColumns } from './contact-repo.js';

/**
 * Lists the contacts or influencers that the caller sees and that match best, with the number of matches; the caller's own notes are searched from
 * three characters on.
 */
export function listRankedContacts(
  db: Db,
  user: UserPrincipal,
  kind: ContactKind,
  wanted: Wanted,
): Promise<PageRows<SeenContact & Ranked>> {
  const predicate = CONTACT_VISIBILITY[kind];
  const others = predicate.othersInScope(wanted.scope);
  return listRanked(
    (text, values) => db.query<SeenContact & Ranked>(text, values),
    {
      table: 'deal.contacts c',
      row: 'c',
      isListed: `${predicate.isInScope(wanted.scope, 'c.owner_id', 'c.id')} and c.kind = $3`,
      text: 'c.search_text',
      newestBy: 'c.created_at',
      isNamed: ({ id }) => `c.id = ${id()}`,
      matches: ({ pattern }) => [
        ...['c.owner_id = $1', ...others].map(
          (seen) => `${seen} and c.search_text like extensions.search_text(${pattern()})`,
        ),
        ...(hasTrigram(wanted.query)
          ? [`c.owner_id = $1 and extensions.search_text(c.notes) like extensions.search_text(${pattern()})`]
          : []),
      ],
      columns: `${CONTACT_COLUMNS}, ${seenContactColumns(kind)}`,
    },
    [...viewerOf(user), kind],
    wanted,
  );
}

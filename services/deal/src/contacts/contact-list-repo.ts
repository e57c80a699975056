import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { searchPattern } from '@svc/chassis/postgres/lists/search';
import { textOrder } from '@svc/chassis/postgres/lists/sort-keys';
import {
  listSorted,
  type SortedList,
  type SortedPage,
  type SortedPageRows,
  type SortedRows,
} from '@svc/chassis/postgres/lists/sorted-list';
import type { Db } from '@svc/chassis/postgres/pool';
import { viewerOf } from '@svc/records/sharing/visibility-predicate';
import type { ContactKind } from './contact.js';
import { CONTACT_VISIBILITY, type SeenContact } from './contact-access.js';
import { CONTACT_COLUMNS, seenContactColumns } from './contact-repo.js';

/** Which visible contacts to list: all, the caller's own, those of others, or mutual ones. */
export type Visibility = 'all' | 'mine' | 'shared' | 'mutual';

export interface ContactFilter {
  readonly kind: ContactKind;
  readonly visibility: Visibility;
  /** Searches name, email, phone, company, handles, tags, and the notes of the caller's own contacts. */
  readonly query: string | null;
}

export const CONTACT_LIST = {
  name: 'contacts',
  byDefault: '-createdAt',
  keys: {
    createdAt: { sql: 'c.created_at', type: 'instant' },
    updatedAt: { sql: 'c.updated_at', type: 'instant' },
    name: { sql: textOrder('c.name'), type: 'text' },
    company: { sql: textOrder('c.company'), type: 'text', nullable: true },
    email: { sql: textOrder('c.email'), type: 'text', nullable: true },
  },
} as const satisfies SortedList;

/**
 * Condition for mutual contacts: those of others that match one of the caller's, and the caller's that they match. Each step looks up a whole list in
 * index order, because a join would read the keys of all users, and a lookup per row costs many times as much.
 */
function isMutual(kind: ContactKind): string {
  const { sharedIds } = CONTACT_VISIBILITY[kind];
  return `c.id = any (array(
              with matched as materialized (
                   select k.contact_id, k.key
                     from deal.contact_match_keys k
                    where k.key = any (array(select own.key from deal.contact_match_keys own
                                              where own.owner_id = $1 and own.kind = $3))
                      and k.kind = $3 and k.owner_id <> $1),
                   theirs as materialized (
                   select m.contact_id, m.key,
                          m.contact_id in (${sharedIds} and s.contact_id = any (array(select contact_id from matched)))
                          as is_shared
                     from matched m)
            select t.contact_id from theirs t where t.is_shared
             union all
            select own.contact_id
              from deal.contact_match_keys own
             where own.owner_id = $1 and own.kind = $3
               and own.key = any (array(select t.key from theirs t where t.is_shared))))`;
}

/** Conditions on `c` for the caller's own contacts and for those of others; mutual ones are in both. */
function setsOf(kind: ContactKind, visibility: Visibility): Pick<SortedRows, 'own' | 'others'> {
  const own = visibility === 'shared' ? null : 'c.owner_id = $1 and c.kind = $3';
  if (visibility === 'mutual') return { own: isMutual(kind), others: [] };
  const others = CONTACT_VISIBILITY[kind].othersInScope(visibility === 'mine' ? 'mine' : 'mine-and-shared');
  return { own, others: others.map((set) => `${set} and c.kind = $3`) };
}

/** Lists contacts that the caller sees, with their total. */
export async function listContacts(
  db: Db,
  user: UserPrincipal,
  { kind, visibility, query }: ContactFilter,
  page: SortedPage,
): Promise<SortedPageRows<SeenContact>> {
  const pattern = 'extensions.search_text($4)';
  const matches = `(c.search_text like ${pattern} or (c.owner_id = $1 and extensions.search_text(c.notes) like ${pattern}))`;
  const rows = {
    ...setsOf(kind, visibility),
    table: 'deal.contacts c',
    id: 'c.id',
    filters: query === null ? [] : [matches],
    columns: `${CONTACT_COLUMNS}, ${seenContactColumns(kind)}`,
    shown: 'deal.contacts c',
    values: [...viewerOf(user), kind, ...(query === null ? [] : [searchPattern(query)])],
  };
  return listSorted(db, rows, page);
}

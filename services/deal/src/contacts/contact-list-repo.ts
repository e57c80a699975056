import type { Db } from '@svc/chassis/postgres/pool';
import { searchPattern } from '@svc/chassis/postgres/search';
import type { UserPrincipal } from '@svc/chassis/principal';
import { countUpToMax, listPage, type Page, type PageRows } from '@svc/chassis/postgres/list-page';
import { viewerOf } from '@svc/chassis/sharing/sight';
import { CONTACT_SIGHTS, type SeenContact } from './contact-access.js';
import { CONTACT_COLUMNS, seenContactColumns } from './contact-repo.js';
import type { ContactKind } from './contact.js';

/** Which part of what a team sees: everything, one's own, that of others, or what both have. */
export type Visibility = 'all' | 'mine' | 'shared' | 'mutual';

export interface ContactFilter {
  readonly kind: ContactKind;
  readonly visibility: Visibility;
  /** Searches name, e-mail, phone, company, handles, tags, and the notes of one's own contacts. */
  readonly query: string | null;
}

/**
 * Conditions on `c`, as sets of ids: a condition that is worked out row by row would read every contact there is. Mutual are the
 * contacts of others that match one of the caller's, and those of the caller that they match. Each step looks up a whole list in the
 * order of an index: a join would read the keys of everybody, and a look at one row after the other costs many times as much.
 */
function isListed(kind: ContactKind, visibility: Visibility): string {
  const { sharedIds } = CONTACT_SIGHTS[kind];
  const conditions: Readonly<Record<Visibility, string>> = {
    mine: `c.owner_id = $1 and c.kind = $3`,
    shared: `c.owner_id <> $1 and c.kind = $3 and c.id in (${sharedIds})`,
    all: `c.kind = $3 and c.id in (
            select o.id from deal.contacts o where o.owner_id = $1 and o.kind = $3
             union ${sharedIds})`,
    mutual: `c.id = any (array(
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
               and own.key = any (array(select t.key from theirs t where t.is_shared))))`,
  };
  return conditions[visibility];
}

/** Only a search that is there can use its index. */
const MATCHES = `and (c.search_text like extensions.search_text($6)
              or (c.owner_id = $1 and extensions.search_text(c.notes) like extensions.search_text($6)))`;

/** Contacts that the caller sees, newest first, and how many there are in all. */
export async function listContacts(
  db: Db,
  user: UserPrincipal,
  { kind, visibility, query }: ContactFilter,
  page: Page,
): Promise<PageRows<SeenContact>> {
  if (visibility === 'mine' && query === null) return listOwnContacts(db, user, kind, page);
  const text = `
       with listed as materialized (
            select c.id, c.created_at from deal.contacts c where ${isListed(kind, visibility)}
             ${query === null ? '' : MATCHES})
     select ${CONTACT_COLUMNS}, ${seenContactColumns(kind)}, ${countUpToMax('listed')} as total
       from (select l.id from listed l order by l.created_at desc, l.id desc limit $4 offset $5) as p
       join deal.contacts c on c.id = p.id
      order by c.created_at desc, c.id desc`;
  const pattern = query === null ? [] : [searchPattern(query)];
  return listPage(page, ({ limit, offset }) => db.query(text, [...viewerOf(user), kind, limit, offset, ...pattern]));
}

/** One's own contacts stand in their index as they are listed, so that a page reads no others. */
function listOwnContacts(db: Db, user: UserPrincipal, kind: ContactKind, page: Page): Promise<PageRows<SeenContact>> {
  const listed = `deal.contacts c where ${isListed(kind, 'mine')}`;
  const text = `
     select ${CONTACT_COLUMNS}, ${seenContactColumns(kind)}, ${countUpToMax(listed)} as total
       from ${listed}
      order by c.created_at desc, c.id desc limit $4 offset $5`;
  return listPage(page, ({ limit, offset }) => db.query(text, [...viewerOf(user), kind, limit, offset]));
}

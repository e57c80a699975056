import type { Db } from '@svc/chassis/postgres/pool';
import { searchPattern } from '@svc/chassis/postgres/search';
import type { UserPrincipal } from '@svc/chassis/principal';
import { listPage, type Page, type PageRows } from '@svc/chassis/postgres/list-page';
import { viewerOf } from '../visibility/sight.js';
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
 * contacts of others that match one of the caller's, and those of the caller that they match. The caller's keys are read once and
 * looked up in the order of the index; a join would read the keys of everybody.
 */
function isListed(kind: ContactKind, visibility: Visibility): string {
  const { sharedIds } = CONTACT_SIGHTS[kind];
  const conditions: Readonly<Record<Visibility, string>> = {
    mine: `c.owner_id = $1 and c.kind = $3`,
    shared: `c.owner_id <> $1 and c.kind = $3 and c.id in (${sharedIds})`,
    all: `c.kind = $3 and c.id in (
            select o.id from deal.contacts o where o.owner_id = $1 and o.kind = $3
             union ${sharedIds})`,
    mutual: `c.id in (
              with theirs as materialized (
                   select k.contact_id, k.key
                     from deal.contact_match_keys k
                    where k.key = any (array(select own.key from deal.contact_match_keys own
                                              where own.owner_id = $1 and own.kind = $3))
                      and k.kind = $3 and k.owner_id <> $1
                      and exists (${sharedIds} and s.contact_id = k.contact_id))
            select t.contact_id from theirs t
             union
            select own.contact_id
              from deal.contact_match_keys own
             where own.owner_id = $1 and own.kind = $3 and own.key in (select t.key from theirs t))`,
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
  const text = `
       with listed as materialized (
            select c.id, c.created_at
              from deal.contacts c
             where ${isListed(kind, visibility)}
             ${query === null ? '' : MATCHES})
     select ${CONTACT_COLUMNS}, ${seenContactColumns(kind)}, (select count(*) from listed) as total
       from (select l.id from listed l order by l.created_at desc, l.id desc limit $4 offset $5) as p
       join deal.contacts c on c.id = p.id
      order by c.created_at desc, c.id desc`;
  const pattern = query === null ? [] : [searchPattern(query)];
  return listPage(page, ({ limit, offset }) => db.query(text, [...viewerOf(user), kind, limit, offset, ...pattern]));
}

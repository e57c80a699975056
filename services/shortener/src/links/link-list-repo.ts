import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { countUpToMax, listPage, type Page, type PageRows } from '@svc/chassis/postgres/lists/list-page';
import { containsText, searchPattern } from '@svc/chassis/postgres/lists/search';
import { textOrder } from '@svc/chassis/postgres/lists/sort-keys';
import {
  listSorted,
  type SortedList,
  type SortedPage,
  type SortedPageRows,
} from '@svc/chassis/postgres/lists/sorted-list';
import type { Db } from '@svc/chassis/postgres/pool';
import type { Tx } from '@svc/chassis/postgres/transaction';
import { type Scope, viewerOf, visibilityOf } from '@svc/records/sharing/visibility-predicate';
import { LINK_SHARES } from '../shares/share-tables.js';
import type { LinkRow } from './link.js';
import { LINK_COLUMNS, LINK_JOINS } from './link-repo.js';

/** A link, and the viewer's teams that it is shared with; none for its owner. */
export interface SeenLink extends LinkRow {
  readonly ownerId: string;
  readonly teamIds: string[];
}

/** Filters of a list of links; null disables one. */
export interface LinkFilter {
  readonly scope: Scope;
  /** Searches short id, target, title, campaign and tags. */
  readonly query: string | null;
  readonly kind: string | null;
  readonly campaign: string | null;
  readonly tag: string | null;
  readonly dealId: string | null;
}

/** Visibility of links, for queries that alias the table as `l`. */
export const LINK_VISIBILITY = visibilityOf(LINK_SHARES, 'l');
export const LINK_TEAM_IDS = `${LINK_VISIBILITY.teamIds} as "teamIds"`;
/** The searched expression, which must match that of the index. */
export const LINK_TEXT = 'shortener.link_search_text(l.short_id, l.target_url, l.title, l.campaign, l.tags)';

export const LINK_LIST = {
  name: 'short links',
  byDefault: '-createdAt',
  keys: {
    createdAt: { sql: 'l.created_at', type: 'instant' },
    title: { sql: textOrder('l.title'), type: 'text', nullable: true },
    clicks: {
      sql: 'coalesce(t.clicks, 0)',
      type: 'integer',
      join: 'left join shortener.link_totals t on t.link_id = l.id',
    },
  },
} as const satisfies SortedList;

/** The link, if the caller owns it or a team of the caller sees it. */
export async function findSeenLink(db: Db, user: UserPrincipal, linkId: string): Promise<SeenLink | null> {
  return db.find<SeenLink>(
    `select ${LINK_COLUMNS}, ${LINK_TEAM_IDS} from shortener.links l
       ${LINK_JOINS}
      where l.id = $3 and l.deleted_at is null and ${LINK_VISIBILITY.isVisible}`,
    [...viewerOf(user), linkId],
  );
}

/** Those of the links that the caller sees, locked until the end of the transaction. */
export async function listLinksForUpdate(tx: Tx, user: UserPrincipal, linkIds: readonly string[]): Promise<SeenLink[]> {
  return tx.list<SeenLink>(
    `select ${LINK_COLUMNS}, ${LINK_TEAM_IDS} from shortener.links l
       ${LINK_JOINS}
      where l.id = any ($3::uuid[]) and l.deleted_at is null and ${LINK_VISIBILITY.isVisible}
      order by l.id for no key update of l`,
    [...viewerOf(user), linkIds],
  );
}

/** Links that the caller sees, and their total (a lower bound when large). */
export async function listSeenLinks(
  db: Db,
  user: UserPrincipal,
  filter: LinkFilter,
  page: SortedPage,
): Promise<SortedPageRows<SeenLink>> {
  const values: unknown[] = viewerOf(user);
  const filters = ['l.deleted_at is null'];
  const add = (value: string | null, condition: (parameter: string) => string): void => {
    if (value !== null) filters.push(condition(`$${values.push(value.normalize('NFKC'))}`));
  };
  add(filter.kind, (kind) => `l.kind = ${kind}`);
  add(filter.campaign, (campaign) => `extensions.search_text(l.campaign) = extensions.search_text(${campaign})`);
  add(filter.tag, (tag) => containsText('l.tags', tag));
  add(filter.dealId, (id) => `l.deal_id = ${id}::uuid and l.owner_id = $1`);
  add(
    filter.query === null ? null : searchPattern(filter.query),
    (pattern) => `${LINK_TEXT} like extensions.search_text(${pattern})`,
  );
  const rows = {
    table: 'shortener.links l',
    id: 'l.id',
    own: 'l.owner_id = $1',
    others: LINK_VISIBILITY.othersInScope(filter.scope),
    filters,
    columns: `${LINK_COLUMNS}, ${LINK_TEAM_IDS}`,
    shown: `shortener.links l
       ${LINK_JOINS}`,
    values,
  };
  return listSorted(db, rows, page);
}

/** Links to a deal by its owner, most clicked first, at most `limit`. */
export async function listLinksOfDeal(
  db: Db,
  { ownerId, dealId }: { readonly ownerId: string; readonly dealId: string },
  limit: number,
): Promise<Pick<LinkRow, 'shortId' | 'clicks'>[]> {
  return db.list(
    `select l.short_id as "shortId", coalesce(t.clicks, 0) as clicks
       from shortener.links l
       left join shortener.link_totals t on t.link_id = l.id
      where l.deal_id = $2 and l.owner_id = $1 and l.deleted_at is null
      order by clicks desc, l.id limit $3`,
    [ownerId, dealId, limit],
  );
}

/** Links of one agent, newest first, and their total (a lower bound when large). */
export async function listAgentLinks(
  db: Db,
  agent: { readonly userId: string; readonly clientId: string },
  page: Page,
): Promise<PageRows<LinkRow>> {
  const isListed = `l.owner_id = $1 and l.client_id = $2 and l.deleted_at is null`;
  const text = `
     select ${LINK_COLUMNS}, ${countUpToMax(`shortener.links l where ${isListed}`)} as total
       from shortener.links l
       ${LINK_JOINS}
      where ${isListed}
      order by l.created_at desc, l.id desc
      limit $3 offset $4`;
  return listPage(page, ({ limit, offset }) => db.query(text, [agent.userId, agent.clientId, limit, offset]));
}

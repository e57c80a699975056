import { countUpToMax, listPage, type Page, type PageRows } from '@svc/chassis/postgres/list-page';
import type { Db } from '@svc/chassis/postgres/pool';
import { containsText, searchPattern } from '@svc/chassis/postgres/search';
import type { UserPrincipal } from '@svc/chassis/principal';
import { sightOf, viewerOf, type Scope } from '@svc/chassis/sharing/sight';
import { LINK_SHARES } from '../shares/link-share-table.js';
import { LINK_COLUMNS, LINK_JOINS } from './link-repo.js';
import type { LinkRow } from './link.js';

/** A link, and the viewer's teams that it is shared with; none for its owner. */
export interface SeenLink extends LinkRow {
  readonly ownerId: string;
  readonly teamIds: string[];
}

/** Which links a list holds; null leaves a filter out. */
export interface LinkFilter {
  readonly scope: Scope;
  /** Searches short id, target, title, campaign and tags. */
  readonly query: string | null;
  readonly kind: string | null;
  readonly campaign: string | null;
  readonly tag: string | null;
  readonly dealId: string | null;
}

/** Order of a list, by what the API calls it; each ends in a unique column. */
export const LINK_ORDERS: Readonly<Record<string, string>> = {
  createdAt: 'l.created_at, l.id',
  '-createdAt': 'l.created_at desc, l.id desc',
  clicks: 'coalesce(t.clicks, 0), l.id',
  '-clicks': 'coalesce(t.clicks, 0) desc, l.id desc',
};

/** Who sees links, in queries that call their table `l`. */
export const LINK_SIGHT = sightOf(LINK_SHARES, 'l');
export const LINK_TEAM_IDS = `${LINK_SIGHT.teamIds} as "teamIds"`;
/** What links are searched by; its index is on exactly this. */
export const LINK_TEXT = 'shortener.link_search_text(l.short_id, l.target_url, l.title, l.campaign, l.tags)';

/** The link when the caller owns it or a team of the caller's sees it. */
export async function findSeenLink(db: Db, user: UserPrincipal, linkId: string): Promise<SeenLink | null> {
  return db.find<SeenLink>(
    `select ${LINK_COLUMNS}, ${LINK_TEAM_IDS} from shortener.links l
       ${LINK_JOINS}
      where l.id = $3 and l.deleted_at is null and ${LINK_SIGHT.isSeen}`,
    [...viewerOf(user), linkId],
  );
}

/** Links that the caller sees, and how many there are in all (of many, how many at least). */
export async function listSeenLinks(
  db: Db,
  user: UserPrincipal,
  filter: LinkFilter,
  order: string,
  page: Page,
): Promise<PageRows<SeenLink>> {
  const isListed = `${LINK_SIGHT.isInScope(filter.scope, 'l.owner_id', 'l.id')}
        and l.deleted_at is null
        and ($3::text is null or l.kind = $3)
        and ($4::text is null or extensions.search_text(l.campaign) = extensions.search_text($4))
        and ($5::text is null or ${containsText('l.tags', '$5')})
        and ($6::uuid is null or l.deal_id = $6 and l.owner_id = $1)
        and ($7::text is null or ${LINK_TEXT} like extensions.search_text($7))`;
  const text = `
     select ${LINK_COLUMNS}, ${LINK_TEAM_IDS}, ${countUpToMax(`shortener.links l where ${isListed}`)} as total
       from shortener.links l
       ${LINK_JOINS}
      where ${isListed}
      order by ${order}
      limit $8 offset $9`;
  const { kind, campaign, tag, dealId, query } = filter;
  const pattern = query === null ? null : searchPattern(query);
  const [plainCampaign, plainTag] = [campaign, tag].map((text) => text?.normalize('NFKC') ?? null);
  const values = [...viewerOf(user), kind, plainCampaign, plainTag, dealId, pattern];
  return listPage(page, ({ limit, offset }) => db.query(text, [...values, limit, offset]));
}

/** Links to a deal that its owner has made, most clicked first, at most `limit`. */
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

/** Links of one agent, newest first, and how many there are in all (of many, how many at least). */
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

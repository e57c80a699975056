import { listPage, type Page, type PageRows } from '@svc/chassis/postgres/list-page';
import type { Db } from '@svc/chassis/postgres/pool';
import { searchPattern } from '@svc/chassis/postgres/search';
import type { UserPrincipal } from '@svc/chassis/principal';
import { LINK_COLUMNS, LINK_JOINS } from './link-repo.js';
import type { StoredLink } from './link.js';

/** A link, and the viewer's teams that it is shared with; none for its owner. */
export interface SeenLink extends StoredLink {
  readonly ownerId: string;
  readonly teamIds: string[];
}

/** Which links a list holds; null leaves a filter out. */
export interface LinkFilter {
  readonly withShared: boolean;
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

const TEAM_IDS = `array(select s.team_id from shortener.link_shares s
                    where s.link_id = l.id and s.team_id = any ($2::uuid[]) and l.owner_id <> $1
                    order by s.team_id) as "teamIds"`;

/** The link when the caller owns it or a team of the caller's sees it. */
export async function findSeenLink(db: Db, user: UserPrincipal, linkId: string): Promise<SeenLink | null> {
  const { rows } = await db.query<SeenLink>(
    `select ${LINK_COLUMNS}, ${TEAM_IDS}
       from shortener.links l
       ${LINK_JOINS}
      where l.id = $3
        and l.deleted_at is null
        and (l.owner_id = $1
         or exists (select 1 from shortener.link_shares s where s.link_id = l.id and s.team_id = any ($2::uuid[])))`,
    [...viewerOf(user), linkId],
  );
  return rows[0] ?? null;
}

/** Links that the caller sees, and how many there are in all. */
export async function listSeenLinks(
  db: Db,
  user: UserPrincipal,
  filter: LinkFilter,
  order: string,
  page: Page,
): Promise<PageRows<SeenLink>> {
  const isSeen = filter.withShared
    ? `(l.owner_id = $1 or l.id = any (array(select s.link_id from shortener.link_shares s where s.team_id = any ($2::uuid[]))))`
    : `l.owner_id = $1`;
  const isListed = `${isSeen}
        and l.deleted_at is null
        and ($3::text is null or l.kind = $3)
        and ($4::text is null or l.campaign = $4)
        and ($5::text is null or $5 = any (l.tags))
        and ($6::uuid is null or l.deal_id = $6 and l.owner_id = $1)
        and ($7::text is null
         or extensions.search_text(concat_ws(E'\\n', l.short_id, l.target_url, l.title, l.campaign, array_to_string(l.tags, E'\\n')))
            like extensions.search_text($7))`;
  const text = `
     select ${LINK_COLUMNS}, ${TEAM_IDS}, (select count(*) from shortener.links l where ${isListed}) as total
       from shortener.links l
       ${LINK_JOINS}
      where ${isListed}
      order by ${order}
      limit $8 offset $9`;
  const { kind, campaign, tag, dealId, query } = filter;
  const pattern = query === null ? null : searchPattern(query);
  const values = [...viewerOf(user), kind, campaign, tag, dealId, pattern];
  return listPage(page, ({ limit, offset }) => db.query(text, [...values, limit, offset]));
}

/** Links of one agent, newest first, and how many there are in all. */
export async function listAgentLinks(
  db: Db,
  agent: { readonly userId: string; readonly clientId: string },
  page: Page,
): Promise<PageRows<StoredLink>> {
  const isListed = `l.owner_id = $1 and l.client_id = $2 and l.deleted_at is null`;
  const text = `
     select ${LINK_COLUMNS}, (select count(*) from shortener.links l where ${isListed}) as total
       from shortener.links l
       ${LINK_JOINS}
      where ${isListed}
      order by l.created_at desc, l.id desc
      limit $3 offset $4`;
  return listPage(page, ({ limit, offset }) => db.query(text, [agent.userId, agent.clientId, limit, offset]));
}

function viewerOf(user: UserPrincipal): [userId: string, teamIds: string[]] {
  return [user.userId, user.teams.map(({ id }) => id)];
}

import type { Db } from '@svc/chassis/postgres/pool';
import { searchPattern } from '@svc/chassis/postgres/search';
import type { UserPrincipal } from '@svc/chassis/principal';
import type { DescribedVideo } from '@svc/proto/deal/v1/reading_service';
import { DEAL_SIGHT } from '../deals/deal-access.js';
import { viewerOf, type Scope, type SeenRow } from '../visibility/sight.js';
import { listPage, type Page, type PageRows } from '@svc/chassis/postgres/list-page';

/** A video with what its deal says, for callers who keep neither. */
export type DescribedRow = Omit<DescribedVideo, 'access'> & SeenRow;

export interface DueRow extends DescribedRow {
  readonly dueDate: string;
  readonly checkDay: number;
  readonly lastValue: number | null;
  readonly lastCheckedAt: Date | null;
}

const DESCRIPTION = `v.id as "videoId", v.deal_id as "dealId", d.owner_id as "ownerId", d.name as "dealName",
            d.promo_code as "promoCode", v.url as "videoUrl", v.platform, v.post_date as "postDate", ${DEAL_SIGHT.seenColumns}`;

/** Those of the videos that the caller sees. */
export async function listDescribedVideos(
  db: Db,
  user: UserPrincipal,
  videoIds: readonly string[],
): Promise<DescribedRow[]> {
  const { rows } = await db.query<DescribedRow>(
    `select ${DESCRIPTION}
       from deal.deal_videos v
       join deal.deals d on d.id = v.deal_id
      where v.id = any ($3::uuid[]) and ${DEAL_SIGHT.isSeen}`,
    [...viewerOf(user), videoIds],
  );
  return rows;
}

/** The deal with the video, when the caller sees the deal; without a video when it is not of the deal, or none is asked for. */
export async function findDealWithVideo(
  db: Db,
  user: UserPrincipal,
  dealId: string,
  videoId: string | null,
): Promise<(SeenRow & { readonly video: DescribedRow | null }) | null> {
  type Row = SeenRow & { readonly [Field in keyof DescribedRow]: DescribedRow[Field] | null };
  const { rows } = await db.query<Row>(
    `select ${DESCRIPTION}
       from deal.deals d
       left join deal.deal_videos v on v.deal_id = d.id and v.id = $4::uuid
      where d.id = $3 and ${DEAL_SIGHT.isSeen}`,
    [...viewerOf(user), dealId, videoId],
  );
  const [row] = rows;
  if (!row) return null;
  const { ownerId, teamIds, isGranted } = row;
  return { ownerId, teamIds, isGranted, video: row.videoId === null ? null : (row as DescribedRow) };
}

/** Videos with a check that is due by `today`, oldest due first. */
export async function listDueVideos(
  db: Db,
  user: UserPrincipal,
  scope: Scope,
  today: string,
  page: Page,
): Promise<PageRows<DueRow>> {
  const isDue = `${DEAL_SIGHT.isInScope(scope, 'v.owner_id', 'v.deal_id')} and v.next_due_date <= $3::date`;
  const text = `
     select ${DESCRIPTION}, v.next_due_date as "dueDate", v.next_check_day as "checkDay",
            v.latest_value as "lastValue", v.latest_checked_at as "lastCheckedAt",
            (select count(*) from deal.deal_videos v where ${isDue}) as total
       from deal.deal_videos v
       join deal.deals d on d.id = v.deal_id
      where ${isDue}
      order by v.next_due_date, v.id
      limit $4 offset $5`;
  return listPage(page, ({ limit, offset }) => db.query(text, [...viewerOf(user), today, limit, offset]));
}

/** Ids, 16 bytes each, one after the other. */
export interface ViewLogTargets {
  readonly sharedDealIds: Buffer;
  readonly matchingDealIds: Buffer;
  readonly matchingVideoIds: Buffer;
}

/**
 * Deals of others that the caller sees, and the visible deals and videos that match a search; null matches none. The column that a
 * list is searched by holds name and promo code among others, so its index narrows the search before they are looked at one by one.
 */
export async function findViewLogTargets(
  db: Db,
  user: UserPrincipal,
  scope: Scope,
  query: string | null,
): Promise<ViewLogTargets> {
  const [userId, teamIds] = viewerOf(user);
  const { rows } = await db.query<ViewLogTargets>(
    `select coalesce((select string_agg(uuid_send(d.id), '')
                        from deal.deals d
                       where d.id in (${DEAL_SIGHT.sharedIds}) and d.owner_id <> $1), '') as "sharedDealIds",
            coalesce((select string_agg(uuid_send(d.id), '')
                        from deal.deals d
                       where ${DEAL_SIGHT.isInScope('mine-and-shared', 'd.owner_id', 'd.id')}
                         and d.search_text like extensions.search_text($3)
                         and (extensions.search_text(d.name) like extensions.search_text($3)
                          or extensions.search_text(d.promo_code) like extensions.search_text($3))), '') as "matchingDealIds",
            coalesce((select string_agg(uuid_send(v.id), '')
                        from deal.deal_videos v
                       where ${DEAL_SIGHT.isInScope('mine-and-shared', 'v.owner_id', 'v.deal_id')}
                         and extensions.search_text(v.url) like extensions.search_text($3)), '') as "matchingVideoIds"`,
    [userId, scope === 'mine' ? [] : teamIds, query === null ? null : searchPattern(query)],
  );
  const [row] = rows;
  if (!row) throw new Error('The query answered no row.');
  return row;
}

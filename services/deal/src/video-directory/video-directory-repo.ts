import type { UserPrincipal } from '@svc/chassis/calls/principal';
import type { PagePosition } from '@svc/chassis/grpc/page-token';
import { FIRST_ID } from '@svc/chassis/postgres/lists/key-set';
import {
  countSetsUpToMax,
  listPage,
  type Page,
  pageOfSets,
  type PageRows,
} from '@svc/chassis/postgres/lists/list-page';
import { searchPattern } from '@svc/chassis/postgres/lists/search';
import { textOrder } from '@svc/chassis/postgres/lists/sort-keys';
import type { Db } from '@svc/chassis/postgres/pool';
import { onlyRow } from '@svc/chassis/postgres/rows';
import type { DescribedVideo } from '@svc/proto/deal/v1/reading_service';
import { type Scope, type Viewer, viewerOf } from '@svc/records/sharing/visibility-predicate';
import { namedVideos } from '@svc/video-pages/addresses/named-videos';
import { DEAL_VISIBILITY } from '../deals/deal-access.js';
import { type SeenRow } from '../visibility/visibility-predicate.js';

/** A video with data of its deal, for services that store neither. */
export type DescribedRow = Omit<DescribedVideo, 'access'> & SeenRow;

export interface DueRow extends DescribedRow {
  readonly dueDate: string;
  readonly checkDay: number;
  readonly lastValue: number | null;
  readonly lastCheckedAt: Date | null;
}

const DESCRIPTION = `v.id as "videoId", v.deal_id as "dealId", d.owner_id as "ownerId", d.name as "dealName",
            d.promo_code as "promoCode", v.url as "videoUrl", v.platform, v.post_date as "postDate", v.title,
            ${DEAL_VISIBILITY.seenColumns}`;

/** Returns those of the videos that the caller sees. */
export async function listDescribedVideos(
  db: Db,
  user: UserPrincipal,
  videoIds: readonly string[],
): Promise<DescribedRow[]> {
  return db.list<DescribedRow>(
    `select ${DESCRIPTION}
       from deal.deal_videos v
       join deal.deals d on d.id = v.deal_id
      where v.id = any ($3::uuid[]) and ${DEAL_VISIBILITY.isVisible}`,
    [...viewerOf(user), videoIds],
  );
}

/** A deal that the caller sees. */
export interface DealWithVideo extends SeenRow {
  readonly video: DescribedRow | null;
  /** Whether the address of the video may be changed to another video within a minute. */
  readonly isChangeable: boolean;
}

/** Finds the deal with the video, if the caller sees the deal; without a video when it is not in the deal, or none is requested. */
export async function findDealWithVideo(
  db: Db,
  user: UserPrincipal,
  dealId: string,
  videoId: string | null,
): Promise<DealWithVideo | null> {
  type Row = Omit<DealWithVideo, 'video'> & { readonly [Field in keyof DescribedRow]: DescribedRow[Field] | null };
  const { rows } = await db.query<Row>(
    `select ${DESCRIPTION},
            v.latest_value is null
              and coalesce(v.address_held_at <= now() - interval '1 minute', true) as "isChangeable"
       from deal.deals d
       left join deal.deal_videos v on v.deal_id = d.id and v.id = $4::uuid
      where d.id = $3 and ${DEAL_VISIBILITY.isVisible}`,
    [...viewerOf(user), dealId, videoId],
  );
  const [row] = rows;
  if (!row) return null;
  const { ownerId, teamIds, isGranted, isChangeable } = row;
  return { ownerId, teamIds, isGranted, isChangeable, video: row.videoId === null ? null : (row as DescribedRow) };
}

/** Holds the address of a video for two minutes: changes respect the hold, and later reads of the video see all earlier changes. */
export async function holdAddress(db: Db, videoId: string): Promise<void> {
  await db.query(`update deal.deal_videos set address_held_at = now() where id = $1`, [videoId]);
}

/** Maximum videos of a deal that one call returns. */
const VIDEO_IDS_MAX = 50_000;

/** Returns the ids of a deal's newest videos, 16 bytes each; null when the caller does not see the deal. */
export async function findVideoIds(db: Db, user: UserPrincipal, dealId: string): Promise<Buffer | null> {
  const deal = await db.find<{ videoIds: Buffer }>(
    `select coalesce((select string_agg(uuid_send(t.id), '')
                        from (select v.id
                                from deal.deal_videos v
                               where v.deal_id = d.id
                               order by v.created_at desc, v.id desc
                               limit $4) as t), '') as "videoIds"
       from deal.deals d
      where d.id = $3 and ${DEAL_VISIBILITY.isVisible}`,
    [...viewerOf(user), dealId, VIDEO_IDS_MAX],
  );
  return deal?.videoIds ?? null;
}

/** Lists videos with a check due by `today`, longest overdue first, starting after the position; the total counts all due videos. */
export async function listDueVideos(
  db: Db,
  user: Viewer,
  scope: Scope,
  today: string,
  page: Page,
  after: PagePosition | null = null,
): Promise<PageRows<DueRow>> {
  const listed = (condition: string) => ({
    table: 'deal.deal_videos v',
    sets: ['v.owner_id = $1', ...DEAL_VISIBILITY.othersInScope(scope, 'v.owner_id', 'v.deal_id')].map(
      (set) => `${set} and ${condition}`,
    ),
  });
  const isDue = 'v.next_due_date <= $3::date';
  const isBehind = `(v.next_due_date, v.id) > (coalesce($6::date, '-infinity'), coalesce($7::uuid, ${FIRST_ID}))`;
  const cut = { order: 'v.next_due_date, v.id', chosenOrder: 'next_due_date, id', limit: '$4', offset: '$5' };
  const text = `
     select ${DESCRIPTION}, v.next_due_date as "dueDate", v.next_check_day as "checkDay",
            v.latest_value as "lastValue", v.latest_checked_at as "lastCheckedAt",
            ${countSetsUpToMax(listed(isDue))} as total
       from (${pageOfSets('v.*', listed(`${isDue} and ${isBehind}`), cut)}) as v
       join deal.deals d on d.id = v.deal_id
      order by v.next_due_date, v.id`;
  const list = (wanted: Page, from: PagePosition | null) =>
    listPage<DueRow>(wanted, ({ limit, offset }) =>
      db.query(text, [...viewerOf(user), today, limit, offset, from?.at ?? null, from?.id ?? null]),
    );
  const found = await list(page, after);
  if (found.rows.length > 0 || after === null) return found;
  // An empty page has no row that contains the total.
  return { rows: [], total: (await list({ limit: 1, offset: 0 }, null)).total };
}

/** Concatenated ids of 16 bytes each. */
export interface ViewLogTargets {
  readonly sharedDealIds: Buffer;
  readonly matchingDealIds: Buffer;
  readonly matchingVideoIds: Buffer;
  readonly brandDealIds: Buffer;
}

/** Search terms for deals or videos; null matches none. */
export interface LookedFor {
  readonly query: string | null;
  readonly brand: string | null;
}

/** Maximum ids of each kind. */
export interface TargetLimits {
  readonly shared: number;
  readonly matching: number;
}

/**
 * Finds visible deals of others, newest first, the visible deals and videos that match a search, and the visible deals of a brand. The search column
 * of deals includes name and promo code, so its index narrows the rows before they are compared one by one. An address matches its video in any
 * spelling.
 */
export async function findTargets(
  db: Db,
  user: UserPrincipal,
  scope: Scope,
  { query, brand }: LookedFor,
  limits: TargetLimits,
): Promise<ViewLogTargets> {
  const [userId, teamIds] = viewerOf(user);
  const named = namedVideos(query);
  const { rows } = await db.query<ViewLogTargets>(
    `select coalesce((select string_agg(uuid_send(t.id), '')
                        from (select d.id
                                from deal.deals d
                               where d.id in (${DEAL_VISIBILITY.sharedIds}) and d.owner_id <> $1
                               order by d.created_at desc, d.id desc
                               limit $4) as t), '') as "sharedDealIds",
            coalesce((select string_agg(uuid_send(t.id), '')
                        from (select d.id
                                from deal.deals d
                               where ${DEAL_VISIBILITY.isInScope('mine-and-shared', 'd.owner_id', 'd.id')}
                                 and d.search_text like extensions.search_text($3)
                                 and (extensions.search_text(d.name) like extensions.search_text($3)
                                  or extensions.search_text(d.promo_code) like extensions.search_text($3))
                               limit $5) as t), '') as "matchingDealIds",
            coalesce((select string_agg(uuid_send(t.id), '')
                        from (select v.id
                                from deal.deal_videos v
                               where ${DEAL_VISIBILITY.isInScope('mine-and-shared', 'v.owner_id', 'v.deal_id')}
                                 and extensions.search_text(v.url) like extensions.search_text($3)
                               union
                              select v.id
                                from deal.deal_videos v
                               where ${DEAL_VISIBILITY.isInScope('mine-and-shared', 'v.owner_id', 'v.deal_id')}
                                 and v.canonical_key = any ($7::text[])
                               limit $5) as t), '') as "matchingVideoIds",
            coalesce((select string_agg(uuid_send(t.id), '')
                        from (select d.id
                                from deal.deals d
                               where ${DEAL_VISIBILITY.isInScope('mine-and-shared', 'd.owner_id', 'd.id')}
                                 and ${textOrder('d.brand')} = ${textOrder('$6')}
                               limit $5) as t), '') as "brandDealIds"`,
    [
      userId,
      scope === 'mine' ? [] : teamIds,
      query === null || named?.isAddress === true ? null : searchPattern(query),
      limits.shared,
      limits.matching,
      brand?.normalize('NFKC') ?? null,
      named?.keys ?? [],
    ],
  );
  return onlyRow(rows);
}

import type { UserPrincipal } from '@svc/chassis/calls/principal';
import type { PagePosition } from '@svc/chassis/grpc/page-token';
import { constraintOf } from '@svc/chassis/postgres/database-errors';
import { LAST_ID } from '@svc/chassis/postgres/lists/key-set';
import { countUpToMax, listPage, type Page, type PageRows } from '@svc/chassis/postgres/lists/list-page';
import type { Db } from '@svc/chassis/postgres/pool';
import type { Tx } from '@svc/chassis/postgres/transaction';
import { viewerOf } from '@svc/records/sharing/visibility-predicate';
import { DEAL_VISIBILITY } from '../deals/deal-access.js';
import type { NewVideo, VideoAddress, VideoRow } from './video.js';
import { videoAlreadyThere } from './video-conflicts.js';

export const VIDEO_COLUMNS = `v.id, v.deal_id as "dealId", v.url, v.original_url as "originalUrl", v.canonical_key as "canonicalKey", v.platform,
            v.platform_video_id as "platformVideoId", v.title, v.post_date as "postDate",
            v.needs_resolution as "needsResolution", v.latest_value as "latestValue",
            v.latest_checked_at as "latestCheckedAt", v.next_due_date as "nextDueDate", v.created_at as "createdAt",
            v.updated_at as "updatedAt", v.version`;

/** Lists the videos of a deal, newest first, optionally starting after a position. */
export async function listVideos(
  db: Db,
  dealId: string,
  page: Page,
  after: PagePosition | null = null,
): Promise<PageRows<VideoRow>> {
  const text = `
     select ${VIDEO_COLUMNS}, ${countUpToMax('deal.deal_videos where deal_id = $1')} as total
       from deal.deal_videos v
      where v.deal_id = $1
        and (v.created_at, v.id) < (coalesce($4::timestamptz, 'infinity'), coalesce($5::uuid, ${LAST_ID}))
      order by v.created_at desc, v.id desc limit $2 offset $3`;
  return listPage(page, ({ limit, offset }) =>
    db.query(text, [dealId, limit, offset, after?.at ?? null, after?.id ?? null]),
  );
}

export async function findVideo(db: Db, dealId: string, videoId: string): Promise<VideoRow | null> {
  return db.find<VideoRow>(`select ${VIDEO_COLUMNS} from deal.deal_videos v where v.id = $2 and v.deal_id = $1`, [
    dealId,
    videoId,
  ]);
}

/** Returns the id of the deal's video with this key; undefined when there is none. */
export async function findVideoId(db: Db, dealId: string, canonicalKey: string): Promise<string | undefined> {
  const video = await db.find<{ id: string }>(
    `select v.id from deal.deal_videos v where v.deal_id = $1 and v.canonical_key = $2`,
    [dealId, canonicalKey],
  );
  return video?.id;
}

/** Finds the video by its id, locked until the end of the transaction, and whether its address is held. */
export async function findVideoForUpdate(
  tx: Tx,
  dealId: string,
  videoId: string,
): Promise<(VideoRow & { readonly isHeld: boolean }) | null> {
  return tx.find(
    `select ${VIDEO_COLUMNS}, coalesce(v.address_held_at > now() - interval '2 minutes', false) as "isHeld"
       from deal.deal_videos v
      where v.id = $2 and v.deal_id = $1
        for update`,
    [dealId, videoId],
  );
}

/** Inserts videos into locked deals and returns the inserted ones, in any order; a video that a deal already has is kept. */
export async function insertVideos(tx: Tx, videos: readonly NewVideo[]): Promise<VideoRow[]> {
  return tx.list<VideoRow>(
    `insert into deal.deal_videos as v
            (id, deal_id, owner_id, url, original_url, canonical_key, platform, platform_video_id, title, post_date,
             needs_resolution, next_check_day)
     select n.id, d.id, d.owner_id, n.url, n."originalUrl", n."canonicalKey", n.platform, n."platformVideoId", n.title,
            n."postDate", n."needsResolution", deal.next_check_day(d.status, n."postDate", d.view_check_days, null, null)
       from jsonb_to_recordset($1::jsonb) as n (
            id uuid, "dealId" uuid, url text, "originalUrl" text, "canonicalKey" text, platform text, "platformVideoId" text,
            title text, "postDate" date, "needsResolution" boolean)
       join deal.deals d on d.id = n."dealId"
         on conflict (deal_id, canonical_key) do nothing
  returning ${VIDEO_COLUMNS}`,
    [JSON.stringify(videos)],
  );
}

export interface VideoFields extends VideoAddress {
  readonly title: string | null;
  readonly postDate: string;
}

/** Sets all fields of a video of a locked deal. Throws CONFLICT when the deal already has the video of the new address. */
export async function updateVideoRow(tx: Tx, videoId: string, fields: VideoFields): Promise<VideoRow> {
  try {
    const { rows } = await tx.query<VideoRow>(
      `update deal.deal_videos v
          set url = $2, original_url = $3, canonical_key = $4, platform = $5, platform_video_id = $6, needs_resolution = $7,
              title = $8, post_date = $9,
              next_check_day = deal.next_check_day(d.status, $9, d.view_check_days, v.latest_checked_at, z.time_zone),
              updated_at = now(), version = v.version + 1
         from deal.deals d
         left join deal.owner_time_zones z on z.owner_id = d.owner_id
        where v.id = $1 and d.id = v.deal_id
    returning ${VIDEO_COLUMNS}`,
      [
        videoId,
        fields.url,
        fields.originalUrl,
        fields.canonicalKey,
        fields.platform,
        fields.platformVideoId,
        fields.needsResolution,
        fields.title,
        fields.postDate,
      ],
    );
    const row = rows[0];
    if (!row) throw new Error('The video of the locked deal is gone.');
    return row;
  } catch (error) {
    if (constraintOf(error) === 'deal_videos_deal_id_canonical_key_key') throw videoAlreadyThere(fields.url);
    throw error;
  }
}

export async function deleteVideos(tx: Tx, videoIds: readonly string[]): Promise<void> {
  await tx.query(`delete from deal.deal_videos where id = any ($1::uuid[])`, [videoIds]);
}

/** A video and its deal. */
export interface VideoWithDeal extends Pick<VideoRow, 'id' | 'dealId'> {
  readonly ownerId: string;
  readonly dealName: string;
}

/** Returns those of the videos whose deals the caller sees. */
export async function listSeenVideos(
  tx: Tx,
  user: UserPrincipal,
  videoIds: readonly string[],
): Promise<VideoWithDeal[]> {
  return tx.list<VideoWithDeal>(
    `select v.id, d.id as "dealId", d.owner_id as "ownerId", d.name as "dealName"
       from deal.deal_videos v
       join deal.deals d on d.id = v.deal_id
      where v.id = any ($3::uuid[]) and ${DEAL_VISIBILITY.isVisible}`,
    [...viewerOf(user), videoIds],
  );
}

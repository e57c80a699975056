import type { UserPrincipal } from '@svc/chassis/calls/principal';
import type { Db } from '@svc/chassis/postgres/pool';
import { viewerOf } from '@svc/records/sharing/visibility-predicate';
import type { PhotoLink } from '../screenshots/screenshot.js';
import { IS_VISIBLE } from '../screenshots/screenshot-list-repo.js';
import { STATUS } from '../screenshots/screenshot-repo.js';

/** A screenshot as proof of a view log or video. */
export interface ProofRow {
  readonly id: string;
  readonly shortId: string;
  readonly ownerId: string;
  readonly videoId: string | null;
  readonly shortLink: PhotoLink | null;
  readonly isUploaded: boolean;
  readonly isVisible: boolean;
}

const COLUMNS = `shot.id, shot.short_id as "shortId", shot.owner_id as "ownerId", shot.video_id as "videoId", shot.short_link as "shortLink",
            shot.status = 'uploaded' as "isUploaded"`;
const LIVES = `${STATUS} not in ('expired', 'deleted')`;

/** Returns the existing screenshots, visible to the caller or not. */
export async function listProofs(db: Db, user: UserPrincipal, screenshotIds: readonly string[]): Promise<ProofRow[]> {
  return db.list<ProofRow>(
    `select ${COLUMNS}, ${IS_VISIBLE} as "isVisible"
       from screenshot.screenshots shot
      where shot.id = any ($3::uuid[]) and ${LIVES}`,
    [...viewerOf(user), screenshotIds],
  );
}

/** Returns the newest visible screenshots of each video, at most `perVideo`, with their total. */
export async function listProofsOfVideos(
  db: Db,
  user: UserPrincipal,
  videoIds: readonly string[],
  perVideo: number,
): Promise<(ProofRow & { readonly count: number })[]> {
  return db.list<ProofRow & { readonly count: number }>(
    `select newest.*
       from unnest($3::uuid[]) as wanted (video_id)
      cross join lateral (
            select ${COLUMNS}, true as "isVisible", (count(*) over ())::int as count
              from screenshot.screenshots shot
             where shot.video_id = wanted.video_id and ${IS_VISIBLE} and ${LIVES}
             order by shot.created_at desc, shot.id desc
             limit $4) as newest`,
    [...viewerOf(user), videoIds, perVideo],
  );
}

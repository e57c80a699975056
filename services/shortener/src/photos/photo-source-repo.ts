import type { Db } from '@svc/chassis/postgres/pool';
import type { Tx } from '@svc/chassis/postgres/transaction';

/** Days for which an ended source is kept: far longer than a request for its link may be under way. */
const KEPT_DAYS = 7;

/** A screenshot that a photo link is created for, and the owner of both. */
export interface PhotoSource {
  readonly ownerId: string;
  readonly screenshotId: string;
}

/**
 * Ties a new link to its source; false when the source has ended, or already had a link. Waits for concurrent transactions about the source. Call it
 * before locking anything else of the owner.
 */
export async function insertPhotoSource(
  tx: Tx,
  { ownerId, screenshotId }: PhotoSource,
  linkId: string,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into shortener.photo_sources (owner_id, screenshot_id, link_id)
     values ($1, $2, $3)
         on conflict do nothing`,
    [ownerId, screenshotId, linkId],
  );
  return rowCount > 0;
}

/** The link of a source, also a deleted one; null when it has none. */
export async function findLinkIdOf(db: Db, { ownerId, screenshotId }: PhotoSource): Promise<string | null> {
  const row = await db.find<{ linkId: string | null }>(
    `select link_id as "linkId" from shortener.photo_sources where owner_id = $1 and screenshot_id = $2`,
    [ownerId, screenshotId],
  );
  return row?.linkId ?? null;
}

/** Ends a source, so that it gets no link anymore, and returns the link that it has; null when it has none. */
export async function endPhotoSource(tx: Tx, { ownerId, screenshotId }: PhotoSource): Promise<string | null> {
  const row = await tx.find<{ linkId: string | null }>(
    `insert into shortener.photo_sources as s (owner_id, screenshot_id, ended_at)
     values ($1, $2, now())
         on conflict (owner_id, screenshot_id) do update
        set ended_at = coalesce(s.ended_at, excluded.ended_at)
  returning link_id as "linkId"`,
    [ownerId, screenshotId],
  );
  return row?.linkId ?? null;
}

/** Deletes at most `limit` sources that ended a week ago; returns how many. */
export async function deleteEndedSources(db: Db, limit: number): Promise<number> {
  const { rowCount } = await db.query(
    `delete from shortener.photo_sources
      where (owner_id, screenshot_id) in (
            select owner_id, screenshot_id from shortener.photo_sources
             where ended_at < now() - $1 * interval '1 day'
             order by ended_at limit $2
               for update skip locked)`,
    [KEPT_DAYS, limit],
  );
  return rowCount;
}

/** Deletes at most `limit` sources of an account; returns how many. */
export async function deleteSourcesOfOwner(tx: Tx, ownerId: string, limit: number): Promise<number> {
  const { rowCount } = await tx.query(
    `delete from shortener.photo_sources
      where owner_id = $1
        and screenshot_id = any (array(select screenshot_id from shortener.photo_sources where owner_id = $1 limit $2))`,
    [ownerId, limit],
  );
  return rowCount;
}

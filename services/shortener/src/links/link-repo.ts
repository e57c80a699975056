import type { Db } from '@svc/chassis/postgres/pool';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { LinkFields, LinkRow, Photo } from './link.js';

/** Whether an administrator has disabled link `l`, itself or with its owner's account. */
const IS_DISABLED_BY_ADMIN = '(l.switched_off_by is not null or l.owner_disabled)';

/** Columns of a LinkRow, of `links l` with its totals and photo joined by `LINK_JOINS`. */
export const LINK_COLUMNS = `l.id, l.short_id as "shortId", l.kind, l.owner_id as "ownerId", l.client_id as "clientId",
            l.target_url as "targetUrl", l.title, l.campaign, l.tags, l.deal_id as "dealId", l.is_active as "isActive",
            ${IS_DISABLED_BY_ADMIN} as "switchedOffByAdmin",
            l.expires_at as "expiresAt", l.flagged_at as "flaggedAt", l.created_at as "createdAt", l.updated_at as "updatedAt",
            l.version, coalesce(t.clicks, 0) as clicks, coalesce(t.bots, 0) as bots, t.last_click_at as "lastClickAt",
            case when p.link_id is not null then json_build_object(
              'sha256', p.sha256, 'contentType', p.content_type, 'bytes', p.bytes, 'width', p.width, 'height', p.height,
              'displayKey', p.display_key, 'displayContentType', p.display_content_type) end as photo`;

export const LINK_JOINS = `left join shortener.link_totals t on t.link_id = l.id
       left join shortener.link_photos p on p.link_id = l.id`;

/** A link to insert. */
export interface NewLink extends Omit<LinkFields, 'slug'> {
  readonly id: string;
  readonly shortId: string;
  readonly kind: 'url' | 'photo';
  readonly ownerId: string | null;
  readonly clientId: string | null;
  readonly targetUrl: string | null;
  readonly claimTokenHash: Buffer | null;
}

/**
 * Call this before pointing a link at the target: it waits while the target is being flagged or unflagged, so that the link is either included in
 * that change or sees its result.
 */
export async function lockTargetForLink(tx: Tx, targetUrl: string): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock_shared(hashtextextended('shortener target ' || $1, 0))`, [targetUrl]);
}

/** Returns false when the short id is taken. A link to a flagged target is flagged from the start. */
export async function insertLink(tx: Tx, link: NewLink): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into shortener.links
            (id, short_id, kind, owner_id, client_id, target_url, title, campaign, tags, deal_id, expires_at, claim_token_hash, flagged_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12,
             (select created_at from shortener.flagged_targets where md5(target_url) = md5($6) and target_url = $6))
         on conflict (lower(short_id)) do nothing`,
    [
      link.id,
      link.shortId,
      link.kind,
      link.ownerId,
      link.clientId,
      link.targetUrl,
      link.title,
      link.campaign,
      link.tags,
      link.dealId,
      link.expiresAt,
      link.claimTokenHash,
    ],
  );
  return rowCount > 0;
}

/** Whether a deleted account had a link with this short id. Call it after inserting the id: a purge in progress holds the id until it has ended. */
export async function isSpentShortId(tx: Tx, shortId: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    `select 1 from shortener.spent_short_ids where hash = sha256(convert_to(lower($1), 'UTF8'))`,
    [shortId],
  );
  return rowCount > 0;
}

export async function insertPhoto(tx: Tx, linkId: string, photo: Photo): Promise<void> {
  await tx.query(
    `insert into shortener.link_photos (link_id, sha256, content_type, bytes, width, height, display_key, display_content_type)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      linkId,
      photo.sha256,
      photo.contentType,
      photo.bytes,
      photo.width,
      photo.height,
      photo.displayKey,
      photo.displayContentType,
    ],
  );
}

/** The newest working link of the same creator to the same target. Concurrent callers wait for each other. */
export async function findReusable(
  tx: Tx,
  maker: { readonly ownerId: string; readonly clientId: string | null },
  targetUrl: string,
  slug: string | null,
): Promise<LinkRow | null> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended($1, 0))`, [`${maker.ownerId} ${targetUrl}`]);
  return tx.find<LinkRow>(
    `select ${LINK_COLUMNS} from shortener.links l
       ${LINK_JOINS}
      where l.owner_id = $1 and l.client_id is not distinct from $2
        and md5(l.target_url) = md5($3) and l.target_url = $3
        and ($4::text is null or lower(l.short_id) = lower($4))
        and l.is_active and not ${IS_DISABLED_BY_ADMIN} and l.deleted_at is null
        and (l.expires_at is null or l.expires_at > now())
      order by l.created_at desc, l.id desc limit 1`,
    [maker.ownerId, maker.clientId, targetUrl, slug],
  );
}

/** The link with this id, of any owner; a deleted one is not found. */
export async function findLink(db: Db, linkId: string): Promise<LinkRow | null> {
  return db.find<LinkRow>(
    `select ${LINK_COLUMNS} from shortener.links l
       ${LINK_JOINS}
      where l.id = $1 and l.deleted_at is null`,
    [linkId],
  );
}

/** The link with this short id, of any owner; a deleted one is not found. */
export async function findLinkByShortId(db: Db, shortId: string): Promise<LinkRow | null> {
  return db.find<LinkRow>(
    `select ${LINK_COLUMNS} from shortener.links l
       ${LINK_JOINS}
      where lower(l.short_id) = lower($1) and l.deleted_at is null`,
    [shortId],
  );
}

/** Locks a link until the end of the transaction, to serialize its changes. */
export async function lockLink(tx: Tx, linkId: string): Promise<void> {
  await tx.query(`select id from shortener.links where id = $1 for no key update`, [linkId]);
}

/** Locks a photo link of this owner until the end of the transaction; false when there is none. */
export async function lockPhotoLink(tx: Tx, linkId: string, ownerId: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    `select id from shortener.links
      where id = $1 and owner_id = $2 and kind = 'photo' and deleted_at is null
        for no key update`,
    [linkId, ownerId],
  );
  return rowCount > 0;
}

/** The changeable fields of a link. */
export type ChangeableFields = Pick<
  LinkRow,
  'targetUrl' | 'title' | 'campaign' | 'tags' | 'dealId' | 'expiresAt' | 'isActive'
>;

/** Sets the changeable fields of a locked link. A new target may be flagged, but never unflags the link. */
export async function updateLinkRow(tx: Tx, linkId: string, fields: ChangeableFields): Promise<void> {
  await tx.query(
    `update shortener.links
        set target_url = $2, title = $3, campaign = $4, tags = $5, deal_id = $6, expires_at = $7,
            is_active = $8,
            flagged_at = coalesce(flagged_at,
                         (select f.created_at from shortener.flagged_targets f where md5(f.target_url) = md5($2) and f.target_url = $2)),
            keeps_flag = keeps_flag or (flagged_at is not null and target_url is distinct from $2),
            updated_at = now(), version = version + 1
      where id = $1`,
    [
      linkId,
      fields.targetUrl,
      fields.title,
      fields.campaign,
      fields.tags,
      fields.dealId,
      fields.expiresAt,
      fields.isActive,
    ],
  );
}

/** The short id of a changed or deleted link, with its new version. */
export interface ChangedLink {
  readonly shortId: string;
  readonly version: number;
}

/** Deletes links permanently; their short ids stay taken. */
export async function markDeleted(tx: Tx, linkIds: readonly string[]): Promise<ChangedLink[]> {
  return tx.list<ChangedLink>(
    `update shortener.links
        set deleted_at = now(), is_active = false, updated_at = now(), version = version + 1
      where id = any ($1::uuid[])
  returning short_id as "shortId", version`,
    [linkIds],
  );
}

/** Enables or disables locked links. */
export async function updateLinkSwitches(
  tx: Tx,
  linkIds: readonly string[],
  isActive: boolean,
): Promise<ChangedLink[]> {
  return tx.list<ChangedLink>(
    `update shortener.links
        set is_active = $2, updated_at = now(), version = version + 1
      where id = any ($1::uuid[])
  returning short_id as "shortId", version`,
    [linkIds, isActive],
  );
}

/** Sets the tags of locked links. */
export async function updateLinkTags(tx: Tx, links: readonly Pick<LinkRow, 'id' | 'tags'>[]): Promise<ChangedLink[]> {
  return tx.list<ChangedLink>(
    `update shortener.links l
        set tags = n.tags, updated_at = now(), version = version + 1
       from jsonb_to_recordset($1::jsonb) as n (id uuid, tags text[])
      where l.id = n.id
  returning l.short_id as "shortId", l.version`,
    [JSON.stringify(links.map(({ id, tags }) => ({ id, tags })))],
  );
}

/** Disables a link, unless it is already disabled. Returns its version. */
export async function switchOff(tx: Tx, linkId: string): Promise<number> {
  const { rows } = await tx.query<{ version: number }>(
    `update shortener.links
        set is_active = false,
            updated_at = case when is_active then now() else updated_at end,
            version = version + case when is_active then 1 else 0 end
      where id = $1
  returning version`,
    [linkId],
  );
  return rows[0]?.version ?? 0;
}

/** SHA-256 of the claim token of a guest's link; null for all other links. */
export async function findClaimTokenHash(db: Db, linkId: string): Promise<Buffer | null> {
  const { rows } = await db.query<{ hash: Buffer | null }>(
    `select claim_token_hash as hash from shortener.links where id = $1 and owner_id is null`,
    [linkId],
  );
  return rows[0]?.hash ?? null;
}

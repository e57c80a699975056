import type { Db } from '@svc/chassis/postgres/pool';
import type { LinkRecord } from './link-record.js';

/** The link with this short id in any state; null when there never was one. */
export async function findLinkRecord(db: Db, shortIdKey: string): Promise<LinkRecord | null> {
  const [record = null] = await listLinkRecords(db, [shortIdKey]);
  return record;
}

/** The links with these distinct lower-case short ids, in the same order; null where there never was one. */
export async function listLinkRecords(db: Db, shortIdKeys: readonly string[]): Promise<(LinkRecord | null)[]> {
  const { rows } = await db.query<LinkRecord>(
    `select l.id, l.short_id as "shortId", l.target_url as "targetUrl", l.owner_id is null as "isGuests", l.title,
            l.is_active and l.switched_off_by is null and not l.owner_disabled as "isActive",
            (extract(epoch from l.expires_at) * 1000)::float8 as "expiresAt",
            l.flagged_at is not null as "isFlagged", l.version,
            case when p.link_id is not null then json_build_object(
              'sha256', p.sha256, 'width', p.width, 'height', p.height,
              'displayKey', p.display_key, 'displayContentType', p.display_content_type) end as photo
       from shortener.links l
       left join shortener.link_photos p on p.link_id = l.id
      where lower(l.short_id) = any ($1::text[])
      limit cardinality($1::text[])`,
    [shortIdKeys],
  );
  const byKey = new Map(rows.map((row) => [row.shortId.toLowerCase(), row]));
  return shortIdKeys.map((key) => byKey.get(key) ?? null);
}

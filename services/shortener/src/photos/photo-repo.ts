import type { Db } from '@svc/chassis/postgres/pool';

/** Those of the images that a photo link names, deleted links aside. */
export async function listNamedImages(db: Db, sha256s: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.query<{ sha256: string }>(
    `select distinct p.sha256
       from shortener.link_photos p
       join shortener.links l on l.id = p.link_id
      where p.sha256 = any ($1::text[]) and l.deleted_at is null`,
    [sha256s],
  );
  return new Set(rows.map(({ sha256 }) => sha256));
}

import type { Db } from '@svc/chassis/postgres/pool';
import type { Tx } from '@svc/chassis/postgres/transaction';

/** Bytes of the photos of an owner's links. */
export async function findPhotoUsage(db: Db, ownerId: string): Promise<number> {
  const { rows } = await db.query<{ bytes: number }>(`select bytes from shortener.photo_usage where owner_id = $1`, [
    ownerId,
  ]);
  return rows[0]?.bytes ?? 0;
}

/** Adds to an owner's usage; false when it would then exceed `bytesMax`. */
export async function addPhotoUsage(tx: Tx, ownerId: string, bytes: number, bytesMax: number): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into shortener.photo_usage as u (owner_id, bytes)
     select $1::uuid, $2::bigint
      where $2::bigint <= $3::bigint
         on conflict (owner_id) do update
        set bytes = u.bytes + excluded.bytes
      where u.bytes + excluded.bytes <= $3::bigint`,
    [ownerId, bytes, bytesMax],
  );
  return rowCount > 0;
}

/** Frees the quota of links' photos; a link without a photo used none. */
export async function subtractPhotoUsage(tx: Tx, linkIds: readonly string[]): Promise<void> {
  await tx.query(
    `update shortener.photo_usage u
        set bytes = greatest(u.bytes - freed.bytes, 0)
       from (select l.owner_id, sum(p.bytes)::bigint as bytes
               from shortener.link_photos p
               join shortener.links l on l.id = p.link_id
              where p.link_id = any ($1::uuid[])
              group by l.owner_id) freed
      where u.owner_id = freed.owner_id`,
    [linkIds],
  );
}

export async function deletePhotoUsage(tx: Tx, ownerId: string): Promise<void> {
  await tx.query(`delete from shortener.photo_usage where owner_id = $1`, [ownerId]);
}

import type { Db } from '@svc/chassis/postgres/pool';
import type { Tx } from '@svc/chassis/postgres/transaction';

export interface ImageUsage {
  /** Screenshots that have an image or wait for one. */
  readonly images: number;
  /** Bytes of the images as uploaded. */
  readonly bytes: number;
}

export async function findUsage(db: Db, ownerId: string): Promise<ImageUsage> {
  const usage = await db.find<ImageUsage>(
    `select u.images, u.bytes from screenshot.image_usage u where u.owner_id = $1`,
    [ownerId],
  );
  return usage ?? { images: 0, bytes: 0 };
}

export async function deleteUsage(tx: Tx, ownerId: string): Promise<void> {
  await tx.query(`delete from screenshot.image_usage where owner_id = $1`, [ownerId]);
}

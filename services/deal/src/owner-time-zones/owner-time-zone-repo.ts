import type { Tx } from '@svc/chassis/postgres/transaction';

/** Stores an owner's time zone; returns false when it is from settings no newer than the stored ones. */
export async function upsertOwnerTimeZone(
  tx: Tx,
  ownerId: string,
  timeZone: string,
  settingsVersion: number,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into deal.owner_time_zones as z (owner_id, time_zone, settings_version)
     values ($1, deal.known_time_zone($2), $3)
         on conflict (owner_id) do update
        set time_zone = excluded.time_zone, settings_version = excluded.settings_version
      where z.settings_version < excluded.settings_version`,
    [ownerId, timeZone, settingsVersion],
  );
  return rowCount === 1;
}

export async function deleteOwnerTimeZone(tx: Tx, ownerId: string): Promise<void> {
  await tx.query(`delete from deal.owner_time_zones where owner_id = $1`, [ownerId]);
}

import type { Db } from '@svc/chassis/postgres/pool';

/** The salt of a UTC day (`YYYY-MM-DD`): the given one, or the one that another process stored first. */
export async function findOrInsertSalt(db: Db, day: string, salt: Buffer): Promise<Buffer> {
  await db.query(
    `insert into shortener.visitor_salts (day, salt)
     values ($1, $2)
         on conflict (day) do nothing`,
    [day, salt],
  );
  const { rows } = await db.query<{ salt: Buffer }>(`select salt from shortener.visitor_salts where day = $1`, [day]);
  const row = rows[0];
  if (!row) throw new Error('The stored salt is gone.');
  return row.salt;
}

/** Deletes the salts of the days before `day`. */
export async function deleteSaltsBefore(db: Db, day: string): Promise<void> {
  await db.query(`delete from shortener.visitor_salts where day < $1`, [day]);
}

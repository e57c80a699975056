import type { Db } from '@svc/chassis/postgres/pool';

/**
 * Frees a turn whose process died while running approved calls: they take effect only once even if run again, so the turn can continue. False when it
 * cannot, or was freed too often.
 */
export async function freeLostTurn(db: Db, turnId: string, timesMax: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `update memory.turns t
        set held_by = null, held_until = null, followed_at = now(), freed = t.freed + 1
       from memory.messages m
      where t.id = $1 and t.status = 'running' and t.held_until < now() and t.stop_requested_at is null and t.freed < $2
        and m.turn_id = t.id and m.role = 'assistant'
        and jsonb_path_exists(m.parts, '$[*] ? (@.state == "approval-requested")')`,
    [turnId, timesMax],
  );
  return rowCount === 1;
}

/** Turns whose lease has run out, and turns without any follower; at most `limit` of each. */
export async function listLostTurns(
  db: Db,
  { unfollowedSeconds, limit }: { readonly unfollowedSeconds: number; readonly limit: number },
): Promise<{ readonly id: string; readonly isHeld: boolean }[]> {
  const { rows } = await db.query<{ id: string; isHeld: boolean }>(
    `(select id, true as "isHeld" from memory.turns where status = 'running' and held_until < now() limit $1)
     union all
     (select id, false from memory.turns
       where status = 'running' and held_by is null
         and followed_at < now() - make_interval(secs => $2) limit $1)`,
    [limit, unfollowedSeconds],
  );
  return rows;
}

import type { Tx } from '@svc/chassis/postgres/transaction';

/** Moves a turn of the user's own provider to the pool; null when it has ended, or is ending. */
export function moveTurnToPool(tx: Tx, turnId: string): Promise<{ readonly day: string } | null> {
  return tx.find(
    `update memory.turns set billing = 'free'
      where id = $1 and billing = 'byok' and status = 'running'
  returning to_char(day, 'YYYY-MM-DD') as day`,
    [turnId],
  );
}

import type { Tx } from '@svc/chassis/postgres/transaction';

/** Has the pool pay for a turn that the user's own provider was to answer; null when it has ended, or does already. */
export function moveTurnToPool(tx: Tx, turnId: string): Promise<{ readonly day: string } | null> {
  return tx.find(
    `update memory.turns set billing = 'free'
      where id = $1 and billing = 'byok' and status = 'running'
  returning to_char(day, 'YYYY-MM-DD') as day`,
    [turnId],
  );
}

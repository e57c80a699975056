import type { Tx } from '@svc/chassis/postgres/transaction';

/**
 * Removes every trace of what was counted for links. Call it in the transaction that deletes their rows, after that: events that
 * are being stored hold these rows, so that from then on none is stored any more.
 */
export async function deleteClicksOf(tx: Tx, linkIds: readonly string[]): Promise<void> {
  await tx.query(`delete from shortener.clicks where link_id = any ($1::uuid[])`, [linkIds]);
  await tx.query(`delete from shortener.click_quarter_hour where link_id = any ($1::uuid[])`, [linkIds]);
  await tx.query(`delete from shortener.click_visitors where link_id = any ($1::uuid[])`, [linkIds]);
  await tx.query(`delete from shortener.link_totals where link_id = any ($1::uuid[])`, [linkIds]);
}

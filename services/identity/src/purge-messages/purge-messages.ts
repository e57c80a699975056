import type { Outbox } from '@svc/chassis/outbox/outbox';
import type { Tx } from '@svc/chassis/postgres/transaction';
import { PURGED_SERVICES } from '@svc/topology/processes';

/** Outbox topic for purging an account's data in a service. */
export const PURGE_TOPIC = 'account.purge';

/** Milliseconds until a purge is repeated, for work in flight when the account was deleted. */
const REPEAT_MS = 5 * 60 * 1_000;

/** Notifies every service now and again in five minutes. */
export async function enqueuePurges(tx: Tx, outbox: Outbox, userId: string): Promise<void> {
  const messages = PURGED_SERVICES.flatMap((destination) =>
    [0, REPEAT_MS].map((delayMs) => ({ destination, topic: PURGE_TOPIC, payload: { userId }, delayMs })),
  );
  await outbox.enqueue(tx, ...messages);
}

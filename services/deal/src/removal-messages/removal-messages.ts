import type { Outbox } from '@svc/chassis/outbox/outbox';
import type { Tx } from '@svc/chassis/postgres/transaction';
import { FOLLOWING_SERVICES } from '@svc/topology/processes';

/** Topic of the deliveries about deleted deals and videos, to the services that keep rows of these. */
export const REMOVAL_TOPIC = 'records.removed';

/** Ids of what was deleted. */
export interface Removal {
  readonly dealIds: string[];
  readonly videoIds: string[];
}

/** Milliseconds after which a removal is repeated, for rows that were being written at that moment. */
const REPEAT_MS = 5 * 60 * 1_000;

/** Notifies each of those services now and once more in five minutes. */
export async function enqueueRemoval(tx: Tx, outbox: Outbox, payload: Removal): Promise<void> {
  const messages = FOLLOWING_SERVICES.flatMap((destination) =>
    [0, REPEAT_MS].map((delayMs) => ({ destination, topic: REMOVAL_TOPIC, payload, delayMs })),
  );
  await outbox.enqueue(tx, ...messages);
}

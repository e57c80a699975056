import type { Outbox } from '@svc/chassis/outbox/outbox';
import type { Tx } from '@svc/chassis/postgres/transaction';
import { DEAL_DATA_SERVICES } from '@svc/topology/processes';

/** Topic of deliveries about deleted deals and videos, to the services that store related rows. */
export const REMOVAL_TOPIC = 'records.removed';

/** Ids of deleted records. */
export interface Removal {
  readonly dealIds: string[];
  readonly videoIds: string[];
}

/** Milliseconds until a removal is repeated, for rows written during the first one. */
const REPEAT_MS = 5 * 60 * 1_000;

/** Notifies each of those services now and again in five minutes. */
export async function enqueueRemoval(tx: Tx, outbox: Outbox, payload: Removal): Promise<void> {
  const messages = DEAL_DATA_SERVICES.flatMap((destination) =>
    [0, REPEAT_MS].map((delayMs) => ({ destination, topic: REMOVAL_TOPIC, payload, delayMs })),
  );
  await outbox.enqueue(tx, ...messages);
}

import type { Outbox } from '@svc/chassis/outbox/outbox';
import type { Tx } from '@svc/chassis/postgres/transaction';

/** Topic of the deliveries that tell viewcheck which readings have lost their deal or video. */
export const REMOVAL_TOPIC = 'records.removed';

/** Ids of what was deleted. */
export interface Removal {
  readonly dealIds: string[];
  readonly videoIds: string[];
}

/** Milliseconds after which a removal is repeated, for readings that were being recorded at that moment. */
const REPEAT_MS = 5 * 60 * 1_000;

/** Tells viewcheck now and once more in five minutes. */
export async function enqueueRemoval(tx: Tx, outbox: Outbox, payload: Removal): Promise<void> {
  const messages = [0, REPEAT_MS].map((delayMs) => ({
    destination: 'viewcheck',
    topic: REMOVAL_TOPIC,
    payload,
    delayMs,
  }));
  await outbox.enqueue(tx, ...messages);
}

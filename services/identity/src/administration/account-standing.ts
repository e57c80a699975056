import type { Outbox } from '@svc/chassis/outbox/outbox';
import type { Tx } from '@svc/chassis/postgres/transaction';
import { PUBLIC_LINK_SERVICES } from '@svc/topology/processes';

/** Outbox topic for whether an account's short links and external shares are disabled. */
export const STANDING_TOPIC = 'account.standing';

/** Milliseconds until the message is published again, for links that were being opened when the account was disabled. */
const REPEAT_MS = 5 * 60 * 1_000;

/** A delivery: whether the account is disabled, at this version. */
export interface AccountStanding {
  readonly ownerId: string;
  readonly disabled: boolean;
  readonly accountVersion: number;
}

/** Publishes the state of an account, now and again in five minutes. A newer message replaces undelivered older ones. */
export async function announceStanding(tx: Tx, outbox: Outbox, standing: AccountStanding): Promise<void> {
  const { ownerId } = standing;
  const times = [
    { key: ownerId, delayMs: 0 },
    { key: `${ownerId} again`, delayMs: REPEAT_MS },
  ];
  const messages = PUBLIC_LINK_SERVICES.flatMap((destination) =>
    times.map((time) => ({ ...time, destination, topic: STANDING_TOPIC, payload: standing })),
  );
  await outbox.enqueue(tx, ...messages);
}

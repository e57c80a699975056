import type { Outbox } from '@svc/chassis/outbox/outbox';
import type { Tx } from '@svc/chassis/postgres/transaction';
import { SHARING_SERVICES } from '@svc/topology/processes';

/** Topic of the deliveries about ended memberships, which end shares. */
export const MEMBERSHIP_END_TOPIC = 'team.membership_ended';

/** Milliseconds after which the end is published again, for records that were being shared meanwhile. */
const REPEAT_MS = 5 * 60 * 1_000;

/** Milliseconds after the end of a membership in which its proof is still taken: the life of an assertion. */
const LATE_MS = 60_000;

/** A member has left, or with `userId` null the team itself has ended. */
interface EndedMembership {
  readonly teamId: string;
  readonly userId: string | null;
}

/** What a delivery says. */
export interface MembershipEnd extends EndedMembership {
  /** Shares made until this instant end: a member who has joined again since may have shared again. Old messages have none. */
  readonly sharedUntil?: string;
}

/**
 * Tells services to take back what the member shared with the team, or everything that was shared with an ended team; once more in
 * five minutes, then with what was shared under a proof from before the end. All services have the database's clock.
 */
export async function announceMembershipEnd(tx: Tx, outbox: Outbox, ended: EndedMembership): Promise<void> {
  const endedAt = (await readClock(tx)).getTime();
  const tellings = [
    { delayMs: 0, sharedUntil: new Date(endedAt).toISOString() },
    { delayMs: REPEAT_MS, sharedUntil: new Date(endedAt + LATE_MS).toISOString() },
  ];
  const messages = SHARING_SERVICES.flatMap((destination) =>
    tellings.map(({ delayMs, sharedUntil }) => {
      const payload: MembershipEnd = { ...ended, sharedUntil };
      return { destination, topic: MEMBERSHIP_END_TOPIC, payload, delayMs };
    }),
  );
  await outbox.enqueue(tx, ...messages);
}

/** The time by now, rounded up to the milliseconds in which shares are dated. */
async function readClock(tx: Tx): Promise<Date> {
  const { rows } = await tx.query<{ now: Date }>(
    `select date_trunc('milliseconds', clock_timestamp()) + interval '1 millisecond' as now`,
  );
  return rows[0]?.now ?? new Date();
}

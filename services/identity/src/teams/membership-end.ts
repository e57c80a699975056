import type { Outbox } from '@svc/chassis/outbox/outbox';
import type { Tx } from '@svc/chassis/postgres/transaction';

/** Topic of the deliveries that tell services that what was shared through a membership has ended. */
export const MEMBERSHIP_END_TOPIC = 'team.membership_ended';

/** Services that keep records that are shared with teams. */
const SHARING_SERVICES = ['deal', 'shortener'];

/** What a delivery says: a member has left, or with `userId` null that the team itself has ended. */
export interface MembershipEnd {
  readonly teamId: string;
  readonly userId: string | null;
}

/** Tells services to take back what the member shared with the team, or everything that was shared with an ended team. */
export async function announceMembershipEnd(tx: Tx, outbox: Outbox, payload: MembershipEnd): Promise<void> {
  const messages = SHARING_SERVICES.map((destination) => ({ destination, topic: MEMBERSHIP_END_TOPIC, payload }));
  await outbox.enqueue(tx, ...messages);
}

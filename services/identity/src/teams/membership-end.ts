import type { NewMessage } from '@svc/chassis/outbox/message';
import type { Outbox } from '@svc/chassis/outbox/outbox';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { FormerTeam } from '@svc/proto/sharing/v1/sharing_service';
import { SHARING_SERVICES } from '@svc/topology/processes';
import { listFormerMembers, lockMembershipEnds } from './membership-repo.js';

/** Outbox topic for ended memberships, with which shares end. */
export const MEMBERSHIP_END_TOPIC = 'team.membership_ended';

/** Milliseconds until the end is published again, for records that were being shared at that time. */
export const REPEAT_MS = 5 * 60 * 1_000;

/** Milliseconds after the end of a membership in which an assertion that proves it is still accepted: the lifetime of an assertion. */
const LATE_MS = 60_000;

/** A member has left; with `userId` null, the team itself has ended. */
interface EndedMembership {
  readonly teamId: string;
  readonly userId: string | null;
}

/** The payload of a delivery. */
export interface MembershipEnd extends EndedMembership {
  /** Ends only shares made until this instant, because a member who has rejoined may have shared again. Old messages lack it. */
  readonly sharedUntil?: string;
  /** Only for deal, where members can grant each other access. */
  readonly formerTeam?: FormerTeam;
}

/**
 * Makes services end a member's shares with the team, or all shares with an ended team. Repeated in five minutes, for shares made with an assertion
 * from before the end. All services use the database's clock. Must be called while the team still exists.
 */
export async function announceMembershipEnd(tx: Tx, outbox: Outbox, ended: EndedMembership): Promise<void> {
  await lockMembershipEnds(tx);
  const endedAt = await readClock(tx);
  const told = { ...ended, formerTeam: { members: await listFormerMembers(tx, ended.teamId, ended.userId) } };
  const atOnce = SHARING_SERVICES.map((destination) => messageTo(destination, told, endedAt));
  await outbox.enqueue(tx, ...atOnce, ...repeatsOf(told, new Date(endedAt.getTime() + LATE_MS)));
}

/** Publishes that a member rejoins while the repeat of the membership's end is pending: the repeat then spares shares made from now on. */
export async function announceReturn(tx: Tx, outbox: Outbox, returned: EndedMembership): Promise<void> {
  await outbox.enqueue(tx, ...repeatsOf(returned, await readClock(tx)));
}

/** The repeats of an end, which those of a later end or return replace. */
function repeatsOf(ended: Omit<MembershipEnd, 'sharedUntil'>, sharedUntil: Date): NewMessage[] {
  const key = ended.userId === null ? ended.teamId : `${ended.teamId} ${ended.userId}`;
  return SHARING_SERVICES.map((destination) => ({
    ...messageTo(destination, ended, sharedUntil),
    delayMs: REPEAT_MS,
    key,
  }));
}

function messageTo(
  destination: string,
  { formerTeam, ...ended }: Omit<MembershipEnd, 'sharedUntil'>,
  sharedUntil: Date,
): NewMessage {
  const forDeal = destination === 'deal' && formerTeam ? { formerTeam } : {};
  const payload: MembershipEnd = { ...ended, sharedUntil: sharedUntil.toISOString(), ...forDeal };
  return { destination, topic: MEMBERSHIP_END_TOPIC, payload };
}

/** Reads the current time, rounded up to milliseconds like the times of shares. */
async function readClock(tx: Tx): Promise<Date> {
  const { rows } = await tx.query<{ now: Date }>(
    `select date_trunc('milliseconds', clock_timestamp()) + interval '1 millisecond' as now`,
  );
  return rows[0]?.now ?? new Date();
}

import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { invalidInput } from '@svc/chassis/errors/app-error';
import type { PromiseClient } from '@svc/chassis/grpc/client';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { TeamService } from '@svc/proto/identity/v1/team_service';
import { listLinkable } from '../contacts/contact-repo.js';
import { lockDealWhenSeen } from './task-repo.js';

/** Identity's methods about who shares a team with the caller. */
export type Teammates = Pick<PromiseClient<typeof TeamService>, 'describeTeammates'>;

/**
 * Returns the teams that the caller and another user are both active in; none for the caller and for null. Not for use in a transaction, because it
 * calls identity.
 */
export async function findTeamsInCommon(
  teammates: Teammates,
  user: UserPrincipal,
  otherId: string | null | undefined,
): Promise<string[]> {
  if (typeof otherId !== 'string' || otherId === user.userId) return [];
  const answer = await teammates.describeTeammates({ userIds: [otherId] });
  return answer.teammates.find(({ userId }) => userId === otherId)?.teamIds ?? [];
}

/** New links of a task; null or absent for none. */
interface NewLinks {
  readonly dealId?: string | null;
  readonly contactId?: string | null;
  readonly assigneeId?: string | null;
}

/** Throws `invalid_input` for a deal hidden from the caller, a contact of another user, or an assignee without a common team. */
export async function checkLinks(
  tx: Tx,
  user: UserPrincipal,
  { dealId, contactId, assigneeId }: NewLinks,
  teamsInCommon: readonly string[],
): Promise<void> {
  if (typeof dealId === 'string' && !(await lockDealWhenSeen(tx, user, dealId))) {
    throw invalidInput('dealId', 'must be your own deal, or one that is shared with you.');
  }
  if (typeof contactId === 'string' && (await listLinkable(tx, user.userId, [contactId])).length === 0) {
    throw invalidInput('contactId', 'must be your own contact.');
  }
  if (typeof assigneeId === 'string' && assigneeId !== user.userId && teamsInCommon.length === 0) {
    throw invalidInput('assigneeId', 'must be you or a member of one of your teams.');
  }
}

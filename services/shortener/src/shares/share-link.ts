import { forbidden, notFound } from '@svc/chassis/errors/app-error';
import { requireMembership } from '@svc/chassis/errors/require-membership';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { UserPrincipal } from '@svc/chassis/principal';
import { findSeenLink } from '../links/link-list-repo.js';
import { assertOwned } from '../links/link-view.js';
import { deleteShare, findShare, insertShare, type ShareRow } from './share-repo.js';

/** Shares an owned link with a team of the caller's; again answers the same share. Throws NOT_FOUND, FORBIDDEN. */
export async function shareLink(
  tx: Tx,
  user: UserPrincipal,
  { teamId, linkId }: { readonly teamId: string; readonly linkId: string },
): Promise<{ share: ShareRow; created: boolean }> {
  requireMembership(user, teamId);
  assertOwned(user, await findSeenLink(tx, user, linkId));
  return insertShare(tx, { linkId, teamId, sharedBy: user.userId });
}

/** Ends a share, for the next request on. Throws NOT_FOUND, or FORBIDDEN for ordinary members who do not own the link. */
export async function endShare(
  tx: Tx,
  user: UserPrincipal,
  { teamId, shareId }: { readonly teamId: string; readonly shareId: string },
): Promise<void> {
  requireMembership(user, teamId);
  const share = await findShare(tx, teamId, shareId);
  if (!share) throw notFound('share');
  const runsTeam = user.teams.some(({ id, role }) => id === teamId && role !== 'member');
  if (share.ownerId !== user.userId && !runsTeam) {
    throw forbidden('Only the owner of the link, and owners and administrators of the team, may end this share.');
  }
  await deleteShare(tx, share.id);
}

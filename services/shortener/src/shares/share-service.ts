import { requireMembership } from '@svc/chassis/errors/require-membership';
import { pageOf } from '@svc/chassis/grpc/paging';
import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import { runWrite } from '@svc/chassis/idempotency/run-write';
import type { Pool } from '@svc/chassis/postgres/pool';
import { inTransaction } from '@svc/chassis/postgres/transaction';
import {
  ShortLinkShareServiceService as methods,
  type MembershipServiceService,
} from '@svc/proto/shortener/v1/short_link_share_service';
import { endShare, shareLink } from './share-link.js';
import { deleteSharesOfTeam, listShares } from './share-repo.js';

/** Links that are shared with teams. */
export function shareService(pool: Pool): ServiceHandlers<typeof methods> {
  return {
    shareShortLink: (request, { user }) =>
      runWrite(pool, methods.shareShortLink, request, (tx) => shareLink(tx, user, request)),
    endShortLinkShare: (request, { user }) =>
      runWrite(pool, methods.endShortLinkShare, request, async (tx) => {
        await endShare(tx, user, request);
        return {};
      }),
    listShortLinkShares: async (request, { user }) => {
      requireMembership(user, request.teamId);
      const { rows, total } = await listShares(pool, request.teamId, pageOf(request));
      return { shares: rows, totalSize: total };
    },
  };
}

/** Follows the ends of memberships and teams. */
export function membershipService(pool: Pool): ServiceHandlers<typeof MembershipServiceService> {
  return {
    recordMembershipEnd: async ({ teamId, userId }) => {
      await inTransaction(pool, (tx) => deleteSharesOfTeam(tx, teamId, userId ?? null));
      return {};
    },
  };
}

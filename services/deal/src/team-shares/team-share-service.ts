import { requireMembership } from '@svc/chassis/errors/require-membership';
import { pageOf } from '@svc/chassis/grpc/paging';
import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import { runWrite } from '@svc/chassis/idempotency/run-write';
import type { Pool } from '@svc/chassis/postgres/pool';
import { inTransaction } from '@svc/chassis/postgres/transaction';
import {
  TeamShareServiceService as methods,
  type MembershipServiceService,
} from '@svc/proto/deal/v1/team_share_service';
import { endAssignmentsThrough } from '../tasks/task-repo.js';
import { endTeamShare } from './end-team-share.js';
import { deleteSharesOfTeam, listShares } from './share-repo.js';
import { shareWithTeam } from './share-with-team.js';

/** Records that are shared with teams. */
export function teamShareService(pool: Pool): ServiceHandlers<typeof methods> {
  return {
    shareWithTeam: (request, { user }) =>
      runWrite(pool, methods.shareWithTeam, request, (tx) => shareWithTeam(tx, user, request)),
    endTeamShare: (request, { user }) =>
      runWrite(pool, methods.endTeamShare, request, async (tx) => {
        await endTeamShare(tx, user, request);
        return {};
      }),
    listTeamShares: async (request, { user }) => {
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
      await inTransaction(pool, async (tx) => {
        await deleteSharesOfTeam(tx, teamId, userId ?? null);
        await endAssignmentsThrough(tx, teamId, userId ?? null);
      });
      return {};
    },
  };
}

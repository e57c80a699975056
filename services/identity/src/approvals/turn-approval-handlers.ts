import { invalidInput } from '@svc/chassis/errors/app-error';
import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import type { Write } from '@svc/chassis/grpc/write';
import type { Pool } from '@svc/chassis/postgres/pool';
import { TurnApprovalService as methods, type TurnOfUser } from '@svc/proto/identity/v1/turn_approval_service';
import { validate as isUuid } from 'uuid';
import { type Asker, listTurnApprovals, withdrawTurnApprovals } from './approval-repo.js';
import { claimApproval } from './claim-approval.js';
import { completeClaim, releaseClaim } from './claim-repo.js';
import { requestApproval } from './request-approval.js';

/** Approvals requested by the copilot, and their outcome. */
export function turnApprovalHandlers(pool: Pool, write: Write): ServiceHandlers<typeof methods> {
  return {
    requestTurnApproval: write(methods.requestTurnApproval, async (tx, { turn, conversationId, call }) => {
      if (!isUuid(conversationId)) throw invalidInput('conversationId', 'must be a UUID.');
      return { approval: await requestApproval(tx, askerOf(turn), required(call), conversationId) };
    }),
    listTurnApprovals: async ({ turn }) => ({ approvals: await listTurnApprovals(pool, askerOf(turn)) }),
    claimTurnApproval: write(methods.claimTurnApproval, async (tx, { turn, call }) => ({
      claim: { ...(await claimApproval(tx, askerOf(turn), required(call))), assertions: {} },
    })),
    releaseTurnApproval: write(methods.releaseTurnApproval, (tx, { turn, claim }) =>
      releaseClaim(tx, askerOf(turn), required(claim)),
    ),
    completeTurnApproval: write(methods.completeTurnApproval, (tx, { turn, claim }) =>
      completeClaim(tx, askerOf(turn), required(claim)),
    ),
    withdrawTurnApprovals: write(methods.withdrawTurnApprovals, (tx, { turn }) =>
      withdrawTurnApprovals(tx, askerOf(turn)),
    ),
  };
}

function askerOf(turn: TurnOfUser | null | undefined): Asker {
  const { userId, turnId } = required(turn);
  if (!isUuid(userId) || !isUuid(turnId)) throw invalidInput('turn', 'must name a user and a turn.');
  return { userId, turnId, connectionId: null };
}

function required<Part>(part: Part | null | undefined): Part {
  if (part === null || part === undefined) throw invalidInput('', 'A part of the request is missing.');
  return part;
}

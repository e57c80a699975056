import type { AsService } from '@svc/chassis/assertions/service-call';
import type { PromiseClient } from '@svc/chassis/grpc/client';
import { required } from '@svc/chassis/grpc/required';
import type { ApprovalKeeper } from '@svc/operations/approvals/approved-call';
import type { Approval } from '@svc/proto/identity/v1/approval_service';
import type { TurnApprovalService } from '@svc/proto/identity/v1/turn_approval_service';

/** The part of identity that keeps the copilot's approvals. */
export type TurnApprovalClient = PromiseClient<typeof TurnApprovalService>;

/** The turn that requests approvals. */
export interface AskingTurn {
  readonly id: string;
  readonly ownerId: string;
  readonly conversationId: string;
}

/** Approvals of turns. */
export interface TurnApprovals {
  /** Requests and claims approvals for the turn's calls; calls `onAsked` for each request. */
  keeperOf(turn: AskingTurn, onAsked?: (question: ApprovalQuestion) => void): ApprovalKeeper;
  /** The turn's approvals in the order of the requests, with the user's decisions. */
  list(turn: AskingTurn): Promise<readonly Approval[]>;
}

/** An approval as the user is asked for it. */
export interface ApprovalQuestion {
  readonly approvalId: string;
  readonly summary: string;
  readonly diff: unknown;
  readonly expiresAt: Date;
}

export function createTurnApprovals(book: TurnApprovalClient, asService: AsService): TurnApprovals {
  const listOf = async ({ id: turnId, ownerId: userId }: AskingTurn): Promise<readonly Approval[]> =>
    (await asService(() => book.listTurnApprovals({ turn: { userId, turnId } }))).approvals;
  return {
    list: listOf,
    keeperOf(asking, onAsked) {
      const { id: turnId, ownerId: userId, conversationId } = asking;
      const turn = { userId, turnId };
      return {
        async requestApproval(call) {
          const { approval } = await asService(() => book.requestTurnApproval({ turn, conversationId, call }));
          if (approval) onAsked?.(toQuestion(approval, call.diffJson));
          return { approval };
        },
        getApproval: async ({ approvalId }) => ({
          approval: (await listOf(asking)).find(({ id }) => id === approvalId) ?? null,
        }),
        async claimApproval(call) {
          const { claim } = await asService(() => book.claimTurnApproval({ turn, call: { ...call, audiences: [] } }));
          return required(claim, 'claim');
        },
        releaseApproval: (claim) => asService(() => book.releaseTurnApproval({ turn, claim })),
        completeApproval: (claim) => asService(() => book.completeTurnApproval({ turn, claim })),
      };
    },
  };
}

function toQuestion({ id, summary, expiresAt }: Approval, diffJson: string | null | undefined): ApprovalQuestion {
  const diff: ApprovalQuestion['diff'] = typeof diffJson === 'string' ? JSON.parse(diffJson) : null;
  return { approvalId: id, summary, diff, expiresAt: required(expiresAt, 'expiry of the approval') };
}

import { type AppError, appError } from '@svc/chassis/errors/app-error';
import type { PromiseClient } from '@svc/chassis/grpc/client';
import { HOUR_MS } from '@svc/chassis/time/durations';
import type { Approval, ApprovalService } from '@svc/proto/identity/v1/approval_service';
import { v7 as newId } from 'uuid';
import type { TurnApprovalClient } from '../approvals/turn-approvals.js';

/** In-memory approvals of identity: requests of turns, and decisions of users. */
export interface ApprovalClient
  extends TurnApprovalClient, Pick<PromiseClient<typeof ApprovalService>, 'decideApproval' | 'getApproval'> {
  /** Newest last. */
  readonly asked: readonly KeptApproval[];
}

export type KeptApproval = { -readonly [Field in keyof Approval]: Approval[Field] } & {
  readonly userId: string;
  claimedBy?: string;
};

export function createApprovalClient(): ApprovalClient {
  const asked: KeptApproval[] = [];
  const ofTurn = (turnId: string | undefined): KeptApproval[] => asked.filter((each) => each.turnId === turnId);
  const find = (approvalId: string): KeptApproval => {
    const approval = asked.find(({ id }) => id === approvalId);
    if (!approval) throw appError('NOT_FOUND', 'There is no such approval.');
    return approval;
  };
  return {
    asked,
    async requestTurnApproval({ turn, conversationId, call }) {
      if (!turn || !call) throw new Error('Nothing is asked for.');
      const { operation, inputJson, inputHash, summary, tier, destructive, expectedVersion } = call;
      const now = Date.now();
      const approval: KeptApproval = {
        id: newId(),
        userId: turn.userId,
        turnId: turn.turnId,
        conversationId,
        status: 'pending',
        operation,
        inputJson,
        inputHash,
        summary,
        tier,
        destructive,
        expectedVersion,
        createdAt: new Date(now),
        expiresAt: new Date(now + 24 * HOUR_MS),
      };
      asked.push(approval);
      return { approval };
    },
    listTurnApprovals: async ({ turn }) => ({ approvals: ofTurn(turn?.turnId) }),
    async claimTurnApproval({ call }) {
      if (!call) throw new Error('Nothing is claimed.');
      const approval = find(call.approvalId);
      const { status, claimedBy, inputHash, inputJson = '', expectedVersion } = approval;
      const isFree = claimedBy === undefined || claimedBy === call.requestId;
      if (!['approved', 'executing', 'used'].includes(status) || !isFree || !inputHash.equals(call.inputHash)) {
        throw new Error('The approval does not cover this call.');
      }
      Object.assign(approval, { status: 'executing', claimedBy: call.requestId });
      return { claim: { inputJson: inputJson ?? '', expectedVersion, claimNumber: 1, assertions: {} } };
    },
    async releaseTurnApproval({ claim }) {
      Object.assign(find(claim?.approvalId ?? ''), { status: 'approved', claimedBy: undefined });
      return {};
    },
    async completeTurnApproval({ claim }) {
      find(claim?.approvalId ?? '').status = 'used';
      return {};
    },
    async withdrawTurnApprovals({ turn }) {
      for (const each of ofTurn(turn?.turnId))
        if (['pending', 'approved'].includes(each.status)) each.status = 'expired';
      return {};
    },
    getApproval: async ({ approvalId }) => ({ approval: find(approvalId) }),
    async decideApproval({ approvalId, decision, editedInputJson, editedInputHash, reason }) {
      const approval = find(approvalId);
      if (approval.status !== 'pending') throw decidedAlready();
      Object.assign(approval, { status: decision, reason });
      if (typeof editedInputJson === 'string') {
        Object.assign(approval, { inputJson: editedInputJson, inputHash: editedInputHash, isEdited: true });
      }
      return { approval };
    },
  };
}

function decidedAlready(): AppError {
  return appError('INVALID_TRANSITION', 'This approval cannot be decided any more.');
}

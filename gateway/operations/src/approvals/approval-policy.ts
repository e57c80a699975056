import type { PromiseClient } from '@svc/chassis/grpc/client';
import type { ApprovalService } from '@svc/proto/identity/v1/approval_service';
import { needsApproval, type ApprovalRules } from '../checks.js';
import type { Clients } from '../clients.js';
import type { Operation } from '../define-operation.js';
import type { Caller } from '../operation-context.js';

/** Where approvals are asked for, claimed and given back. */
export type ApprovalKeeper = Pick<
  PromiseClient<typeof ApprovalService>,
  'requestApproval' | 'getApproval' | 'claimApproval' | 'releaseApproval' | 'completeApproval'
>;

/** Which calls the user must approve, and who stores the decisions. */
export interface ApprovalPolicy {
  /** Whether the call needs an approval, with this input. */
  needsApproval(operation: Operation, input: Readonly<Record<string, unknown>>): boolean;
  readonly keeper: ApprovalKeeper;
}

/** For agents that users have approved: sensitive writes need an approval; calls of users never do. */
export function agentApprovals(
  caller: Caller | undefined,
  rules: ApprovalRules,
  clients: Pick<Clients, 'approvals'>,
): ApprovalPolicy {
  return {
    needsApproval: (operation, input) => needsApproval(operation, input, caller, rules),
    get keeper() {
      return clients.approvals;
    },
  };
}

import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { appError, forbidden, invalidInput, noSuch } from '@svc/chassis/errors/app-error';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { Approval, RequestApprovalRequest } from '@svc/proto/identity/v1/approval_service';
import { findUserForUpdate } from '../accounts/user-repo.js';
import {
  type Asker,
  askerOf,
  countPendingApprovals,
  endOvertakenApprovals,
  findApproval,
  findSameApproval,
  insertApproval,
  updateAgentSays,
} from './approval-repo.js';

/** Maximum pending approvals of a user, and bytes of their inputs and changes together. */
const PENDING_MAX = 100;
const PENDING_BYTES_MAX = 20_000_000;

/** Maximum bytes of one input, and of its changes. */
export const INPUT_BYTES_MAX = 2_000_000;
const DIFF_BYTES_MAX = 524_288;

/** Returns the calling agent. Throws FORBIDDEN for users, who need no approval. */
export function agentOf(user: UserPrincipal): Asker {
  if (user.kind === 'agent') return askerOf(user);
  throw forbidden('Only agents need approvals. Make the call without one.');
}

/**
 * Requests the user's approval of a call. A call with a pending approval returns it, with the agent's newest reason, unless the record has since
 * changed: then a new approval replaces it. An approved call that was not made yet returns that approval. Throws VALIDATION_ERROR, or CONFLICT when
 * too many are pending.
 */
export async function requestApproval(
  tx: Tx,
  asker: Asker,
  call: RequestApprovalRequest,
  conversationId: string | null = null,
): Promise<Approval> {
  checkCall(call);
  // The lock on the user serializes a user's requests, so that concurrent ones cannot exceed the limit.
  const account = await findUserForUpdate(tx, asker.userId);
  if (!account || account.disabledAt) throw noSuch('account');
  const same = await findSameApproval(tx, asker, call);
  if (same?.status === 'approved') return same;
  if (same && typeof call.agentSays === 'string') await updateAgentSays(tx, same.id, call.agentSays);
  if (same) return { ...same, agentSays: call.agentSays ?? same.agentSays };
  await endOvertakenApprovals(tx, asker, call);
  const pending = await countPendingApprovals(tx, asker.userId);
  if (pending.count >= PENDING_MAX || pending.bytes + bytesOf(call) > PENDING_BYTES_MAX) {
    const message = `${pending.count} approvals wait for the user's decision, the maximum. Ask the user to decide some first.`;
    throw appError('CONFLICT', message);
  }
  const approval = await findApproval(tx, asker.userId, await insertApproval(tx, asker, call, conversationId));
  if (!approval) throw new Error('The new approval is gone.');
  return { ...approval, inputJson: undefined };
}

function bytesOf({ inputJson, diffJson }: RequestApprovalRequest): number {
  return Buffer.byteLength(inputJson) + Buffer.byteLength(diffJson ?? '');
}

function checkCall({ operation, inputJson, inputHash, summary, diffJson, agentSays }: RequestApprovalRequest): void {
  if (operation === '' || operation.length > 100) throw invalidInput('operation', 'must be 1 to 100 characters.');
  if (Buffer.byteLength(inputJson) > INPUT_BYTES_MAX) {
    throw invalidInput('input', 'must be less than 2 MB when the call needs an approval. Split it into smaller calls.');
  }
  if (inputHash.length !== 32) throw invalidInput('inputHash', 'must be 32 bytes.');
  if (summary.trim() === '' || summary.length > 500) throw invalidInput('summary', 'must be 1 to 500 characters.');
  if ((agentSays ?? '').length > 500) throw invalidInput('agentSays', 'must be at most 500 characters.');
  if (typeof diffJson === 'string' && Buffer.byteLength(diffJson) > DIFF_BYTES_MAX) {
    throw invalidInput('diff', 'must be at most 512 KB.');
  }
}

import { invalidInput } from '@svc/chassis/errors/app-error';
import type { Tx } from '@svc/chassis/postgres/transaction';
import { validate as isUuid } from 'uuid';
import { identityError } from '../error-codes.js';
import * as repo from './approval-repo.js';

/**
 * Claims an approval for one call of an agent; the same call may claim it again while it is usable. Throws APPROVAL_INVALID, the same for every
 * reason, so that callers learn nothing about others' approvals; of their own they learn that it is undecided, as by its status.
 */
export async function claimApproval(tx: Tx, asker: repo.Asker, call: repo.ApprovedCall): Promise<repo.ClaimedCall> {
  if (call.requestId === '' || call.requestId.length > 255) {
    throw invalidInput('requestId', 'must be 1 to 255 characters.');
  }
  // The id is as the agent sent it.
  const claimed = isUuid(call.approvalId) ? await repo.claimApproval(tx, asker, call) : null;
  if (claimed) return claimed;
  if (isUuid(call.approvalId) && (await repo.isUndecided(tx, asker, call))) {
    throw identityError(
      'APPROVAL_INVALID',
      'The user has not decided yet. Wait until the status of the approval is approved, then repeat this call with the same approval.',
    );
  }
  throw identityError(
    'APPROVAL_INVALID',
    'The approval does not cover this call: it is undecided, denied, expired or used, or for another agent, operation or input. Request a new one.',
  );
}

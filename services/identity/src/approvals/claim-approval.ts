import { invalidInput } from '@svc/chassis/errors/app-error';
import type { Tx } from '@svc/chassis/postgres/transaction';
import { validate as isUuid } from 'uuid';
import { identityError } from '../error-codes.js';
import { type ApprovedCall, type Asker, findStatus } from './approval-repo.js';
import * as claims from './claim-repo.js';

const MAYBE_MADE =
  'Another call has claimed this approval and may have made the change. Read the record before you make the call again.';

/** Reasons why the asker's own approval for the call cannot be claimed, with advice. */
const REASONS: Readonly<Record<string, string>> = {
  pending:
    'The user has not decided yet. Wait until the status of the approval is approved, then repeat this call with the same approval.',
  denied: 'The user denied this call. Do not ask again.',
  executing: MAYBE_MADE,
  unconfirmed: MAYBE_MADE,
  used: 'This approval was already used: the call was made. Read the record before you make it again.',
  expired: 'The approval expired. Make the call without it to ask again.',
};

const UNIFORM =
  'The approval does not cover this call: it is denied, expired or used, or for another agent, operation or input. Request a new one.';

/**
 * Claims an approval for one call of an agent; the same call may claim it again while it is usable. Throws APPROVAL_INVALID: callers get the status
 * of their own approval for this very call, and nothing about others' approvals.
 */
export async function claimApproval(tx: Tx, asker: Asker, call: ApprovedCall): Promise<claims.ClaimedCall> {
  if (call.requestId === '' || call.requestId.length > 255) {
    throw invalidInput('requestId', 'must be 1 to 255 characters.');
  }
  // The id is unvalidated input of the agent.
  if (!isUuid(call.approvalId)) throw identityError('APPROVAL_INVALID', UNIFORM);
  const claimed = await claims.claimApproval(tx, asker, call);
  if (claimed) return claimed;
  const status = await findStatus(tx, asker, call);
  throw identityError('APPROVAL_INVALID', REASONS[status ?? ''] ?? UNIFORM);
}

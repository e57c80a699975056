import { createHash } from 'node:crypto';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { ClaimApprovalResponse, ReleaseApprovalRequest } from '@svc/proto/identity/v1/approval_service';
import { type ApprovedCall, type Asker, FROM, IS_ASKERS, IS_LIVING } from './approval-repo.js';

/** The call that runs with the claim. */
export type ClaimedCall = Omit<ClaimApprovalResponse, 'assertion'>;

/**
 * Claims an approval for a call, in one statement, so that only one of concurrent calls gets it. The same call can claim it again, even after it was
 * made, because its key makes it happen at most once. Only a new claim gets a number for releasing it. Null when the approval does not match the
 * call.
 */
export async function claimApproval(tx: Tx, asker: Asker, call: ApprovedCall): Promise<ClaimedCall | null> {
  return tx.find<ClaimedCall>(
    `with free as (
       select a.id, a.claimed_by is null as is_new
         from ${FROM}
        where a.id = $1 and ${IS_ASKERS}
          and a.operation = $5 and coalesce(a.edited_hash, a.input_hash) = $6 and ${IS_LIVING}
          and a.status in ('approved', 'used') and (a.claimed_by is null or a.claimed_by = $7)
          for update of a)
     update identity.agent_approvals c
        set claimed_by = $7, claims = c.claims + free.is_new::int
       from free
      where c.id = free.id
  returning coalesce(c.edited_input, c.input) as "inputJson", c.expected_version as "expectedVersion",
            case when free.is_new then c.claims end as "claimNumber"`,
    [call.approvalId, asker.userId, asker.connectionId, asker.turnId, call.operation, call.inputHash, claimantOf(call)],
  );
}

/** A claim of one caller. */
export interface Claim {
  readonly approvalId: string;
  readonly requestId: string;
}

/** Hash of the idempotency key, so that a reader of the table cannot make the call. */
function claimantOf({ requestId }: { readonly requestId: string }): string {
  return createHash('sha256').update(requestId).digest('base64url');
}

/** Releases the claim with this number if its call was not made; does nothing without a number. */
export async function releaseClaim(tx: Tx, asker: Asker, claim: ReleaseApprovalRequest): Promise<void> {
  await tx.query(
    `update identity.agent_approvals a set claimed_by = null
      where a.id = $1 and ${IS_ASKERS} and a.claimed_by = $5 and a.claims = $6 and a.status = 'approved'`,
    [claim.approvalId, asker.userId, asker.connectionId, asker.turnId, claimantOf(claim), claim.claimNumber ?? null],
  );
}

/** Records that the call of a claim was made. */
export async function completeClaim(tx: Tx, asker: Asker, claim: Claim): Promise<void> {
  await tx.query(
    `update identity.agent_approvals a set status = 'used', used_at = now()
      where a.id = $1 and ${IS_ASKERS} and a.claimed_by = $5 and a.status = 'approved'`,
    [claim.approvalId, asker.userId, asker.connectionId, asker.turnId, claimantOf(claim)],
  );
}

import { noSuch } from '@svc/chassis/errors/app-error';
import { pageOf } from '@svc/chassis/grpc/paging';
import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import type { Write } from '@svc/chassis/grpc/write';
import type { Outbox } from '@svc/chassis/outbox/outbox';
import type { Pool } from '@svc/chassis/postgres/pool';
import { ApprovalService as methods } from '@svc/proto/identity/v1/approval_service';
import type { AssertionIssuer } from '../authentication/assertion-issuer.js';
import { findApproval, listApprovals } from './approval-repo.js';
import { claimApproval } from './claim-approval.js';
import { completeClaim, releaseClaim } from './claim-repo.js';
import { confirmApproval, decideAsUser } from './decide-approval.js';
import { agentOf, requestApproval } from './request-approval.js';

export interface ApprovalDependencies {
  readonly pool: Pool;
  readonly write: Write;
  readonly outbox: Pick<Outbox, 'enqueue'>;
  readonly issuer: AssertionIssuer;
  /** Secrets with which an operator's adapter confirms approvals; undefined when no adapter may. */
  readonly approvalConfirmSecrets: readonly string[] | undefined;
}

/** Approvals requested by agents, and their outcome. */
export function approvalHandlers(dependencies: ApprovalDependencies): ServiceHandlers<typeof methods> {
  const { pool, write, outbox, issuer, approvalConfirmSecrets } = dependencies;
  return {
    requestApproval: write(methods.requestApproval, async (tx, request, { user }) => ({
      approval: await requestApproval(tx, agentOf(user), request),
    })),
    getApproval: async ({ approvalId }, { user }) => {
      const agent = user.kind === 'agent' ? { connectionId: user.agent.requestId } : undefined;
      const approval = await findApproval(pool, user.userId, approvalId, agent);
      if (!approval) throw noSuch('approval');
      return { approval };
    },
    listApprovals: async ({ status, ...request }, { signedIn }) => {
      const { rows: approvals, total } = await listApprovals(pool, signedIn.userId, status ?? null, pageOf(request));
      return { approvals, totalSize: total };
    },
    decideApproval: write(methods.decideApproval, async (tx, request, { signedIn }) => ({
      approval: await decideAsUser(tx, outbox, signedIn, request),
    })),
    confirmApproval: write(methods.confirmApproval, async (tx, request, { user }) => ({
      approval: await confirmApproval(tx, user, request, approvalConfirmSecrets),
    })),
    getConfirmationSupport: async () => ({ isConfigured: approvalConfirmSecrets !== undefined }),
    claimApproval: write(methods.claimApproval, {
      // Signed before the transaction, and sent only if the claim succeeds.
      before: ({ approvalId, audiences }, { user }) =>
        issuer.issueEach(issuer.withApproval(user, approvalId), audiences),
      work: async (tx, request, { user }, issued) => ({
        ...(await claimApproval(tx, agentOf(user), request)),
        ...issued,
      }),
    }),
    releaseApproval: write(methods.releaseApproval, (tx, request, { user }) =>
      releaseClaim(tx, agentOf(user), request),
    ),
    completeApproval: write(methods.completeApproval, (tx, request, { user }) =>
      completeClaim(tx, agentOf(user), request),
    ),
  };
}

import { Link } from '@tanstack/react-router';
import { isUnreadable, useChange } from '../api/queries.js';
import { Notice } from '../ui/notice.js';
import { PageError } from '../ui/page-error.js';
import { SkeletonRows } from '../ui/skeleton.js';
import { TEXT_LINK } from '../ui/text-link.js';
import { showToast } from '../ui/toasts.js';
import { Outcome } from './approval-outcome.js';
import { useApproval } from './approval-query.js';
import { type ShownApproval, visible } from './change-texts.js';
import { ChangeView, Everything } from './change-view.js';
import { DecisionView } from './decision-view.js';

/** One stored call of an agent, once loaded. */
export function ApprovalCard({ approvalId }: { readonly approvalId: string }) {
  const read = useApproval(approvalId);
  if (isUnreadable(read)) return <PageError error={read.error} />;
  if (!read.data) return <SkeletonRows rows={3} rowClass="flex h-8 items-center" />;
  return (
    <>
      <ApprovalSheet approval={read.data} />
      <p className="mt-3">
        <Link to="/approvals/$approvalId" params={{ approvalId }} className={TEXT_LINK}>
          Open approval
        </Link>
      </p>
    </>
  );
}

/** The changes that a call would make, and the decision. */
export function ApprovalSheet({ approval }: { readonly approval: ShownApproval }) {
  return (
    <div className="mt-3 flex flex-col gap-3">
      {approval.conversationId !== null && (
        <p>
          <Link
            to="/copilot/$conversationId"
            params={{ conversationId: approval.conversationId }}
            className={TEXT_LINK}
          >
            Open the conversation
          </Link>
        </p>
      )}
      {approval.agentSays !== null && (
        <p className="[overflow-wrap:anywhere]">
          The agent says:{' '}
          <q className="italic">
            <bdi>{visible(approval.agentSays)}</bdi>
          </q>
        </p>
      )}
      {approval.status === 'pending' && approval.destructive && <Notice tone="warn">This can't be undone.</Notice>}
      <ChangeView approval={approval} />
      {approval.status === 'pending' ? <Decision approval={approval} /> : <Outcome approval={approval} />}
      <Everything approval={approval} />
    </div>
  );
}

function Decision({ approval }: { readonly approval: ShownApproval }) {
  const { approvalId, conversationId } = approval;
  const approve = useChange('approvals.approve');
  const deny = useChange('approvals.deny');
  const isCopilots = conversationId !== null;
  const approved = isCopilots ? 'Approved. The copilot continues.' : 'Approved. The agent can do it once.';
  return (
    <DecisionView
      approval={approval}
      hint={
        isCopilots ? 'You approve this one action.' : 'You approve this one action. The agent has 15 minutes to do it.'
      }
      isBusy={approve.isPending || deny.isPending}
      problem={approve.error ?? deny.error}
      isWholePage
      onApprove={() => approve.mutate({ input: { approvalId } }, { onSuccess: () => showToast(approved) })}
      onDeny={() => deny.mutate({ input: { approvalId } }, { onSuccess: () => showToast('Request denied') })}
    />
  );
}

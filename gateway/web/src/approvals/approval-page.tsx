import { useParams } from '@tanstack/react-router';
import { ParentLink } from '../address/parent-link.js';
import { isUnreadable } from '../api/queries.js';
import { Chip } from '../ui/chip.js';
import { Page } from '../ui/page.js';
import { PageError } from '../ui/page-error.js';
import { PageHead } from '../ui/page-head.js';
import { RelativeTime } from '../ui/relative-time.js';
import { SkeletonRows } from '../ui/skeleton.js';
import { ApprovalSheet } from './approval-card.js';
import { State } from './approval-outcome.js';
import { useApproval } from './approval-query.js';
import { askerOf, visible } from './change-texts.js';

/** One call of an agent on its own page, to which the agent sends its user. */
export function ApprovalPage() {
  const { approvalId } = useParams({ from: '/app/approvals/$approvalId' });
  const read = useApproval(approvalId);
  if (isUnreadable(read)) return <PageError error={read.error} />;
  if (!read.data) return <SkeletonRows rows={6} rowClass="flex h-10 items-center" />;
  const { summary, destructive, createdAt } = read.data;
  return (
    <Page width="text">
      <ParentLink to="/inbox">Inbox</ParentLink>
      <PageHead
        title={visible(summary)}
        about={
          <>
            <bdi>{askerOf(read.data)}</bdi> asked <RelativeTime at={createdAt} />
          </>
        }
      />
      <p className="flex flex-wrap items-center gap-2 text-soft">
        {destructive && <Chip tone="bad">Deletes</Chip>}
        <State approval={read.data} />
      </p>
      <ApprovalSheet key={approvalId} approval={read.data} />
    </Page>
  );
}

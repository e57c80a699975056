import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { describeError } from '../api/api-error.js';
import { useList } from '../api/queries.js';
import { useFormats } from '../shell/account.js';
import { EmptyState } from '../ui/empty-state.js';
import { Notice } from '../ui/notice.js';
import { Page } from '../ui/page.js';
import { PageHead } from '../ui/page-head.js';
import { SkeletonRows } from '../ui/skeleton.js';
import { More } from '../ui/tables/more.js';
import { TEXT_LINK } from '../ui/text-link.js';
import { ApprovalList } from './approval-list.js';
import { usePendingApprovals } from './approval-query.js';

/** Decided requests of agents. Pending ones are in the inbox. */
export function ApprovalHistoryPage() {
  const { count } = useFormats();
  const [openId, open] = useState<string>();
  const list = useList('approvals.list', {});
  const decided = list.items.filter(({ status }) => status !== 'pending');
  const waiting = usePendingApprovals().data?.total ?? 0;
  return (
    <Page width="text">
      <PageHead
        title="Approval history"
        about={
          <>
            Decisions you made for agents and the copilot ·{' '}
            <Link to="/inbox" className={TEXT_LINK}>
              {waiting === 0 ? 'Inbox' : `${count(waiting)} waiting in your inbox`}
            </Link>
          </>
        }
      />
      {list.isError && <Notice tone="bad">{describeError(list.error)}</Notice>}
      {list.isPending && <SkeletonRows rows={3} rowClass="flex h-10 items-center" />}
      {list.isSuccess && decided.length === 0 && <EmptyState>No decisions yet.</EmptyState>}
      {decided.length > 0 && <ApprovalList title="Decided" approvals={decided} {...{ openId, open }} />}
      <More of={list} />
    </Page>
  );
}

import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { describeError } from '../api/api-error.js';
import type { Item } from '../api/operations.js';
import { useList, useOperation } from '../api/queries.js';
import { usePendingApprovals, usePendingApprovalsRead } from '../approvals/approval-query.js';
import { PendingApprovals } from '../approvals/pending-approvals.js';
import { useFormats } from '../shell/account.js';
import { UnseenInvitations } from '../shell/confirm-email.js';
import { buttonClass } from '../ui/button.js';
import { EmptyState } from '../ui/empty-state.js';
import { Notice } from '../ui/notice.js';
import { Page } from '../ui/page.js';
import { PageHead } from '../ui/page-head.js';
import { SkeletonRows } from '../ui/skeleton.js';
import { More } from '../ui/tables/more.js';
import { ApprovedCard, RequestCard } from './access-request-cards.js';
import { InvitationCard } from './invitation-card.js';
import { MemoryCard } from './memory-card.js';
import { SuggestionCard } from './suggestion-card.js';

/** Pending decisions, and revocable permissions. */
export function InboxPage() {
  const invitations = useList('teams.list_invitations', {});
  const requests = useList('access_requests.list', { asOwner: true, status: 'pending' });
  const suggestions = useList('suggestions.list', { status: 'open' });
  const memories = useList('memory.list', { inbox: true });
  const approved = useList('access_requests.list', { asOwner: true, status: 'approved' });
  const approvals = usePendingApprovals();
  const areApprovalsRead = usePendingApprovalsRead();
  const config = useOperation('public.get_config', {});
  const waiting = [invitations, requests, suggestions, memories];
  const running = approved.items.filter(isRunning);
  const isEmpty =
    [...waiting, approved].every(({ isSuccess }) => isSuccess) &&
    waiting.every(isNone) &&
    approvals.data?.items.length === 0;
  const isRead = useOnceTrue([...waiting, approved, config].every(({ isPending }) => !isPending) && areApprovalsRead);
  return (
    <Page width="text">
      <PageHead
        title="Inbox"
        about="Requests from teammates and agents"
        actions={
          <Link to="/approvals" className={buttonClass('quiet')}>
            Approval history
          </Link>
        }
      />
      {isRead ? (
        <>
          <UnseenInvitations className="mb-6" />
          {isEmpty && (
            <div className="mb-6">
              <EmptyState>You're all caught up.</EmptyState>
            </div>
          )}
          <PendingApprovals />
          <Section title="Invitations" list={invitations}>
            {invitations.items.map((each) => (
              <InvitationCard key={each.id} invitation={each} />
            ))}
          </Section>
          <Section title="Access requests" list={requests}>
            {requests.items.map((each) => (
              <RequestCard key={each.id} request={each} />
            ))}
          </Section>
          <Section title="Suggestions" list={suggestions}>
            {suggestions.items.map((each) => (
              <SuggestionCard key={each.id} suggestion={each} />
            ))}
          </Section>
          <Section title="New memories" list={memories}>
            {memories.items.map((each) => (
              <MemoryCard key={each.id} memory={each} />
            ))}
          </Section>
          {running.length > 0 && (
            <Section title="Access you granted" list={{ ...approved, total: running.length }}>
              {running.map((each) => (
                <ApprovedCard key={each.id} request={each} />
              ))}
            </Section>
          )}
        </>
      ) : (
        <SkeletonRows rows={4} rowClass="flex h-10 items-center" />
      )}
    </Page>
  );
}

/** Stays true once true, because parts that load one by one would shift what the user is reading. */
function useOnceTrue(isNow: boolean): boolean {
  const [was, setWas] = useState(isNow);
  if (isNow && !was) setWas(true);
  return was || isNow;
}

function isNone({ items }: { readonly items: readonly unknown[] }): boolean {
  return items.length === 0;
}

function isRunning({ expiresAt }: Item<'access_requests.list'>): boolean {
  return expiresAt === null || Date.parse(expiresAt) > Date.now();
}

interface SectionProps {
  readonly title: string;
  readonly list: {
    readonly total: number | undefined;
    readonly isError: boolean;
    readonly error: unknown;
    readonly hasNextPage: boolean;
    readonly readMore: () => void;
  };
  readonly children: ReactNode;
}

/** One kind of pending items; hidden when empty. */
function Section({ title, list, children }: SectionProps) {
  const { count } = useFormats();
  if (list.total === 0) return null;
  return (
    <section aria-label={title} className="mb-6">
      <h2 className="mb-1.5 font-semibold">
        {title} {list.total !== undefined && <span className="font-normal text-soft">{count(list.total)}</span>}
      </h2>
      {list.isError && <Notice tone="bad">{describeError(list.error)}</Notice>}
      <ul className="rounded-md border border-line bg-surface">{children}</ul>
      <More of={list} className="mt-2" />
    </section>
  );
}

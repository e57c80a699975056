import { useQuery } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import type { Output } from '../api/operations.js';
import { operationQuery } from '../api/queries.js';
import { useImportDraft } from '../import/import-draft.js';
import { useFormats, useSignedIn } from './account.js';

const LOOK_MS = 60_000;

type Counts = Output<'inbox.counts'>;

/** The number of waiting items at a navigation link. */
export type Badge = ComponentType<BadgeProps>;

interface BadgeProps {
  readonly label: string;
  readonly children: (badged: Badged) => ReactNode;
}

interface Badged {
  /** Attributes of the link, whose name then includes the count. */
  readonly named: { readonly 'aria-label'?: string };
  readonly pill: ReactNode;
}

const NOTHING: Badged = { named: {}, pill: null };

/** A navigation link with its count; nothing is added at zero. */
export function WithBadge({
  item: { label, badge: ItemBadge },
  children,
}: {
  readonly item: { readonly label: string; readonly badge?: Badge };
  readonly children: BadgeProps['children'];
}) {
  return ItemBadge ? <ItemBadge label={label}>{children}</ItemBadge> : children(NOTHING);
}

/** Number of checks due today. */
export function DueBadge(props: BadgeProps) {
  return <WithCount {...props} count={useWaiting(({ dueViews }) => dueViews ?? 0)} what="due" />;
}

/** Number of items in the inbox. */
export function InboxBadge(props: BadgeProps) {
  // A failed count shows nothing.
  const count = useWaiting(
    ({ approvals, invitations, accessRequests, suggestions, memories }) =>
      (approvals ?? 0) + (invitations ?? 0) + (accessRequests ?? 0) + (suggestions ?? 0) + (memories ?? 0),
  );
  return <WithCount {...props} count={count} what="waiting" />;
}

/** Number of groups that an import has left to be solved. */
export function ImportBadge(props: BadgeProps) {
  const { user } = useSignedIn();
  return <WithCount {...props} count={useImportDraft(user.id).open ?? 0} what="open" />;
}

function useWaiting(countIn: (counts: Counts) => number): number {
  const { data } = useQuery({ ...operationQuery('inbox.counts', {}), refetchInterval: LOOK_MS });
  return data ? countIn(data) : 0;
}

function WithCount({
  label,
  count,
  what,
  children,
}: BadgeProps & { readonly count: number; readonly what: 'due' | 'waiting' | 'open' }) {
  const formats = useFormats();
  if (count === 0) return children(NOTHING);
  const shown = formats.count(count);
  return children({
    named: { 'aria-label': `${label}, ${shown} ${what}` },
    // The visible label is part of the accessible name.
    pill: (
      <>
        {' '}
        <span className="inline-block min-w-5 rounded-full bg-accent px-1.5 text-center text-xs leading-5 font-medium whitespace-nowrap text-on-accent tabular-nums">
          {shown}
        </span>
      </>
    ),
  });
}

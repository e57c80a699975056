import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Item } from '../api/operations.js';
import { useFormats, useSignedIn } from '../shell/account.js';
import { usePeople } from '../shell/people.js';
import { Chip } from '../ui/chip.js';
import { RelativeTime } from '../ui/relative-time.js';
import type { Column } from '../ui/tables/column.js';
import { ListTable, type ListTableProps } from '../ui/tables/list-table.js';
import { agentName, describeAction, describeApproval, describeVideos } from './describe-action.js';
import { foldActivity, type FoldedActivity } from './fold-activity.js';

type Activity = Item<'activity.list'>;

interface ActivityTableProps extends Pick<ListTableProps<Activity>, 'list' | 'empty' | 'noMatch'> {
  /** Whether each row names its deal. */
  readonly withDeal?: boolean;
}

/** Activity, latest first, day by day; agents' actions name the agent, say whether the user was asked, and link to the approval. */
export function ActivityTable({ withDeal = false, list, ...empty }: ActivityTableProps) {
  const { day, dayOf, count } = useFormats();
  const { nameOf } = usePeople();
  const { id: me } = useSignedIn().user;
  const items = useMemo(() => foldActivity(list.items, dayOf), [list.items, dayOf]);
  const total = list.total === undefined ? undefined : list.total - list.items.length + items.length;
  const ofDeal: Column<FoldedActivity> = {
    id: 'deal',
    title: 'Deal',
    isLong: true,
    width: 'minmax(9rem,1.5fr)',
    cell: (activity) => <DealsOfActivity activity={activity} />,
  };
  const columns: Column<FoldedActivity>[] = [
    {
      id: 'what',
      title: 'What',
      width: 'minmax(12rem,3fr)',
      cell: (each) => (
        <WhatHappened activity={each} videos={describeVideos(each.videos, count)}>
          {describeAction(each, count)}
        </WhatHappened>
      ),
    },
    ...(withDeal ? [ofDeal] : []),
    {
      id: 'who',
      title: 'Who',
      width: 'minmax(11rem,1.2fr)',
      dropsOut: 1,
      cell: (activity) => (
        <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
          <bdi className="truncate">{nameOf(activity.userId)}</bdi>
          {activity.agent && <ThroughAgent agent={activity.agent} how={describeApproval(activity, me)} />}
        </span>
      ),
    },
    {
      id: 'when',
      title: 'When',
      width: '8rem',
      isDate: true,
      cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
    },
  ];
  return (
    <ListTable
      label="Activity"
      columns={columns}
      keyOf={({ id }) => id}
      groupOf={({ createdAt }) => day(dayOf(createdAt))}
      list={{ ...list, items, total }}
      {...empty}
    />
  );
}

interface WhatHappenedProps {
  readonly activity: Activity;
  readonly videos: string;
  readonly children: string;
}

/** The action; view counts name their videos and link to their list. */
function WhatHappened({ activity, videos, children }: WhatHappenedProps) {
  const { dealId, dealName, reading } = activity;
  if (reading === null || dealId === null || dealName === null) {
    return <span className="[overflow-wrap:anywhere]">{children}</span>;
  }
  return (
    <Link
      to="/deals/$dealId"
      params={{ dealId }}
      search={{ tab: 'views' }}
      className="[overflow-wrap:anywhere] hover:underline"
    >
      {children}
      {videos !== '' && (
        <span className="text-soft">
          {' · '}
          <bdi>{videos}</bdi>
        </span>
      )}
    </Link>
  );
}

function DealsOfActivity({ activity }: { readonly activity: FoldedActivity }) {
  const { count } = useFormats();
  const { deals } = activity;
  if (deals.length === 1) return <DealOfActivity activity={activity} />;
  return (
    <details>
      <summary className="w-fit cursor-pointer">{count(deals.length)} deals</summary>
      <ul>
        {deals.map((deal) => (
          <li key={deal.dealId}>
            <DealOfActivity activity={{ ...deal, action: activity.action }} />
          </li>
        ))}
      </ul>
    </details>
  );
}

interface DealOfActivityProps {
  readonly activity: Pick<Activity, 'dealId' | 'dealName' | 'action'>;
}

function DealOfActivity({ activity: { dealId, dealName, action } }: DealOfActivityProps) {
  if (dealId === null) return <span className="text-soft">–</span>;
  const name = <bdi>{dealName ?? 'A deleted deal'}</bdi>;
  if (dealName === null || action === 'deal.deleted') return <span className="block truncate">{name}</span>;
  return (
    <Link to="/deals/$dealId" params={{ dealId }} className="block truncate hover:underline">
      {name}
    </Link>
  );
}

interface ThroughAgentProps {
  readonly agent: NonNullable<Activity['agent']>;
  /** Whether it had to ask. */
  readonly how: string;
}

function ThroughAgent({ agent, how }: ThroughAgentProps) {
  const { approvalId } = agent;
  return (
    <>
      <Chip tone="accent">
        <bdi>{agentName(agent)}</bdi>
      </Chip>
      {approvalId === null ? (
        <span className="text-soft">{how}</span>
      ) : (
        <Link to="/approvals/$approvalId" params={{ approvalId }} className="text-soft hover:underline">
          {how}
        </Link>
      )}
    </>
  );
}

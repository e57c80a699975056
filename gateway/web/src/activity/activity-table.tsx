import { Link } from '@tanstack/react-router';
import type { Item } from '../api/operations.js';
import { usePeople } from '../shell/people.js';
import { useFormats } from '../shell/account.js';
import { Chip } from '../ui/chip.js';
import type { Column } from '../ui/data-table.js';
import { ListTable, type ListTableProps } from '../ui/list-table.js';
import { describeAction } from './describe-action.js';

type Activity = Item<'activity.list'>;

interface ActivityTableProps extends Pick<ListTableProps<Activity>, 'list' | 'empty'> {
  /** Whether each row says of which deal it is. */
  readonly withDeal?: boolean;
}

/** Who did what, latest first, day by day; what agents did says by which, and whether it was approved. */
export function ActivityTable({ withDeal = false, ...rest }: ActivityTableProps) {
  const { day, dayOf, clock, count } = useFormats();
  const { nameOf } = usePeople();
  const ofDeal: Column<Activity> = {
    id: 'deal',
    title: 'Deal',
    width: 'minmax(9rem,1.5fr)',
    cell: (activity) => <DealOfActivity activity={activity} />,
  };
  const columns: Column<Activity>[] = [
    {
      id: 'what',
      title: 'What',
      width: 'minmax(12rem,2fr)',
      cell: (each) => <span className="[overflow-wrap:anywhere]">{describeAction(each, count)}</span>,
    },
    ...(withDeal ? [ofDeal] : []),
    {
      id: 'who',
      title: 'Who',
      width: 'minmax(9rem,1.5fr)',
      cell: ({ userId, agent }) => (
        <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
          <bdi className="truncate">{nameOf(userId)}</bdi>
          {agent && <AgentChip agent={agent} />}
        </span>
      ),
    },
    { id: 'when', title: 'When', width: '5rem', isNumeric: true, cell: ({ createdAt }) => clock(createdAt) },
  ];
  return (
    <ListTable
      label="Activity"
      columns={columns}
      keyOf={({ id }) => id}
      groupOf={({ createdAt }) => day(dayOf(createdAt))}
      {...rest}
    />
  );
}

function DealOfActivity({ activity: { dealId, dealName, action } }: { readonly activity: Activity }) {
  if (dealId === null) return <span className="text-soft">–</span>;
  const name = <bdi>{dealName ?? 'A deleted deal'}</bdi>;
  if (dealName === null || action === 'deal.deleted') return <span className="block truncate">{name}</span>;
  return (
    <Link to="/deals/$dealId" params={{ dealId }} className="block truncate hover:underline">
      {name}
    </Link>
  );
}

function AgentChip({
  agent: { source, actorId, tier, approvalId },
}: {
  readonly agent: NonNullable<Activity['agent']>;
}) {
  const parts = [
    throughWhom(source, actorId),
    ...(tier === null ? [] : [`tier ${tier}`]),
    ...(approvalId === null ? [] : ['approved']),
  ];
  return <Chip tone="accent">{parts.join(' · ')}</Chip>;
}

function throughWhom(source: NonNullable<Activity['agent']>['source'], actorId: string | null): string {
  if (source === 'copilot') return 'through the copilot';
  return actorId === null ? 'through an agent' : `through ${actorId}`;
}

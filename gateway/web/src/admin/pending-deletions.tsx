import type { Item } from '../api/operations.js';
import { useList } from '../api/queries.js';
import { useFormats } from '../shell/account.js';
import { ShortTime } from '../ui/short-time.js';
import type { Column } from '../ui/tables/column.js';
import { ListTable } from '../ui/tables/list-table.js';

type PendingPurge = Item<'admin.list_pending_purges'>;

const SERVICE_NAMES: Readonly<Record<string, string>> = {
  identity: 'Accounts and teams',
  deal: 'Deals and contacts',
  viewcheck: 'View counts',
  screenshot: 'Screenshots',
  shortener: 'Short links',
  copilot: 'Copilot',
};

/** Deleted accounts whose data a service still has; the request is retried until the service confirms. */
export function PendingDeletions() {
  const { count } = useFormats();
  const purges = useList('admin.list_pending_purges', {});
  const columns: Column<PendingPurge>[] = [
    {
      id: 'account',
      title: 'Account ID',
      width: 'minmax(12rem,2fr)',
      cell: ({ userId }) => <span className="truncate font-mono text-[13px]">{userId}</span>,
    },
    {
      id: 'service',
      title: 'Data left in',
      width: 'minmax(8rem,1fr)',
      cell: ({ service }) => SERVICE_NAMES[service] ?? service,
    },
    {
      id: 'since',
      title: 'Deleted',
      width: '12rem',
      isDate: true,
      cell: ({ requestedAt }) => <ShortTime at={requestedAt} />,
    },
    { id: 'attempts', title: 'Attempts', width: '6rem', isNumeric: true, cell: ({ attempts }) => count(attempts) },
  ];
  return (
    <>
      <p className="mb-3 text-soft">
        Deleted accounts with data left in some part of the product. Deletion is retried until nothing is left.
      </p>
      <ListTable
        label="Pending deletions"
        list={purges}
        columns={columns}
        keyOf={({ userId, service }) => `${userId} ${service}`}
        empty="No pending deletions"
      />
    </>
  );
}

import type { Item } from '../api/operations.js';
import { useList } from '../api/queries.js';
import { useFormats, useSignedIn } from '../shell/account.js';
import { ShortTime } from '../ui/short-time.js';
import type { Column } from '../ui/tables/column.js';
import { ListTable } from '../ui/tables/list-table.js';
import { describeChanges } from './audit-words.js';

type AuditEvent = Item<'admin.list_audit'>;

const ACTIONS: Readonly<Record<string, string>> = {
  'system_settings.changed': 'Updated system settings',
  'user.created': 'Created an account',
  'user.role_changed': 'Changed a role',
  'user.disabled': 'Disabled an account',
  'user.enabled': 'Enabled an account',
  'user.password_link_created': 'Created a password link',
  'account.email_changed': 'Changed their email',
  'account.deleted': 'Deleted an account',
  'first_admin.created': 'Created the first administrator',
  'mcp_server.added': 'Added an MCP server',
  'mcp_server.changed': 'Changed an MCP server',
  'mcp_server.enabled': 'Enabled an MCP server',
  'mcp_server.disabled': 'Disabled an MCP server',
  'mcp_server.removed': 'Removed an MCP server',
};

/** The audit log of accounts and system settings. */
export function AuditTable() {
  const { count } = useFormats();
  const { user } = useSignedIn();
  const nameOf = (id: string, name: string | null): string => (id === user.id ? 'You' : (name ?? 'A deleted account'));
  const events = useList('admin.list_audit', {});
  const columns: Column<AuditEvent>[] = [
    {
      id: 'what',
      title: 'What',
      width: 'minmax(12rem,2fr)',
      cell: ({ action, details }) => {
        const changes = describeChanges(details, count);
        return (
          <span className="[overflow-wrap:anywhere]">
            {ACTIONS[action] ?? action}
            {changes !== '' && <span className="text-soft"> · {changes}</span>}
          </span>
        );
      },
    },
    {
      id: 'who',
      title: 'Who',
      width: 'minmax(8rem,1fr)',
      cell: ({ actorId, actorName }) => (actorId === null ? 'The system' : <bdi>{nameOf(actorId, actorName)}</bdi>),
    },
    {
      id: 'account',
      title: 'Account',
      width: 'minmax(8rem,1fr)',
      cell: ({ action, subjectId, subjectName }) =>
        isOfAccount(action) && subjectId !== null && <bdi>{nameOf(subjectId, subjectName)}</bdi>,
    },
    {
      id: 'when',
      title: 'When',
      width: '10.5rem',
      isDate: true,
      cell: ({ createdAt }) => <ShortTime at={createdAt} />,
    },
  ];
  return <ListTable label="Audit" list={events} columns={columns} keyOf={({ id }) => id} empty="No actions yet." />;
}

function isOfAccount(action: string): boolean {
  return /^(?:user|account|first_admin)\./.test(action);
}

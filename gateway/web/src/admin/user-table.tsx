import { Ellipsis } from 'lucide-react';
import { useCallback, useState } from 'react';
import { describeError } from '../api/api-error.js';
import type { Item } from '../api/operations.js';
import { useChange, useList } from '../api/queries.js';
import { useFormats, useSignedIn } from '../shell/account.js';
import { buttonClass } from '../ui/button.js';
import { Chip } from '../ui/chip.js';
import { ConfirmDialog } from '../ui/confirm-dialog.js';
import { DataTable, type Column } from '../ui/data-table.js';
import { EmptyState } from '../ui/empty-state.js';
import { Menu, type MenuItem } from '../ui/menu.js';
import { PageError } from '../ui/page-error.js';
import { SearchField } from '../ui/search-field.js';
import { showToast } from '../ui/toasts.js';
import { PasswordLinkDialog } from './password-link-dialog.js';

type User = Item<'admin.list_users'>;
type Open = { readonly what: 'disable' | 'password'; readonly user: User };

/** Every account: its role, whether it may sign in, and a link for a new password. */
export function UserTable() {
  const { user: self } = useSignedIn();
  const { time } = useFormats();
  const [q, setQ] = useState<string>();
  const [open, setOpen] = useState<Open>();
  const users = useList('admin.list_users', q === undefined ? {} : { q });
  const updating = useChange('admin.update_user');
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = users;
  const readMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);

  const change = ({ id, version }: User, changes: { role?: User['role']; disabled?: boolean }): Promise<unknown> =>
    updating.mutateAsync({ input: { userId: id, ...changes }, version });
  const changeNow = (user: User, changes: { role?: User['role']; disabled?: boolean }): void => {
    change(user, changes).catch((error: unknown) => showToast(describeError(error)));
  };
  const menuOf = (user: User): readonly MenuItem[] => [
    user.role === 'admin'
      ? { label: 'Change to user', run: () => changeNow(user, { role: 'user' }) }
      : { label: 'Change to administrator', run: () => changeNow(user, { role: 'admin' }) },
    ...(user.disabledAt === null
      ? [
          { label: 'Password link…', run: () => setOpen({ what: 'password', user }) },
          { label: 'Disable…', run: () => setOpen({ what: 'disable', user }), isDangerous: true },
        ]
      : [{ label: 'Enable', run: () => changeNow(user, { disabled: false }) }]),
  ];
  const columns: Column<User>[] = [
    {
      id: 'name',
      title: 'Name',
      width: 'minmax(8rem,1fr)',
      cell: ({ name, disabledAt }) => (
        <span className="flex min-w-0 items-baseline gap-2">
          <bdi className="truncate font-medium">{name}</bdi>
          {disabledAt !== null && <Chip tone="bad">disabled</Chip>}
        </span>
      ),
    },
    {
      id: 'email',
      title: 'Email',
      width: 'minmax(10rem,1.5fr)',
      cell: ({ email }) => <bdi className="block truncate">{email}</bdi>,
    },
    { id: 'role', title: 'Role', width: '7rem', cell: ({ role }) => (role === 'admin' ? 'Administrator' : 'User') },
    { id: 'since', title: 'Since', width: '12rem', isNumeric: true, cell: ({ createdAt }) => time(createdAt) },
    {
      id: 'more',
      title: '',
      width: '2.5rem',
      cell: (user) =>
        user.id !== self.id && (
          <Menu label={`More for ${user.name}`} className={buttonClass('quiet', 'px-2')} items={menuOf(user)}>
            <Ellipsis size={16} aria-hidden />
          </Menu>
        ),
    },
  ];
  if (users.isError) return <PageError error={users.error} />;
  const close = (): void => setOpen(undefined);
  return (
    <>
      <div className="mb-3">
        <SearchField label="Search users" value={q} onSearch={setQ} />
      </div>
      <DataTable
        label="Users"
        columns={columns}
        items={users.items}
        keyOf={({ id }) => id}
        total={users.total}
        isPending={users.isPending}
        readMore={readMore}
        empty={<EmptyState>No matching users</EmptyState>}
      />
      {open?.what === 'disable' && (
        <ConfirmDialog
          title="Disable account?"
          action="Disable account"
          onClose={close}
          run={() => change(open.user, { disabled: true })}
        >
          <p>
            <bdi className="font-medium">{open.user.name}</bdi> is signed out everywhere and can't sign in again, and
            their agents lose access. Their data stays, but their short links, photos and shared links stop working
            until you enable the account.
          </p>
        </ConfirmDialog>
      )}
      {open?.what === 'password' && <PasswordLinkDialog user={open.user} onClose={close} />}
    </>
  );
}

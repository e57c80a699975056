import { useCallback, useState } from 'react';
import { useFilter } from '../address/use-filter.js';
import { describeError } from '../api/api-error.js';
import type { Item } from '../api/operations.js';
import { versionAfterOwnChanges } from '../api/own-changes.js';
import { useChange, useList } from '../api/queries.js';
import { useSignedIn } from '../shell/account.js';
import { Button, buttonClass } from '../ui/button.js';
import { Chip } from '../ui/chip.js';
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.js';
import { SearchField } from '../ui/fields/search-field.js';
import { Menu } from '../ui/menu.js';
import type { MenuItem } from '../ui/menu-popup.js';
import { ShortTime } from '../ui/short-time.js';
import type { Column } from '../ui/tables/column.js';
import { ListTable } from '../ui/tables/list-table.js';
import { RowIcon } from '../ui/tables/row-icon.js';
import { showError, showToast } from '../ui/toasts.js';
import { NewUserDialog } from './new-user-dialog.js';
import { PasswordLinkDialog } from './password-link-dialog.js';

type User = Item<'admin.list_users'>;
type Open = { readonly what: 'disable' | 'password' | 'role'; readonly user: User } | { readonly what: 'new' };

/** Every account: its role, whether it may sign in, a link for a new password, and new accounts. */
export function UserTable() {
  const [{ q }, setFilter] = useFilter('/admin');
  const search = useCallback((text: string | undefined) => setFilter({ q: text }), [setFilter]);
  const [open, setOpen] = useState<Open>();
  const users = useList('admin.list_users', q === undefined ? {} : { q });
  const change = useUserChange();
  const columns = useUserColumns((user) => menuOf(user, change, setOpen));
  const close = (): void => setOpen(undefined);
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <SearchField label="Search users" value={q} onSearch={search} />
        <Button kind="primary" onClick={() => setOpen({ what: 'new' })}>
          New user
        </Button>
      </div>
      <ListTable label="Users" list={users} columns={columns} keyOf={({ id }) => id} empty="No matching users" />
      {open?.what === 'disable' && (
        <DisableDialog user={open.user} disable={() => change(open.user, { disabled: true })} onClose={close} />
      )}
      {open?.what === 'role' && (
        <RoleDialog user={open.user} changeTo={(role) => change(open.user, { role })} onClose={close} />
      )}
      {open?.what === 'new' && (
        <NewUserDialog onCreated={(user) => setOpen({ what: 'password', user })} onClose={close} />
      )}
      {open?.what === 'password' && <PasswordLinkDialog user={open.user} onClose={close} />}
    </>
  );
}

type Change = (user: User, changes: { readonly role?: User['role']; readonly disabled?: boolean }) => Promise<unknown>;

function useUserChange(): Change {
  const updating = useChange('admin.update_user');
  return ({ id, version }, changes) =>
    updating.mutateAsync({ input: { userId: id, ...changes }, version: versionAfterOwnChanges(id, version) });
}

function menuOf(user: User, change: Change, open: (opened: Open) => void): readonly MenuItem[] {
  const enable = (): void => {
    change(user, { disabled: false }).then(
      () => showToast('Account enabled'),
      (error: unknown) => showError(describeError(error)),
    );
  };
  return [
    {
      label: user.role === 'admin' ? 'Remove administrator…' : 'Make administrator…',
      run: () => open({ what: 'role', user }),
    },
    ...(user.disabledAt === null
      ? [
          { label: 'Password link…', run: () => open({ what: 'password', user }) },
          { label: 'Disable…', run: () => open({ what: 'disable', user }), isDangerous: true },
        ]
      : [{ label: 'Enable', run: enable }]),
  ];
}

function useUserColumns(itemsOf: (user: User) => readonly MenuItem[]): readonly Column<User>[] {
  const { user: self } = useSignedIn();
  return [
    {
      id: 'name',
      title: 'Name',
      width: 'minmax(8rem,1fr)',
      cell: ({ name, disabledAt }) => (
        <span className="flex min-w-0 items-baseline gap-2">
          <bdi className="truncate font-medium">{name}</bdi>
          {disabledAt !== null && <Chip tone="bad">Disabled</Chip>}
        </span>
      ),
    },
    {
      id: 'email',
      title: 'Email',
      isLong: true,
      width: 'minmax(10rem,1.5fr)',
      cell: ({ email }) => (
        <span className="block truncate">
          <bdi>{email}</bdi>
        </span>
      ),
    },
    { id: 'role', title: 'Role', width: '7rem', cell: ({ role }) => (role === 'admin' ? 'Administrator' : 'User') },
    {
      id: 'since',
      title: 'Since',
      width: '12rem',
      isDate: true,
      cell: ({ createdAt }) => <ShortTime at={createdAt} />,
    },
    {
      id: 'more',
      title: '',
      isCorner: true,
      width: '2.5rem',
      cell: (user) =>
        user.id !== self.id && (
          <Menu label={`More for ${user.name}`} className={buttonClass('quiet', 'px-2')} items={itemsOf(user)}>
            <RowIcon name="more" />
          </Menu>
        ),
    },
  ];
}

interface DisableDialogProps {
  readonly user: User;
  readonly disable: () => Promise<unknown>;
  readonly onClose: () => void;
}

function DisableDialog({ user: { name }, disable, onClose }: DisableDialogProps) {
  return (
    <ConfirmDialog title="Disable account?" action="Disable account" onClose={onClose} run={disable}>
      <p>
        <bdi className="font-medium">{name}</bdi> is signed out everywhere and can't sign in again, and their agents
        lose access. Their data stays, but their short links, photos and shared links stop working until you enable the
        account.
      </p>
    </ConfirmDialog>
  );
}

interface RoleDialogProps {
  readonly user: User;
  readonly changeTo: (role: User['role']) => Promise<unknown>;
  readonly onClose: () => void;
}

function RoleDialog({ user: { name, role }, changeTo, onClose }: RoleDialogProps) {
  const isAdmin = role === 'admin';
  return (
    <ConfirmDialog
      title={isAdmin ? 'Remove administrator?' : 'Make administrator?'}
      action={isAdmin ? 'Remove administrator' : 'Make administrator'}
      onClose={onClose}
      run={() => changeTo(isAdmin ? 'user' : 'admin')}
    >
      <p>
        <bdi className="font-medium">{name}</bdi>{' '}
        {isAdmin
          ? 'can no longer open Administration. Their own records stay.'
          : 'can manage every account, change system settings, and make or remove administrators.'}
      </p>
    </ConfirmDialog>
  );
}

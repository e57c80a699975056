import { Link } from '@tanstack/react-router';
import { Download, Plus, Upload } from 'lucide-react';
import { type ReactNode, Suspense, useCallback, useMemo, useState } from 'react';
import { Locked } from '../access/locked.js';
import { useFilter } from '../address/use-filter.js';
import { useSetFilters } from '../address/use-set-filters.js';
import { downloadUrl } from '../api/call.js';
import { useChange, useList } from '../api/queries.js';
import { BULK_MAX, chosenIds } from '../bulk/chosen-ids.js';
import { LazyBulkBar } from '../bulk/lazy-bulk-bar.js';
import { SavedViews } from '../saved-views/saved-views.js';
import { useFormats, useSignedIn } from '../shell/account.js';
import { useNewRecord } from '../shell/new-record.js';
import { usePeople } from '../shell/people.js';
import { Button, buttonClass } from '../ui/button.js';
import { Chip, ToggleChip } from '../ui/chip.js';
import { Dialog } from '../ui/dialogs/dialog.js';
import { SearchField } from '../ui/fields/search-field.js';
import { FilterBar } from '../ui/filter-bar.js';
import { Page } from '../ui/page.js';
import { PageHead } from '../ui/page-head.js';
import type { Column } from '../ui/tables/column.js';
import { ListTable } from '../ui/tables/list-table.js';
import { useSelection } from '../ui/tables/selection.js';
import { SortSelect } from '../ui/tables/sort-select.js';
import type { Sorting } from '../ui/tables/sorting.js';
import { charactersOfMoney } from '../ui/tables/table-layout.js';
import { showToast } from '../ui/toasts.js';
import { type AddressBook, type Contact, handleText, platformName } from './address-books.js';
import { VISIBILITIES } from './contact-filter.js';
import { ContactForm } from './contact-form.js';
import { ContactLink } from './contact-link.js';

/** All contacts, or influencers, that the user sees. */
export function ContactList({ book }: { readonly book: AddressBook }) {
  const formats = useFormats();
  const [isAdding, setAdding] = useState(false);
  useNewRecord(book.path, book.newLabel, () => setAdding(true));
  const [filter, setFilter] = useFilter(book.path);
  const { sort, ...asked } = filter;
  const isFiltered = Object.keys(asked).length > 0;
  const list = useList(`${book.family}.list`, { scope: 'mine-and-shared', ...filter });
  const columns = useColumns(book);
  const sorting: Sorting = { sort, onSort: (sort) => setFilter({ sort }) };
  const selection = useSelection(BULK_MAX);
  const chosen = chosenIds(list.items, selection);
  return (
    <Page width="list">
      <PageHead
        title={book.title}
        about={
          list.total === undefined ? '' : `${formats.count(list.total)} ${list.total === 1 ? book.one : book.family}`
        }
        actions={<ListActions book={book} onAdd={() => setAdding(true)} />}
      />
      <Filters book={book} order={<SortSelect fields={columns} sorting={sorting} />} />
      <ListTable
        label={book.title}
        list={list}
        columns={columns}
        keyOf={({ id }) => id}
        sorting={sorting}
        opensRows
        selection={selection}
        canSelect={({ access }) => access.canEdit}
        empty={book.none}
        emptyAction={
          <Button kind="primary" onClick={() => setAdding(true)}>
            {book.newLabel}
          </Button>
        }
        noMatch={isFiltered && `No matching ${book.family}`}
      />
      {chosen.length > 0 && (
        <Suspense>
          <LazyBulkBar
            name={`${book.family}.bulk_change`}
            nouns={[book.one, book.family]}
            ids={chosen}
            selection={selection}
            only={list.items.find(({ id }) => id === chosen[0])?.name}
            takesAlong={[
              `Deals stay, without this ${book.one}; its shared links end.`,
              `Deals stay, without these ${book.family}; their shared links end.`,
            ]}
          />
        </Suspense>
      )}
      {isAdding && <NewContactDialog book={book} onClose={() => setAdding(false)} />}
    </Page>
  );
}

function ListActions({ book, onAdd }: { readonly book: AddressBook; readonly onAdd: () => void }) {
  return (
    <>
      <Link to={book.importPath} className={buttonClass()}>
        <Upload size={15} aria-hidden /> Import
      </Link>
      <a
        href={downloadUrl(`${book.family}.export`, {})}
        download
        className={buttonClass()}
        title="Your own records as CSV"
      >
        <Download size={15} aria-hidden /> Export
      </a>
      <Button kind="primary" onClick={onAdd} title="Press n">
        <Plus size={15} aria-hidden /> {book.newLabel}
      </Button>
    </>
  );
}

function Filters({ book, order }: { readonly book: AddressBook; readonly order: ReactNode }) {
  const [{ q, visibility = 'all' }, setFilter] = useFilter(book.path);
  const search = useCallback((text: string | undefined) => setFilter({ q: text }), [setFilter]);
  return (
    <FilterBar
      search={<SearchField label={`Search ${book.family}`} value={q} onSearch={search} />}
      order={order}
      aside={<SavedViews path={book.path} />}
      {...useSetFilters(book.path)}
    >
      <div role="group" aria-label="Whose" className="flex flex-wrap gap-1.5">
        {VISIBILITIES.map(([value, label]) => (
          <ToggleChip
            key={value}
            isOn={value === visibility}
            onToggle={() => setFilter({ visibility: value === 'all' ? undefined : value })}
          >
            {label}
          </ToggleChip>
        ))}
      </div>
    </FilterBar>
  );
}

const COMPANY: Column<Contact> = {
  id: 'company',
  title: 'Company',
  sort: 'company',
  isLong: true,
  width: 'minmax(7rem,1.5fr)',
  dropsOut: 3,
  cell: ({ company }) => <Text>{company}</Text>,
};

/** Names of influencers' fields. */
const ACCOUNTS: Column<Contact> = {
  id: 'accounts',
  title: 'Accounts',
  isLong: true,
  width: 'minmax(8rem,2fr)',
  cell: ({ handles }) => (
    <Text>
      {handles.length === 0
        ? null
        : handles.map(({ platform, handle }) => `${platformName(platform)} ${handleText(handle)}`).join(', ')}
    </Text>
  ),
};

function useColumns(book: AddressBook): readonly Column<Contact>[] {
  const formats = useFormats();
  const { user } = useSignedIn();
  const { nameOf } = usePeople();
  return useMemo(() => {
    const ownersOf = ({ ownerId, mutualOwners }: Contact): string =>
      [nameOf(ownerId), ...mutualOwners.map(({ userId, name }) => (userId === user.id ? 'you' : name))].join(' and ');
    return [
      {
        id: 'name',
        title: 'Name',
        sort: 'name',
        width: 'minmax(14rem,3fr)',
        cell: (contact) => (
          <span className="flex items-center gap-x-2 gap-y-1 max-sm:flex-wrap">
            <ContactLink book={book} contact={contact} />
            {contact.tags.slice(0, 3).map((tag) => (
              <Chip key={tag}>
                <bdi>{tag}</bdi>
              </Chip>
            ))}
          </span>
        ),
      },
      book.kind === 'influencer' ? ACCOUNTS : COMPANY,
      {
        id: 'email',
        title: 'Email',
        sort: 'email',
        isLong: true,
        width: 'minmax(9rem,2.5fr)',
        dropsOut: 2,
        cell: ({ email }) => <Text>{email}</Text>,
      },
      {
        id: 'revenue',
        title: 'Revenue',
        width: '11rem',
        characters: ({ revenue }) => charactersOfMoney(revenue),
        isNumeric: true,
        cell: ({ revenue, currency, access }) => {
          if (access.redacted.includes('revenue')) return <Locked />;
          return revenue === null ? <Text>{null}</Text> : formats.money(revenue, currency);
        },
      },
      {
        id: 'owner',
        title: 'Owner',
        width: '14rem',
        characters: (contact) => ownersOf(contact).length,
        dropsOut: 1,
        cell: (contact) => <Text>{ownersOf(contact)}</Text>,
      },
    ];
  }, [book, formats, nameOf, user.id]);
}

/** A text that others write, or a dash for none. */
function Text({ children }: { readonly children: string | null }) {
  if (children === null) return <span className="text-soft">–</span>;
  return (
    <bdi
      className="block truncate max-sm:inline max-sm:[overflow-wrap:anywhere] max-sm:whitespace-normal"
      title={children}
    >
      {children}
    </bdi>
  );
}

function NewContactDialog({ book, onClose }: { readonly book: AddressBook; readonly onClose: () => void }) {
  const create = useChange(`${book.family}.create`);
  return (
    <Dialog title={book.newLabel} isOpen onClose={onClose} isWide>
      <ContactForm
        book={book}
        onClose={onClose}
        subject={{
          send: async (input) => {
            const { name } = await create.mutateAsync({ input });
            showToast(`Created ${name}.`);
          },
        }}
      />
    </Dialog>
  );
}

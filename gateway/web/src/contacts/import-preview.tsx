import type { Item, Output } from '../api/operations.js';
import { useFormats } from '../shell/account.js';
import { Chip, type Tone } from '../ui/chip.js';
import { EmptyState } from '../ui/empty-state.js';
import type { Column } from '../ui/tables/column.js';
import { DataTable } from '../ui/tables/data-table.js';
import { handleText } from './address-books.js';

type Planned = Output<'contacts.import'>;
type Row = Item<'contacts.import'>;

const MATCHED = { email: 'email', phone: 'phone', handle: 'account', name: 'name' } as const;

/** The effect of an import: the totals, and the first rows. */
export function ImportPreview({ planned: { summary, items } }: { readonly planned: Planned }) {
  const { count } = useFormats();
  const columns = useColumns();
  return (
    <>
      <dl className="flex flex-wrap gap-x-8 gap-y-2" aria-live="polite">
        <Figure name="to add" value={count(summary.toCreate)} />
        <Figure name="to fill in" value={count(summary.toUpdate)} />
        <Figure name="already there" value={count(summary.duplicates)} />
        <Figure name="invalid" value={count(summary.invalid)} />
      </dl>
      {summary.rows > items.length && (
        <p className="text-soft">
          The first {count(items.length)} of {count(summary.rows)} rows:
        </p>
      )}
      <DataTable
        label="Rows of the file"
        columns={columns}
        items={items}
        keyOf={({ row }) => String(row)}
        total={items.length}
        isPending={false}
        readMore={() => undefined}
        empty={<EmptyState>The file has no rows below the header.</EmptyState>}
      />
    </>
  );
}

function Figure({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div className="flex items-baseline gap-1.5">
      <dt className="order-2 text-soft">{name}</dt>
      <dd className="text-xl font-semibold tabular-nums">{value}</dd>
    </div>
  );
}

const OUTCOMES: Readonly<Record<Row['action'], { readonly tone: Tone; readonly text: string }>> = {
  create: { tone: 'good', text: 'Add' },
  match: { tone: 'plain', text: 'Already there' },
  invalid: { tone: 'bad', text: 'Invalid' },
};

/** How a row was matched, and in which source. */
function matchOf({ action, contactId, matchedOn }: Row): string | undefined {
  if (action !== 'match' || matchedOn === null) return undefined;
  // A record that a row will create has no id yet.
  return `same ${MATCHED[matchedOn]}${contactId === null ? ' as a row above' : ''}`;
}

/** The API's message for users: they choose the decimal separator above the rows, instead of setting a field of the API. */
function forPeople(message: string): string {
  return message.replace(
    / (?:Say which in|If these are thousands, set) `decimalSign`.*$/,
    ' Choose the decimal separator above.',
  );
}

function useColumns(): readonly Column<Row>[] {
  const formats = useFormats();
  const text = (value: string | null) => value && <bdi className="[overflow-wrap:anywhere]">{value}</bdi>;
  return [
    { id: 'row', title: 'Row', width: '3rem', isNumeric: true, cell: ({ row }) => formats.count(row) },
    {
      id: 'outcome',
      title: 'Result',
      width: 'minmax(9rem,1.2fr)',
      cell: (row) => {
        const { tone, text: said } = OUTCOMES[row.action];
        return (
          <>
            <Chip tone={tone}>{said}</Chip> <span className="text-soft">{matchOf(row)}</span>
          </>
        );
      },
    },
    {
      id: 'name',
      title: 'Name',
      width: 'minmax(0,1.5fr)',
      cell: ({ name, company }) => (
        <>
          {text(name)}
          {company !== null && company !== name && <span className="block text-soft">{text(company)}</span>}
        </>
      ),
    },
    {
      id: 'reach',
      title: 'Contact details',
      width: 'minmax(0,2fr)',
      cell: ({ email, phone, handles }) =>
        text([email, phone, ...handles.map(({ handle }) => handleText(handle))].filter(Boolean).join(', ')),
    },
    {
      id: 'revenue',
      title: 'Revenue',
      width: '7rem',
      isNumeric: true,
      cell: ({ revenue, currency }) =>
        revenue === null || currency === null ? null : formats.money(revenue, currency),
    },
    {
      id: 'problems',
      title: 'Problems',
      width: 'minmax(0,1.5fr)',
      cell: ({ messages }) =>
        messages.length > 0 && <span className="text-bad">{messages.map(forPeople).join(' ')}</span>,
    },
  ];
}

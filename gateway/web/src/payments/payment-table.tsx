import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { Money } from '../deals/money.js';
import { useFormats, useToday } from '../shell/account.js';
import { useUndoableDeletion } from '../shell/undoable-deletion.js';
import { Button, buttonClass } from '../ui/button.js';
import { Chip } from '../ui/chip.js';
import { useIsCards } from '../ui/media.js';
import { Menu } from '../ui/menu.js';
import { type Column, NO_VALUE } from '../ui/tables/column.js';
import { ListTable, type ListTableProps } from '../ui/tables/list-table.js';
import { RowIcon } from '../ui/tables/row-icon.js';
import { charactersOfMoney } from '../ui/tables/table-layout.js';
import { isOpen } from './is-open.js';
import { type Payment, PAYMENT_STATUS_NAMES } from './payment-texts.js';
import { PAYMENT_TONES } from './payment-tones.js';
import { useMarkPaid } from './use-mark-paid.js';

// Loaded lazily, because most visits change none.
const PaymentForm = lazy(async () => ({ default: (await import('./payment-form.js')).PaymentForm }));

type OfList = 'list' | 'empty' | 'emptyAction' | 'noMatch' | 'sorting' | 'groupOf' | 'selection' | 'opensRows';

interface PaymentTableProps<Each extends Payment> extends Pick<ListTableProps<Each>, OfList> {
  readonly canEdit: (payment: Each) => boolean;
  /** Shows the deals, when there are several. */
  readonly dealOf?: (payment: Each) => { readonly id: string; readonly name: string };
}

/** Payments in the order of their list; `p` marks the focused one as paid. */
export function PaymentTable<Each extends Payment>({ list, canEdit, dealOf, ...rest }: PaymentTableProps<Each>) {
  const [editedId, setEditedId] = useState<string>();
  const pay = useMarkPaid();
  const markPaid = (payment: Each): void => {
    if (canEdit(payment)) pay(payment);
  };
  const { money } = useFormats();
  const deletePayment = useUndoableDeletion('payments.delete');
  const remove = ({ id, dealId, version, amount, currency }: Each): void =>
    deletePayment({
      id,
      what: `the payment of ${money(amount, currency)}`,
      input: { dealId, paymentId: id },
      version,
    });
  const edited = list.items.find(({ id }) => id === editedId);
  const columns: Column<Each>[] = [
    ...(dealOf ? [dealColumn(dealOf)] : []),
    ...usePaymentColumns(),
    {
      id: 'paid',
      title: '',
      width: '8rem',
      dropsOut: 2,
      cell: (payment) =>
        canEdit(payment) &&
        isOpen(payment) && (
          <Button kind="quiet" onClick={() => markPaid(payment)} title="Press p">
            Mark as paid
          </Button>
        ),
    },
    {
      id: 'more',
      title: '',
      isCorner: true,
      width: '2.5rem',
      cell: (payment) =>
        canEdit(payment) && (
          <PaymentMenu
            payment={payment}
            onPaid={() => markPaid(payment)}
            onEdit={() => setEditedId(payment.id)}
            onDelete={() => remove(payment)}
          />
        ),
    },
  ];
  return (
    <>
      <ListTable
        label="Payments"
        list={list}
        columns={columns}
        keyOf={({ id }) => id}
        rowKeys={{ p: { about: 'Mark payment as paid', run: markPaid } }}
        {...rest}
      />
      {edited && (
        <Suspense>
          <PaymentForm
            deal={{ id: edited.dealId, currency: edited.currency }}
            payment={edited}
            onClose={() => setEditedId(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}

function dealColumn<Each extends Payment>(
  dealOf: (payment: Each) => { readonly id: string; readonly name: string },
): Column<Each> {
  return {
    id: 'deal',
    title: 'Deal',
    width: 'minmax(12rem,3fr)',
    cell: (payment) => (
      <Link
        to="/deals/$dealId"
        params={{ dealId: payment.dealId }}
        search={{ tab: 'money' }}
        dir="auto"
        className="block truncate text-left font-medium hover:underline"
      >
        {dealOf(payment).name}
      </Link>
    ),
  };
}

const OVERDUE = <Chip tone="warn">Overdue</Chip>;

/** The columns of a payment's data, without those of its actions. */
export function usePaymentColumns(): readonly Column<Payment>[] {
  const { shortDay } = useFormats();
  const today = useToday();
  const isCard = useIsCards();
  return [
    {
      id: 'amount',
      title: 'Amount',
      sort: 'amount',
      isEvident: true,
      width: '16rem',
      characters: ({ amount, direction }) => charactersOfMoney(amount) + (direction === 'outgoing' ? 9 : 0),
      isNumeric: true,
      cell: ({ amount, currency, direction }) => (
        <span className="font-medium">
          {direction === 'outgoing' && <span className="font-normal text-soft">Outgoing </span>}
          <Money amount={amount} currency={currency} />
        </span>
      ),
    },
    {
      id: 'status',
      title: 'Status',
      sort: 'status',
      width: '11rem',
      dropsOut: 4,
      characters: ({ overdue }) => (overdue ? 16.5 : 9.5),
      cell: ({ status, overdue }) => (
        <span className="flex min-w-0 flex-wrap gap-1">
          <Chip tone={PAYMENT_TONES[status]}>{PAYMENT_STATUS_NAMES[status]}</Chip>
          {overdue && !isCard && OVERDUE}
        </span>
      ),
    },
    {
      id: 'due',
      title: 'Due',
      sort: 'dueDate',
      width: '6.75rem',
      dropsOut: 3,
      isDate: true,
      cell: ({ dueDate, overdue }) =>
        dueDate === null ? (
          NO_VALUE
        ) : (
          <>
            <span className={overdue ? 'text-warn' : undefined}>{shortDay(dueDate, today)}</span>
            {overdue && isCard && <span className="ml-1.5">{OVERDUE}</span>}
          </>
        ),
    },
    {
      id: 'reference',
      title: 'Reference',
      isLong: true,
      width: 'minmax(8rem,1fr)',
      dropsOut: 1,
      cell: ({ reference }) =>
        reference === null ? (
          NO_VALUE
        ) : (
          <span className="block sm:truncate">
            <bdi>{reference}</bdi>
          </span>
        ),
    },
  ];
}

interface PaymentMenuProps {
  readonly payment: Payment;
  readonly onPaid: () => void;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}

function PaymentMenu({ payment, onPaid, onEdit, onDelete }: PaymentMenuProps) {
  const { money } = useFormats();
  const { amount, currency } = payment;
  return (
    <Menu
      label={`More for the payment of ${money(amount, currency)}`}
      className={buttonClass('quiet', 'px-2')}
      items={[
        // A narrow table omits the button.
        ...(isOpen(payment) ? [{ label: 'Mark as paid', run: onPaid }] : []),
        { label: 'Edit…', run: onEdit },
        { label: 'Delete', run: onDelete, isDangerous: true },
      ]}
    >
      <RowIcon name="more" />
    </Menu>
  );
}

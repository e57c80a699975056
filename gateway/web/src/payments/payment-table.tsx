import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { describeError } from '../api/api-error.js';
import { useChange } from '../api/queries.js';
import { Money } from '../deals/money.js';
import { useFormats, useToday } from '../shell/account.js';
import { useUndoableDeletion } from '../shell/undoable-deletion.js';
import { Button, buttonClass } from '../ui/button.js';
import { Chip } from '../ui/chip.js';
import type { Column } from '../ui/data-table.js';
import { ListTable, type ListTableProps } from '../ui/list-table.js';
import { Menu } from '../ui/menu.js';
import { RowIcon } from '../ui/row-icon.js';
import { showToast } from '../ui/toasts.js';
import { isOpen } from './is-open.js';
import { PAYMENT_STATUS_NAMES, type Payment } from './payment-texts.js';
import { PAYMENT_TONES } from './payment-tones.js';

// Most visits change none.
const PaymentForm = lazy(async () => ({ default: (await import('./payment-form.js')).PaymentForm }));

type OfList = 'list' | 'empty' | 'noMatch' | 'sorting' | 'selection' | 'opensRows';

interface PaymentTableProps<Each extends Payment> extends Pick<ListTableProps<Each>, OfList> {
  readonly canEdit: (payment: Each) => boolean;
  /** The deal of each, where they are of several. */
  readonly dealOf?: (payment: Each) => { readonly id: string; readonly name: string };
}

/** Payments, newest first unless sorted; `p` marks the one that has the focus as paid. */
export function PaymentTable<Each extends Payment>({ list, canEdit, dealOf, ...rest }: PaymentTableProps<Each>) {
  const [editedId, setEditedId] = useState<string>();
  const updating = useChange('payments.update');
  const markPaid = (payment: Each): void => {
    if (!canEdit(payment) || !isOpen(payment)) return;
    updating
      .mutateAsync({
        input: { dealId: payment.dealId, paymentId: payment.id, status: 'paid' },
        version: payment.version,
      })
      .catch((error: unknown) => showToast(describeError(error)));
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
      id: 'more',
      title: '',
      width: '10.5rem',
      cell: (payment) =>
        canEdit(payment) && (
          <PaymentActions
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
    width: 'minmax(9rem,1.5fr)',
    cell: (payment) => (
      <Link
        to="/deals/$dealId"
        params={{ dealId: payment.dealId }}
        search={{ tab: 'money' }}
        className="block truncate font-medium hover:underline"
      >
        <bdi>{dealOf(payment).name}</bdi>
      </Link>
    ),
  };
}

function usePaymentColumns(): readonly Column<Payment>[] {
  const { shortDay } = useFormats();
  const today = useToday();
  return [
    {
      id: 'amount',
      title: 'Amount',
      sort: 'amount',
      width: 'minmax(9rem,1fr)',
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
      width: '10rem',
      cell: ({ status, overdue }) => (
        <span className="flex min-w-0 flex-wrap gap-1">
          <Chip tone={PAYMENT_TONES[status]}>{PAYMENT_STATUS_NAMES[status]}</Chip>
          {overdue && <Chip tone="warn">Overdue</Chip>}
        </span>
      ),
    },
    {
      id: 'due',
      title: 'Due',
      sort: 'dueDate',
      width: '6.5rem',
      isNumeric: true,
      cell: ({ dueDate }) => (dueDate === null ? '–' : shortDay(dueDate, today)),
    },
    {
      id: 'reference',
      title: 'Reference',
      width: 'minmax(6rem,1fr)',
      cell: ({ reference }) => <bdi className="block truncate">{reference ?? '–'}</bdi>,
    },
  ];
}

interface PaymentActionsProps {
  readonly payment: Payment;
  readonly onPaid: () => void;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}

function PaymentActions({ payment, onPaid, onEdit, onDelete }: PaymentActionsProps) {
  const { money } = useFormats();
  const { amount, currency } = payment;
  return (
    <span className="flex justify-end gap-1">
      {isOpen(payment) && (
        <Button kind="quiet" onClick={onPaid} title="Press p">
          Mark as paid
        </Button>
      )}
      <Menu
        label={`More for the payment of ${money(amount, currency)}`}
        className={buttonClass('quiet', 'px-2')}
        items={[
          { label: 'Edit…', run: onEdit },
          { label: 'Delete', run: onDelete, isDangerous: true },
        ]}
      >
        <RowIcon name="more" />
      </Menu>
    </span>
  );
}

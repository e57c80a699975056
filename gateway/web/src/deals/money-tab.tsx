import { Ellipsis } from 'lucide-react';
import { useCallback, useState } from 'react';
import { describeError } from '../api/api-error.js';
import type { Item } from '../api/operations.js';
import { useChange, useList } from '../api/queries.js';
import { useFormats, useToday } from '../shell/account.js';
import { Button, buttonClass } from '../ui/button.js';
import { Chip, type Tone } from '../ui/chip.js';
import { ConfirmDialog } from '../ui/confirm-dialog.js';
import { DataTable, type Column } from '../ui/data-table.js';
import { EmptyState } from '../ui/empty-state.js';
import { Menu } from '../ui/menu.js';
import { PageError } from '../ui/page-error.js';
import { showToast } from '../ui/toasts.js';
import { AskForAccess } from './ask-for-access.js';
import type { Deal } from './deal-texts.js';
import { Money } from './money.js';
import { PAYMENT_STATUS_NAMES, PaymentForm } from './payment-form.js';

type Payment = Item<'payments.list'>;

const TONES: Readonly<Record<Payment['status'], Tone>> = {
  expected: 'plain',
  invoiced: 'accent',
  paid: 'good',
  cancelled: 'bad',
};

/** The payments of a deal; whoever does not see its amounts may ask for them. */
export function MoneyTab({ deal }: { readonly deal: Deal }) {
  if (deal.access.redacted.includes('price')) return <AskForAccess deal={deal} />;
  return <Payments deal={deal} />;
}

function Payments({ deal }: { readonly deal: Deal }) {
  const { shortDay } = useFormats();
  const today = useToday();
  const [open, setOpen] = useState<{ readonly what: 'form' | 'delete'; readonly payment?: Payment }>();
  const payments = useList('payments.list', { dealId: deal.id });
  const deleting = useChange('payments.delete');
  const updating = useChange('payments.update');
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = payments;
  const readMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  const markPaid = ({ id, version }: Payment): void => {
    updating
      .mutateAsync({ input: { dealId: deal.id, paymentId: id, status: 'paid' }, version })
      .catch((error: unknown) => showToast(describeError(error)));
  };
  const close = (): void => setOpen(undefined);
  const { canEdit } = deal.access;
  const columns: Column<Payment>[] = [
    {
      id: 'amount',
      title: 'Amount',
      width: 'minmax(8rem,1fr)',
      cell: ({ amount, currency, direction }) => (
        <span className="font-medium">
          <Money amount={amount} currency={currency} />
          {direction === 'outgoing' && <span className="font-normal text-soft"> outgoing</span>}
        </span>
      ),
    },
    {
      id: 'status',
      title: 'Status',
      width: '10rem',
      cell: ({ status, overdue }) => (
        <span className="flex gap-1">
          <Chip tone={TONES[status]}>{PAYMENT_STATUS_NAMES[status]}</Chip>
          {overdue && <Chip tone="warn">overdue</Chip>}
        </span>
      ),
    },
    {
      id: 'due',
      title: 'Due',
      width: '7rem',
      isNumeric: true,
      cell: ({ dueDate }) => (dueDate === null ? '–' : shortDay(dueDate, today)),
    },
    {
      id: 'reference',
      title: 'Reference',
      width: 'minmax(6rem,1fr)',
      cell: ({ reference }) => <bdi className="block truncate">{reference ?? '–'}</bdi>,
    },
    {
      id: 'more',
      title: '',
      width: '7.5rem',
      cell: (payment) =>
        canEdit && (
          <span className="flex justify-end gap-1">
            {(payment.status === 'expected' || payment.status === 'invoiced') && (
              <Button kind="quiet" onClick={() => markPaid(payment)}>
                Paid
              </Button>
            )}
            <Menu
              label="More for this payment"
              className={buttonClass('quiet', 'px-2')}
              items={[
                { label: 'Edit…', run: () => setOpen({ what: 'form', payment }) },
                { label: 'Delete…', run: () => setOpen({ what: 'delete', payment }), isDangerous: true },
              ]}
            >
              <Ellipsis size={16} aria-hidden />
            </Menu>
          </span>
        ),
    },
  ];
  if (payments.isError) return <PageError error={payments.error} />;
  return (
    <>
      {canEdit && (
        <div className="mb-3 flex justify-end">
          <Button onClick={() => setOpen({ what: 'form' })}>Add a payment</Button>
        </div>
      )}
      <DataTable
        label="Payments"
        columns={columns}
        items={payments.items}
        keyOf={({ id }) => id}
        total={payments.total}
        isPending={payments.isPending}
        readMore={readMore}
        empty={<EmptyState>What the deal brings and costs comes here.</EmptyState>}
      />
      {open?.what === 'form' && (
        <PaymentForm deal={deal} {...(open.payment && { payment: open.payment })} onClose={close} />
      )}
      {open?.what === 'delete' && open.payment && (
        <ConfirmDialog
          title="Delete the payment?"
          action="Delete the payment"
          onClose={close}
          run={() =>
            deleting.mutateAsync({
              input: { dealId: deal.id, paymentId: open.payment?.id ?? '' },
              version: open.payment?.version,
            })
          }
        >
          <p>This cannot be taken back.</p>
        </ConfirmDialog>
      )}
    </>
  );
}

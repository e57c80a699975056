import { Link } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { Output } from '../../api/operations.js';
import { isOpen } from '../../payments/is-open.js';
import { type Payment, PAYMENT_STATUS_NAMES } from '../../payments/payment-texts.js';
import { PAYMENT_TONES } from '../../payments/payment-tones.js';
import { useMarkPaid } from '../../payments/use-mark-paid.js';
import { useFormats, useToday } from '../../shell/account.js';
import { usePeople } from '../../shell/people.js';
import { Button } from '../../ui/button.js';
import { Chip } from '../../ui/chip.js';
import { TEXT_LINK } from '../../ui/text-link.js';
import type { Deal } from '../deal-texts.js';
import { Money } from '../money.js';
import { openSums } from './open-sums.js';
import { OVERVIEW_LIST, OverviewSection } from './overview-section.js';

const PaymentForm = lazy(async () => ({ default: (await import('../../payments/payment-form.js')).PaymentForm }));

const SHOWN = 4;

interface DealPaymentsProps {
  readonly deal: Deal;
  /** Undefined when the amounts are hidden, or not loaded. */
  readonly payments: Output<'payments.list'> | undefined;
}

/** The open sums of a deal, and its payments, open ones first. */
export function DealPayments({ deal, payments }: DealPaymentsProps) {
  const { count } = useFormats();
  const { nameOf } = usePeople();
  const [isAdding, setAdding] = useState(false);
  const { items = [], total = 0 } = payments ?? {};
  const isHidden = deal.access.redacted.includes('price');
  const shown = [...items.filter(isOpen), ...items.filter((payment) => !isOpen(payment))].slice(0, SHOWN);
  return (
    <OverviewSection
      title="Payments"
      about={isHidden ? `Hidden by ${nameOf(deal.ownerId)}` : total === 0 ? 'None yet' : undefined}
      action={
        isHidden ? (
          <MoneyLink deal={deal}>Request access</MoneyLink>
        ) : (
          deal.access.canEdit && <Button onClick={() => setAdding(true)}>Add payment</Button>
        )
      }
    >
      {shown.length > 0 && <OpenText payments={items} />}
      {shown.length > 0 && (
        <ul className={OVERVIEW_LIST}>
          {shown.map((payment) => (
            <PaymentLine key={payment.id} payment={payment} canEdit={deal.access.canEdit} />
          ))}
        </ul>
      )}
      {total > shown.length && (
        <p className="mt-2">
          <MoneyLink deal={deal}>All {count(total)} payments</MoneyLink>
        </p>
      )}
      {isAdding && (
        <Suspense>
          <PaymentForm deal={deal} onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </OverviewSection>
  );
}

function MoneyLink({ deal, children }: { readonly deal: Deal; readonly children: ReactNode }) {
  return (
    <Link to="/deals/$dealId" params={{ dealId: deal.id }} search={{ tab: 'money' }} className={TEXT_LINK}>
      {children}
    </Link>
  );
}

/** "$850.00 · €200.00 open · $50.00 outgoing". */
function OpenText({ payments }: { readonly payments: readonly Payment[] }) {
  const { money } = useFormats();
  const sumsOf = (direction: Payment['direction'], word: string): readonly string[] => {
    const sums = openSums(payments, direction).map(({ currency, amount }) => money(amount, currency));
    return sums.length === 0 ? [] : [`${sums.join(' · ')} ${word}`];
  };
  const text = [...sumsOf('incoming', 'open'), ...sumsOf('outgoing', 'outgoing')].join(' · ');
  return <p className="mb-1.5 text-soft [overflow-wrap:anywhere]">{text === '' ? 'Nothing open' : text}</p>;
}

interface PaymentLineProps {
  readonly payment: Payment;
  readonly canEdit: boolean;
}

function PaymentLine({ payment, canEdit }: PaymentLineProps) {
  const { shortDay, money } = useFormats();
  const today = useToday();
  const markPaid = useMarkPaid();
  const { amount, currency, direction, status, overdue, dueDate } = payment;
  return (
    <li className="grid min-h-(--row) grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 px-3 py-1">
      <span className="font-medium">
        <Money amount={amount} currency={currency} />
        {direction === 'outgoing' && <span className="font-normal text-soft"> outgoing</span>}
      </span>
      <span className="justify-self-end">
        <Chip tone={PAYMENT_TONES[status]}>{PAYMENT_STATUS_NAMES[status]}</Chip>
      </span>
      {isOpen(payment) && dueDate !== null && (
        <span className={overdue ? 'text-warn' : 'text-soft'}>
          {overdue ? 'overdue since' : 'due'} {shortDay(dueDate, today)}
        </span>
      )}
      {canEdit && isOpen(payment) && (
        <Button kind="quiet" className="col-start-2 -mr-3" onClick={() => markPaid(payment)}>
          Mark as paid<span className="sr-only">: {money(amount, currency)}</span>
        </Button>
      )}
    </li>
  );
}

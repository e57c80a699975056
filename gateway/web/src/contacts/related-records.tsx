import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useShownList } from '../api/hidden-records.js';
import type { Output } from '../api/operations.js';
import { useOperation } from '../api/queries.js';
import { Money } from '../deals/money.js';
import { OVERVIEW_LIST, OverviewSection } from '../deals/overview/overview-section.js';
import { StatusChip } from '../deals/status-chip.js';
import { isOpen } from '../payments/is-open.js';
import { PAYMENT_STATUS_NAMES } from '../payments/payment-texts.js';
import { PAYMENT_TONES } from '../payments/payment-tones.js';
import { useFormats, useToday } from '../shell/account.js';
import { STATUS_NAMES } from '../tasks/task-groups.js';
import { Chip } from '../ui/chip.js';
import { classNames } from '../ui/class-names.js';
import { TEXT_LINK } from '../ui/text-link.js';
import { nameOfVideo } from '../videos/name-of-video.js';
import { PlatformIcon } from '../videos/platform-icon.js';
import { type AddressBook, type Contact, named } from './address-books.js';

type Totals = Output<'payments.list_all'>['totals'][number];

const SHOWN = 10;

interface RelatedRecordsProps {
  readonly book: AddressBook;
  readonly contact: Contact;
}

/** The records of a contact or an influencer: deals, their videos and payments, and tasks; empty kinds are omitted. */
export function RelatedRecords({ book, contact }: RelatedRecordsProps) {
  const person = { ...named(book, contact.id), scope: 'mine-and-shared', limit: SHOWN } as const;
  const deals = useOperation('deals.list', person);
  const videos = useOperation('videos.list', person);
  const payments = useOperation('payments.list_all', person);
  const isContact = book.kind === 'contact';
  const aboutContact = { contactId: contact.id, scope: 'mine-and-shared', limit: SHOWN } as const;
  const tasks = useOperation('tasks.list', aboutContact, { enabled: isContact });
  const shown = {
    deals: useShownList(deals.data),
    videos: useShownList(videos.data),
    payments: useShownList(payments.data),
    tasks: useShownList(tasks.data),
  };
  const all = [deals, videos, payments, ...(isContact ? [tasks] : [])];
  // Rendered together, because parts that load one by one would shift each other.
  if (all.some(({ isPending, failureCount }) => isPending && failureCount === 0)) return null;
  return (
    <div className="mt-6 flex flex-col gap-6">
      {shown.deals && <Deals list={shown.deals} />}
      {shown.videos && <Videos list={shown.videos} />}
      {shown.payments && <Payments list={shown.payments} />}
      {shown.tasks && <Tasks list={shown.tasks} />}
    </div>
  );
}

function Deals({ list }: { readonly list: Output<'deals.list'> }) {
  const { count } = useFormats();
  return (
    <Related title="Deals" list={list} none="None yet">
      {list.items.map(({ id, name, status, price, currency, totalViews, access }) => (
        <Line key={id} link={<DealLink id={id} name={name} />}>
          <Fact width="sm:w-36" className="text-soft">
            {totalViews === 1 ? '1 view' : `${count(totalViews)} views`}
          </Fact>
          <Fact width="sm:w-32">
            {(price !== null || access.redacted.includes('price')) && (
              <Money amount={price} currency={currency} isRedacted={access.redacted.includes('price')} />
            )}
          </Fact>
          <Fact width="sm:w-24">
            <StatusChip status={status} />
          </Fact>
        </Line>
      ))}
    </Related>
  );
}

function Videos({ list }: { readonly list: Output<'videos.list'> }) {
  const { count } = useFormats();
  return (
    <Related title="Videos" list={list}>
      {list.items.map(({ id, title, url, platform, latestValue, deal }) => (
        <Line
          key={id}
          link={
            <span className="flex min-w-0 items-center gap-2">
              <PlatformIcon platform={platform} />
              <a href={url} target="_blank" rel="noreferrer" className="truncate hover:underline">
                <bdi>{nameOfVideo(title, url)}</bdi>
              </a>
            </span>
          }
        >
          <DealLink id={deal.id} name={deal.name} isPlain />
          <Fact width="sm:w-24">{latestValue === null ? '–' : count(latestValue)}</Fact>
        </Line>
      ))}
    </Related>
  );
}

function Payments({ list }: { readonly list: Output<'payments.list_all'> }) {
  const today = useToday();
  const { money, shortDay } = useFormats();
  const sumsOf = (word: string, sumOf: (totals: Totals) => number): readonly string[] => {
    const sums = list.totals.filter((each) => sumOf(each) > 0).map((each) => money(sumOf(each), each.currency));
    return sums.length === 0 ? [] : [`${sums.join(' · ')} ${word}`];
  };
  const open = [
    ...sumsOf('open', ({ expected, invoiced }) => expected + invoiced),
    ...sumsOf('outgoing', ({ outgoingExpected, outgoingInvoiced }) => outgoingExpected + outgoingInvoiced),
  ];
  return (
    <Related title="Payments" list={list} about={open.length === 0 ? undefined : open.join(' · ')}>
      {list.items.map(({ id, amount, currency, direction, status, dueDate, overdue, deal }) => (
        <Line key={id} link={<DealLink id={deal.id} name={deal.name} />}>
          <Fact width="sm:w-44" className={overdue ? 'text-warn' : 'text-soft'}>
            {dueDate !== null &&
              isOpen({ status }) &&
              `${overdue ? 'overdue since' : 'due'} ${shortDay(dueDate, today)}`}
          </Fact>
          <Fact width="sm:w-44">
            {direction === 'outgoing' && <span className="text-soft">outgoing </span>}
            <Money amount={amount} currency={currency} />
          </Fact>
          <Fact width="sm:w-20">
            <Chip tone={PAYMENT_TONES[status]}>{PAYMENT_STATUS_NAMES[status]}</Chip>
          </Fact>
        </Line>
      ))}
    </Related>
  );
}

function Tasks({ list }: { readonly list: Output<'tasks.list'> }) {
  const { shortDay } = useFormats();
  const today = useToday();
  return (
    <Related title="Tasks" list={list}>
      {list.items.map(({ id, title, status, dueDate }) => (
        <Line
          key={id}
          link={
            <Link to="/tasks" search={{ task: id }} className="font-medium hover:underline">
              <bdi>{title}</bdi>
            </Link>
          }
        >
          {dueDate !== null && <span className="text-soft">due {shortDay(dueDate, today)}</span>}
          <Chip>{STATUS_NAMES[status]}</Chip>
        </Line>
      ))}
    </Related>
  );
}

interface RelatedProps {
  readonly title: string;
  readonly list: { readonly items: readonly unknown[]; readonly total: number };
  readonly about?: string | undefined;
  /** Shown when empty; without it an empty part is omitted. */
  readonly none?: string;
  readonly children: ReactNode;
}

function Related({ title, list, about, none, children }: RelatedProps) {
  const { count } = useFormats();
  if (list.total === 0 && none === undefined) return null;
  const { items, total } = list;
  const facts = [total > items.length && `Newest ${items.length} of ${count(total)}`, about, total === 0 && none];
  const text = facts.filter((fact) => typeof fact === 'string').join(' · ');
  return (
    <OverviewSection title={title} about={text === '' ? undefined : text}>
      {items.length > 0 && <ul className={OVERVIEW_LIST}>{children}</ul>}
    </OverviewSection>
  );
}

function Line({ link, children }: { readonly link: ReactNode; readonly children: ReactNode }) {
  return (
    <li className="flex min-h-(--row) flex-wrap items-center gap-x-4 gap-y-1 px-3 py-1.5">
      <span className="min-w-0 grow basis-48 [overflow-wrap:anywhere]">{link}</span>
      <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">{children}</span>
    </li>
  );
}

interface FactProps {
  /** Of its column, where there is room for columns. */
  readonly width: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A fact of a line, below that of the line before. */
function Fact({ width, className, children }: FactProps) {
  return (
    <span className={classNames('tabular-nums empty:max-sm:hidden sm:text-right', width, className)}>{children}</span>
  );
}

function DealLink({ id, name, isPlain }: { readonly id: string; readonly name: string; readonly isPlain?: boolean }) {
  const className = isPlain ? `${TEXT_LINK} [overflow-wrap:anywhere]` : 'font-medium hover:underline';
  return (
    <Link to="/deals/$dealId" params={{ dealId: id }} className={className}>
      <bdi>{name}</bdi>
    </Link>
  );
}

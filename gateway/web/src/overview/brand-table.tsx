import { Link } from '@tanstack/react-router';
import { useFormats, useToday } from '../shell/account.js';
import { type PlainColumn, PlainTable } from '../ui/tables/plain-table.js';
import { type MoneyField, paymentsOf } from './money-lines.js';
import {
  type Days,
  LINK_CLASS,
  type Overview,
  type OverviewPartProps,
  ownOnly,
  Section,
  withShared,
} from './overview-parts.js';

type Brand = Overview['brands'][number];

interface Row extends Omit<Brand, 'brand'> {
  readonly key: string;
  readonly brand: string | null;
  readonly name: string;
}

/** Brands with most new views, each number linked to its list, and all others together. */
export function BrandTable({ overview: { from, to, brands, others }, isShared }: OverviewPartProps) {
  const { count, shortDay } = useFormats();
  const today = useToday();
  const rows: Row[] = brands.map((brand) => ({ ...brand, key: `of ${brand.brand}`, name: brand.brand ?? 'No brand' }));
  if (others) {
    const name = others.brands === 1 ? '1 other brand' : `${count(others.brands)} other brands`;
    rows.push({ ...others, key: 'others', brand: null, name });
  }
  const columns: readonly PlainColumn<Row>[] = [
    { title: 'Brand', cell: (row) => <BrandName row={row} isShared={isShared} /> },
    {
      title: 'Views gained',
      cell: ({ brand, viewsGained }) =>
        brand === null ? (
          count(viewsGained)
        ) : (
          <Link to="/views" search={{ from, to, brand, ...ownOnly(isShared) }} className={LINK_CLASS}>
            {count(viewsGained)}
          </Link>
        ),
    },
    {
      title: 'Deals',
      isMinor: true,
      cell: ({ brand, deals }) =>
        brand === null ? (
          count(deals)
        ) : (
          <Link to="/deals" search={{ brand, ...ownOnly(isShared) }} className={LINK_CLASS}>
            {count(deals)}
          </Link>
        ),
    },
    { title: 'Paid', cell: (row) => <Amounts row={row} field="paid" days={{ from, to }} isShared={isShared} /> },
    {
      title: `Due by ${shortDay(to, today)}`,
      cell: (row) => <Amounts row={row} field="due" days={{ from, to }} isShared={isShared} />,
    },
  ];
  return (
    <div className="min-w-0 lg:col-span-2">
      <Section title="Brands">
        <PlainTable label="Views and money by brand" columns={columns} rows={rows} keyOf={({ key }) => key} />
      </Section>
    </div>
  );
}

function BrandName({ row: { brand, name }, isShared }: { readonly row: Row; readonly isShared: boolean }) {
  if (brand === null) return <span className="text-soft">{name}</span>;
  return (
    <Link to="/deals" search={{ brand, ...ownOnly(isShared) }} className={LINK_CLASS}>
      <bdi>{name}</bdi>
    </Link>
  );
}

interface AmountsProps {
  readonly row: Row;
  readonly field: MoneyField;
  readonly days: Days;
  readonly isShared: boolean;
}

/** Amounts by currency, one below the other. */
function Amounts({ row: { brand, money }, field, days, isShared }: AmountsProps) {
  const formats = useFormats();
  const amounts = money.filter((each) => each[field] > 0);
  if (amounts.length === 0) return '–';
  return amounts.map((each) => (
    <div key={each.currency} className="whitespace-nowrap">
      {brand === null ? (
        formats.money(each[field], each.currency)
      ) : (
        <Link
          to="/payments"
          search={{ ...paymentsOf(field, days), currency: each.currency, brand, ...withShared(isShared) }}
          className={LINK_CLASS}
        >
          {formats.money(each[field], each.currency)}
        </Link>
      )}
    </div>
  ));
}

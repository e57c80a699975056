import { useFormats } from '../shell/account.js';
import { useIsCards } from '../ui/media.js';
import { ScrollRegion } from '../ui/scroll-region.js';
import type { Totals } from './use-payments.js';

const DIRECTIONS = ['Incoming', 'Outgoing'] as const;

/** Each sum, incoming and outgoing. */
const SUMS = [
  { name: 'Expected', of: ({ expected, outgoingExpected }: Totals) => [expected, outgoingExpected] as const },
  { name: 'Invoiced', of: ({ invoiced, outgoingInvoiced }: Totals) => [invoiced, outgoingInvoiced] as const },
  { name: 'Of which overdue', of: ({ overdue, outgoingOverdue }: Totals) => [overdue, outgoingOverdue] as const },
  { name: 'Paid', of: ({ paid, outgoingPaid }: Totals) => [paid, outgoingPaid] as const },
] as const;

interface PaymentSumsProps {
  readonly totals: readonly Totals[];
}

/** Sums of the payments by currency, which are never added up. */
export function PaymentSums({ totals }: PaymentSumsProps) {
  const isPhone = useIsCards();
  if (totals.length === 0) return null;
  if (isPhone) return totals.map((of) => <SumsOfCurrency key={of.currency} totals={of} />);
  return <SumsTable totals={totals} />;
}

/** A line for each currency and direction. */
function SumsTable({ totals }: PaymentSumsProps) {
  const { money } = useFormats();
  return (
    <ScrollRegion label="Sums" className="mb-4 overflow-x-auto">
      <table className="w-full max-w-3xl text-right tabular-nums">
        <thead>
          <tr className="border-b border-line text-[13px] text-soft">
            <th scope="col" className="py-1 pr-4 text-left font-medium">
              Sums
            </th>
            {SUMS.map(({ name }) => (
              <th key={name} scope="col" className="py-1 pl-4 font-medium whitespace-nowrap">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {totals.flatMap((totals) =>
            directionsOf(totals).map((direction) => (
              <tr key={`${totals.currency} ${direction}`} className="border-b border-line">
                <th scope="row" className="py-1.5 pr-4 text-left font-normal whitespace-nowrap">
                  {DIRECTIONS[direction]}, {totals.currency}
                </th>
                {SUMS.map(({ name, of }) => (
                  <td key={name} className="py-1.5 pl-4 whitespace-nowrap">
                    {sumText(of(totals)[direction], (amount) => money(amount, totals.currency))}
                  </td>
                ))}
              </tr>
            )),
          )}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

/** The same on a phone: a table for each currency, with a line for each sum. */
function SumsOfCurrency({ totals }: { readonly totals: Totals }) {
  const { money } = useFormats();
  const directions = directionsOf(totals);
  return (
    <table className="mb-4 w-full text-right text-[13px] tabular-nums">
      <thead>
        <tr className="border-b border-line text-soft">
          <th scope="col" className="py-1 text-left font-medium">
            Sums, {totals.currency}
          </th>
          {directions.map((direction) => (
            <th key={direction} scope="col" className="py-1 pl-3 font-medium">
              {DIRECTIONS[direction]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {SUMS.filter(({ of }) => of(totals).some((amount) => amount !== 0)).map(({ name, of }) => (
          <tr key={name} className="border-b border-line">
            <th scope="row" className="py-1 text-left font-normal">
              {name}
            </th>
            {directions.map((direction) => (
              <td key={direction} className="py-1 pl-3 [overflow-wrap:anywhere]">
                {sumText(of(totals)[direction], (amount) => money(amount, totals.currency))}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The directions in which there are payments. */
function directionsOf(totals: Totals): readonly (0 | 1)[] {
  return ([0, 1] as const).filter((direction) => SUMS.some(({ of }) => of(totals)[direction] !== 0));
}

function sumText(amount: number, format: (amount: number) => string): string {
  return amount === 0 ? '–' : format(amount);
}

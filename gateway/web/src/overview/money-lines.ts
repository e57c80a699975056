import type { Days, Overview } from './overview-parts.js';

type Money = Overview['weeks'][number]['money'][number];
export type MoneyField = Exclude<keyof Money, 'currency'>;

export const MONEY_NAMES: Readonly<Record<MoneyField, string>> = {
  paid: 'Paid',
  due: 'Due',
  outgoingPaid: 'Paid out',
  outgoingDue: 'Due to others',
};

/** Sums of payments of one kind, by week and in total. */
export interface MoneyLine {
  readonly field: MoneyField;
  readonly points: readonly { readonly day: string; readonly value: number }[];
  readonly sum: number;
}

/** Currencies of the period, most weeks first. */
export function currenciesOf({ weeks }: Overview): readonly string[] {
  const uses = new Map<string, number>();
  for (const { currency } of weeks.flatMap(({ money }) => money)) uses.set(currency, (uses.get(currency) ?? 0) + 1);
  return [...uses.keys()].toSorted(
    (one, other) => (uses.get(other) ?? 0) - (uses.get(one) ?? 0) || (one < other ? -1 : 1),
  );
}

/** The lines of a currency: income always, costs if there are any. */
export function moneyLines({ weeks }: Overview, currency: string): readonly MoneyLine[] {
  const lines = (Object.keys(MONEY_NAMES) as MoneyField[]).map((field) => {
    const points = weeks.map(({ from, money }) => ({
      day: from,
      value: money.find((each) => each.currency === currency)?.[field] ?? 0,
    }));
    return { field, points, sum: points.reduce((sum, { value }) => sum + Math.round(value * 100), 0) / 100 };
  });
  return lines.filter(({ field, sum }) => field === 'paid' || field === 'due' || sum > 0);
}

/** Whether the payments of a sum are still to be paid. */
export function isOpen(field: MoneyField): boolean {
  return field === 'due' || field === 'outgoingDue';
}

/** The filter of the payments behind a sum. */
export function paymentsOf(field: MoneyField, { from, to }: Days) {
  const direction = field === 'paid' || field === 'due' ? ('incoming' as const) : ('outgoing' as const);
  return isOpen(field)
    ? { direction, open: true as const, dueFrom: from, dueTo: to, sort: 'dueDate' }
    : { direction, status: 'paid' as const, paidFrom: from, paidTo: to };
}

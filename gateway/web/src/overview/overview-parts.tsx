import type { ReactNode } from 'react';
import type { Output } from '../api/operations.js';
import { addDays } from '../days/add-days.js';
import { useFormats, useToday } from '../shell/account.js';

export type Overview = Output<'overview.get'>;

/** The days of a sum, both inclusive. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

export interface OverviewPartProps {
  readonly overview: Overview;
  /** Whether the lists behind the numbers include what others share. */
  readonly isShared: boolean;
}

/** Filter of the lists behind the numbers, except payments; they include shared records by default. */
export const ownOnly = (isShared: boolean): { readonly mine?: true } => (isShared ? {} : { mine: true });

/** Filter of the list of payments behind the numbers, which excludes shared records by default. */
export const withShared = (isShared: boolean): { readonly shared?: true } => (isShared ? { shared: true } : {});

export const LINK_CLASS = 'underline decoration-line-strong underline-offset-2 hover:decoration-ink';

/** A part of the page with its name. */
export function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section aria-label={title} className="min-w-0 rounded-md border border-line bg-surface p-3 sm:p-4">
      <h2 className="mb-2 font-semibold">{title}</h2>
      {children}
    </section>
  );
}

/** The days of the week that begins on a day. */
export function weekFrom(day: string): Days {
  return { from: day, to: addDays(day, 6) };
}

/** Says which week begins on a day, and whether it still goes on. */
export function useWeekName(): (day: string) => string {
  const { shortDay } = useFormats();
  const today = useToday();
  return (day) => `Week of ${shortDay(day, today)}${weekFrom(day).to >= today ? ', so far' : ''}`;
}

/** Maximum week labels on a scale. */
const TICKS_MAX = 6;

/** The weeks labeled on a chart's scale. */
export function ticksOf({ weeks }: Overview): readonly string[] {
  const step = Math.ceil(weeks.length / TICKS_MAX);
  return weeks.filter((_week, place) => place % step === 0).map(({ from }) => from);
}

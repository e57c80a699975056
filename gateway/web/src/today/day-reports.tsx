import { Link } from '@tanstack/react-router';
import { Copy } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { useFormats } from '../shell/account.js';
import { Button } from '../ui/button.js';
import { TEXT_LINK } from '../ui/text-link.js';
import { copyReport } from '../views/copy-report.js';
import { copyEverything } from './copy-day.js';
import type { DayReport } from './use-day-reports.js';

export interface DayReportsProps {
  readonly day: string;
  readonly reports: readonly DayReport[];
  /** Says that the day's work is done, and what comes next. */
  readonly finish: ReactNode;
}

/** The result of a day's work: a report for each sponsor, and exceptionally one for all. Not drawn again for each count. */
export const DayReports = memo(function DayReports({ day, reports, finish }: DayReportsProps) {
  const formats = useFormats();
  return (
    <section aria-labelledby="reports" className="my-4 rounded-md border border-line bg-surface px-4 py-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="reports" className="font-medium">
          Reports for {formats.day(day)}
        </h2>
        <Link to="/views" search={{ from: day, to: day }} className={TEXT_LINK}>
          View the counts
        </Link>
      </div>
      {finish}
      <div className="mt-2 flex flex-wrap items-center gap-2">
        {reports.map(({ dealId, dealName, label, count }) => (
          <Button key={dealId} className="max-w-full" onClick={() => void copyReport({ dealId, dealName, day })}>
            <Copy size={15} aria-hidden className="shrink-0" />
            <span className="flex min-w-0">
              Copy for&nbsp;<bdi className="truncate">{label}</bdi>&nbsp;· {formats.count(count)}
            </span>
          </Button>
        ))}
        <Button kind="quiet" title="Holds the codes and counts of every deal" onClick={() => copyEverything(day)}>
          <Copy size={15} aria-hidden /> Everything of the day
        </Button>
      </div>
    </section>
  );
});

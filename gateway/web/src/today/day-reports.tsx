import { Link } from '@tanstack/react-router';
import { ChevronDown, Copy } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { PAGE_ROWS, useOperation } from '../api/queries.js';
import { useFormats } from '../shell/account.js';
import { hasViews } from '../templates/views-placeholder.js';
import { Button, buttonClass } from '../ui/button.js';
import { classNames } from '../ui/class-names.js';
import { Menu } from '../ui/menu.js';
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
  const messages = useOperation('templates.message.list', { scope: 'mine-and-shared', limit: PAGE_ROWS });
  const templates = (messages.data?.items ?? []).filter(hasViews);
  return (
    <section
      aria-labelledby="reports"
      // Below a long list it is not drawn again with each row of it: a hundred reports would take a fifth of each frame.
      className="my-4 rounded-md border border-line bg-surface px-4 py-3 [content-visibility:auto] [contain-intrinsic-height:auto_8rem]"
    >
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
          <span key={dealId} className="flex max-w-full">
            <Button
              className={classNames('min-w-0', templates.length > 0 && 'rounded-r-none')}
              onClick={() => void copyReport({ dealId, dealName, day })}
            >
              <Copy size={15} aria-hidden className="shrink-0" />
              <span className="flex min-w-0">
                Copy for&nbsp;<bdi className="truncate">{label}</bdi>&nbsp;· {formats.count(count)}
              </span>
            </Button>
            {templates.length > 0 && (
              <Menu
                label={`Template for ${label}`}
                className={buttonClass('plain', 'rounded-l-none border-l-0 px-2 pointer-coarse:px-3.5')}
                items={templates.map(({ id: templateId, name }) => ({
                  label: name,
                  run: () => void copyReport({ dealId, dealName, day, templateId }),
                }))}
              >
                <ChevronDown size={15} aria-hidden />
              </Menu>
            )}
          </span>
        ))}
        <Button kind="quiet" title="Holds the codes and counts of every deal" onClick={() => copyEverything(day)}>
          <Copy size={15} aria-hidden /> Everything of the day
        </Button>
      </div>
    </section>
  );
});

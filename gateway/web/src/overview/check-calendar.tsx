import { Link } from '@tanstack/react-router';
import { useFormats, useToday } from '../shell/account.js';
import { classNames } from '../ui/class-names.js';
import { LINK_CLASS, type Overview, ownOnly, Section } from './overview-parts.js';

type Upcoming = Overview['upcoming'];
type Day = Upcoming[number];

const DAYS_OF_WEEK = 7;
const CELL = 'flex min-h-12 flex-col items-center justify-center rounded';

interface CheckCalendarProps {
  readonly upcoming: Upcoming;
  /** Number of deals with checks that are overdue, which the days do not show. */
  readonly overdueDeals: number;
  readonly isShared: boolean;
}

/** The next four weeks: the number of checks due each day, linked to their videos. */
export function CheckCalendar({ upcoming, overdueDeals, isShared }: CheckCalendarProps) {
  const { count, weekdayName } = useFormats();
  const weeks = Array.from({ length: Math.ceil(upcoming.length / DAYS_OF_WEEK) }, (_, week) =>
    upcoming.slice(week * DAYS_OF_WEEK, (week + 1) * DAYS_OF_WEEK),
  );
  return (
    <Section title="Upcoming checks">
      {overdueDeals > 0 && (
        <p className="mb-1">
          <Link to="/today" className={`text-warn ${LINK_CLASS}`}>
            {overdueDeals === 1 ? '1 deal has' : `${count(overdueDeals)} deals have`} overdue checks
          </Link>
        </p>
      )}
      <table aria-label="Checks due by day" className="w-full table-fixed border-separate border-spacing-1">
        <thead>
          <tr className="text-[13px] text-soft">
            {weeks[0]?.map(({ date }) => (
              <th key={date} scope="col" className="font-medium">
                {weekdayName(date)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((days) => (
            <tr key={days[0]?.date}>
              {days.map((day) => (
                <td key={day.date} className="p-0">
                  <CalendarDay day={day} isShared={isShared} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-1 text-[13px] text-soft">The bold number counts the checks due that day. Today is outlined.</p>
    </Section>
  );
}

function CalendarDay({ day: { date, checks }, isShared }: { readonly day: Day; readonly isShared: boolean }) {
  const { count, day, shortDay, dayOfMonth } = useFormats();
  const today = useToday();
  const frame = date === today ? 'border-2 border-accent' : 'border border-line';
  const number = (
    <span aria-hidden className="text-[13px]">
      {date.endsWith('-01') ? shortDay(date, today) : dayOfMonth(date)}
    </span>
  );
  if (checks === 0) {
    return (
      <div className={classNames(CELL, frame, 'text-soft')}>
        {number}
        <span className="sr-only">{day(date)}: no checks</span>
      </div>
    );
  }
  return (
    <Link
      to="/videos"
      search={{ dueOn: date, ...ownOnly(isShared) }}
      className={classNames(CELL, frame, 'bg-accent-soft text-accent-strong hover:border-accent')}
    >
      {number}
      <strong aria-hidden className="font-semibold tabular-nums">
        {count(checks)}
      </strong>
      <span className="sr-only">
        {day(date)}: {count(checks)} {checks === 1 ? 'check' : 'checks'}
      </span>
    </Link>
  );
}

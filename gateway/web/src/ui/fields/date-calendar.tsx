import { Popover } from '@base-ui/react/popover';
import { CalendarDays, ChevronLeft, ChevronRight } from 'lucide-react';
import { type ClassNames, DayPicker } from 'react-day-picker';
import { useFormats, useToday } from '../../shell/account.js';

interface DateCalendarProps {
  /** Of the field that it fills. */
  readonly label: string;
  readonly date: string | undefined;
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  readonly triggerClass: string;
  readonly onPick: (date: string) => void;
  readonly onClose: () => void;
}

const STEP =
  'flex size-8 items-center justify-center rounded-md hover:bg-sunken aria-disabled:opacity-40 pointer-coarse:size-11';

const CLASSES: Partial<ClassNames> = {
  months: 'relative',
  nav: 'absolute inset-x-0 top-0 flex justify-between',
  button_previous: STEP,
  button_next: STEP,
  month_caption: 'flex h-8 items-center justify-center font-medium pointer-coarse:h-11',
  weekday: 'h-8 text-[13px] font-normal text-soft',
  day: 'p-0 text-center',
  day_button:
    'h-9 w-10 rounded-md tabular-nums enabled:hover:bg-sunken disabled:text-soft disabled:opacity-60 pointer-coarse:size-11',
  today: '[&>button]:font-semibold [&>button]:ring-1 [&>button]:ring-line-strong [&>button]:ring-inset',
  selected: '[&>button]:bg-accent [&>button]:text-on-accent [&>button]:hover:bg-accent-strong',
  outside: 'invisible',
};

/** A date field's calendar, initially open: it is loaded on request. */
export function DateCalendar({ label, date, min, max, triggerClass, onPick, onClose }: DateCalendarProps) {
  const { dayOfMonth, fullDay, monthOf, weekdayName, weekStart } = useFormats();
  const today = useToday();
  const bound = (day: string | undefined) => (day === undefined ? undefined : localDate(day));
  const [before, after] = [bound(min), bound(max)];
  const shown = date ?? within(today, min, max);
  return (
    <Popover.Root
      defaultOpen
      onOpenChangeComplete={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <Popover.Trigger aria-label="Open calendar" className={triggerClass}>
        <CalendarDays size={15} aria-hidden />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={6} align="end" collisionPadding={8} className="z-50">
          <Popover.Popup
            aria-label={`Calendar for ${label}`}
            initialFocus={false}
            className="rounded-md border border-line bg-raised p-3 text-ink shadow-pop"
          >
            <DayPicker
              mode="single"
              required
              autoFocus
              selected={bound(date)}
              today={localDate(today)}
              defaultMonth={localDate(shown)}
              startMonth={before}
              {...(after && { endMonth: after })}
              disabled={[...(before ? [{ before }] : []), ...(after ? [{ after }] : [])]}
              weekStartsOn={weekStart() as 0 | 1 | 6}
              classNames={CLASSES}
              components={{ Chevron }}
              formatters={{
                formatCaption: (month) => monthOf(dateText(month)),
                formatWeekdayName: (day) => weekdayName(dateText(day)),
                formatDay: (day) => dayOfMonth(dateText(day)),
              }}
              labels={{
                labelGrid: (month) => monthOf(dateText(month)),
                labelDayButton: (day, { today: isToday, selected }) =>
                  [fullDay(dateText(day)), isToday && 'today', selected && 'selected'].filter(Boolean).join(', '),
                labelWeekday: (day) => weekdayName(dateText(day)),
                labelNext: () => 'Next month',
                labelPrevious: () => 'Previous month',
                labelNav: () => 'Months',
              }}
              onSelect={(day) => {
                onPick(dateText(day));
                onClose();
              }}
            />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

function Chevron({ orientation }: { readonly orientation?: 'left' | 'right' | 'up' | 'down' }) {
  const Icon = orientation === 'left' ? ChevronLeft : ChevronRight;
  return <Icon size={16} aria-hidden />;
}

function within(day: string, min: string | undefined, max: string | undefined): string {
  if (min !== undefined && day < min) return min;
  return max !== undefined && day > max ? max : day;
}

/** The calendar uses dates of the browser's zone: only their day counts. */
function localDate(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date);
}

function dateText(date: Date): string {
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  return parts.map((part, place) => String(part).padStart(place === 0 ? 4 : 2, '0')).join('-');
}

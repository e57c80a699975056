import { ChevronDown } from 'lucide-react';
import { memo } from 'react';
import { Button, buttonClass } from '../ui/button.js';
import { Menu } from '../ui/menu.js';
import { copyReport } from '../views/copy-report.js';
import { copyEverything } from './copy-day.js';
import type { DayReport } from './use-day-reports.js';

const NOTHING = [{ label: 'Nothing recorded yet', run: () => undefined, isDisabled: true }];

interface CopyMenuProps {
  readonly day: string;
  /** Undefined while loading. */
  readonly reports: readonly DayReport[] | undefined;
}

/** Copies a report of the day while checks are still open. */
export const CopyMenu = memo(function CopyMenu({ day, reports }: CopyMenuProps) {
  const face = (
    <>
      Copy report <ChevronDown size={15} aria-hidden />
    </>
  );
  if (!reports) return <Button disabled>{face}</Button>;
  const items = reports.map(({ dealId, dealName, label, count }) => ({
    label: `Copy for ${label} · ${count}`,
    run: () => void copyReport({ dealId, dealName, day }),
  }));
  return (
    <Menu
      className={buttonClass()}
      items={
        items.length === 0 ? NOTHING : [...items, { label: 'Everything of the day', run: () => copyEverything(day) }]
      }
    >
      {face}
    </Menu>
  );
});

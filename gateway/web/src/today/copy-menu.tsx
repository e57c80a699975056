import { ChevronDown } from 'lucide-react';
import { memo } from 'react';
import { Button, buttonClass } from '../ui/button.js';
import { Menu } from '../ui/menu.js';
import { showToast } from '../ui/toasts.js';
import { copyReport } from '../views/copy-report.js';
import { copyEverything } from './copy-day.js';
import type { DayReport } from './use-day-reports.js';

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
  if (!reports || reports.length === 0) {
    return (
      <Button disabled={!reports} onClick={() => showToast('Nothing recorded on this day yet.')}>
        {face}
      </Button>
    );
  }
  return (
    <Menu
      className={buttonClass()}
      items={[
        ...reports.map(({ dealId, dealName, label, count }) => ({
          label: `Copy for ${label} · ${count}`,
          run: () => void copyReport({ dealId, dealName, day }),
        })),
        { label: 'Everything of the day', run: () => copyEverything(day) },
      ]}
    >
      {face}
    </Menu>
  );
});

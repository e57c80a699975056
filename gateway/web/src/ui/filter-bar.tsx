import { ListFilter } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from './button.js';
import { Dialog } from './dialogs/dialog.js';
import { useIsCards } from './media.js';

interface FilterBarProps {
  /** The search field, which stays in sight. */
  readonly search?: ReactNode;
  /** The number of set filters, without the search. */
  readonly active: number;
  readonly onClear: () => void;
  /** The list's sort choice, which only phones need: their lists have no column heads. */
  readonly order?: ReactNode;
  /** At the end of the line. */
  readonly aside?: ReactNode;
  /** The filters: a line above the list, and on phones a sheet behind a button. */
  readonly children: ReactNode;
}

/** The controls above a list. */
export function FilterBar({ search, active, onClear, order, aside, children }: FilterBarProps) {
  const isPhone = useIsCards();
  const [isOpen, setOpen] = useState(false);
  if (!isPhone) {
    return (
      <div role="group" aria-label="Filter" className="mb-3 flex flex-wrap items-center gap-1.5">
        {search && <div className="min-w-0 max-w-56 grow basis-40">{search}</div>}
        {children}
        {aside && <span className="ml-auto">{aside}</span>}
      </div>
    );
  }
  return (
    <div className="mb-3 flex items-center gap-2">
      {search && <div className="min-w-0 grow">{search}</div>}
      <Button aria-haspopup="dialog" aria-expanded={isOpen} onClick={() => setOpen(true)}>
        <ListFilter size={15} aria-hidden /> {active === 0 ? 'Filter' : `Filter · ${active}`}
      </Button>
      {aside && <span className="ml-auto">{aside}</span>}
      {isOpen && (
        <Dialog
          title={order === undefined ? 'Filter' : 'Filter and sort'}
          isOpen
          isSheet
          onClose={() => setOpen(false)}
        >
          <div role="group" aria-label="Filter" className="flex flex-wrap items-center gap-2">
            {children}
          </div>
          {order !== undefined && <div className="mt-4">{order}</div>}
          <div className="mt-5 flex justify-end gap-2">
            {active > 0 && (
              <Button kind="quiet" onClick={onClear}>
                Clear filters
              </Button>
            )}
            <Button kind="primary" onClick={() => setOpen(false)}>
              Show list
            </Button>
          </div>
        </Dialog>
      )}
    </div>
  );
}

import { Columns3 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { keepText, readText } from '../../kept/browser-storage.js';
import { buttonClass } from '../button.js';
import { Menu } from '../menu.js';
import type { Column } from './column.js';

/**
 * Lets the user hide columns of a list except the first, which identifies the row; this browser remembers which. `name` identifies the list. Returns
 * the visible columns, and the control that selects them.
 */
export function useShownColumns<Each>(
  name: string,
  columns: readonly Column<Each>[],
): { readonly shown: readonly Column<Each>[]; readonly choice: ReactNode } {
  const stored = `dealbridge.hidden-columns.${name}`;
  const [hidden, setHidden] = useState(() => readHidden(stored));
  const change = (id: string, isShown: boolean): void => {
    const changed = isShown ? hidden.filter((each) => each !== id) : [...hidden, id];
    setHidden(changed);
    keepText(stored, changed.join(','));
  };
  const [first, ...others] = columns;
  const shown = columns.filter((column) => column === first || !hidden.includes(column.id));
  return { shown, choice: <ColumnChoice columns={others} hidden={hidden} onChange={change} /> };
}

function readHidden(name: string): readonly string[] {
  return (readText(name) ?? '').split(',').filter((id) => id !== '');
}

interface ColumnChoiceProps {
  readonly columns: readonly { readonly id: string; readonly title: string }[];
  readonly hidden: readonly string[];
  readonly onChange: (id: string, isShown: boolean) => void;
}

function ColumnChoice({ columns, hidden, onChange }: ColumnChoiceProps) {
  const items = columns.map(({ id, title }) => {
    const isChecked = !hidden.includes(id);
    return { label: title, isChecked, run: () => onChange(id, !isChecked) };
  });
  return (
    <Menu label="Visible columns" className={buttonClass('quiet', 'max-sm:hidden')} items={items}>
      <Columns3 size={15} aria-hidden /> Columns
    </Menu>
  );
}

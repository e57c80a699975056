import { Menu as BaseMenu } from '@base-ui/react/menu';
import { Check } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { classNames } from './class-names.js';

export interface MenuItem {
  readonly label: string;
  readonly run: () => void;
  readonly isDangerous?: boolean;
  /** A line that says why there is nothing to choose. */
  readonly isDisabled?: boolean;
  /** Preceded by a line. */
  readonly isApart?: boolean;
  /** Set for switches; choosing one leaves the menu open. */
  readonly isChecked?: boolean;
}

export interface MenuProps {
  /** Its button: text, or an icon with `label`. */
  readonly children: ReactNode;
  readonly label?: string;
  readonly className: string;
  /** The side of the button at which the menu aligns. */
  readonly align?: 'start' | 'end';
  readonly items: readonly MenuItem[];
}

/** The menu itself, initially open: it loads when the user opens it. */
export function MenuPopup({ children, label, className, align = 'end', items }: MenuProps) {
  return (
    <BaseMenu.Root defaultOpen>
      <BaseMenu.Trigger aria-label={label} className={className}>
        {children}
      </BaseMenu.Trigger>
      <BaseMenu.Portal>
        <BaseMenu.Positioner sideOffset={4} align={align} className="z-50">
          <BaseMenu.Popup className="max-h-(--available-height) max-w-80 min-w-44 overflow-y-auto rounded-md border border-line bg-raised p-1 shadow-pop">
            {items.map((item, place) => (
              <Fragment key={`${place} ${item.label}`}>
                {item.isApart && place > 0 && <BaseMenu.Separator className="my-1 h-px bg-line" />}
                <Item {...item} />
              </Fragment>
            ))}
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  );
}

const ITEM =
  'flex min-h-8 cursor-default items-center gap-2 rounded px-2.5 [overflow-wrap:anywhere] data-highlighted:bg-sunken pointer-coarse:min-h-11';

function Item({ label, run, isDangerous, isDisabled = false, isChecked }: MenuItem) {
  if (isChecked === undefined) {
    return (
      <BaseMenu.Item
        disabled={isDisabled}
        onClick={run}
        className={classNames(ITEM, isDangerous && 'text-bad', isDisabled && 'text-soft')}
      >
        <bdi>{label}</bdi>
      </BaseMenu.Item>
    );
  }
  return (
    <BaseMenu.CheckboxItem checked={isChecked} onCheckedChange={run} className={ITEM}>
      <span className="w-4">
        <BaseMenu.CheckboxItemIndicator>
          <Check size={15} aria-hidden />
        </BaseMenu.CheckboxItemIndicator>
      </span>
      {label}
    </BaseMenu.CheckboxItem>
  );
}

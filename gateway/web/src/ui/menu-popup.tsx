import { Menu as BaseMenu } from '@base-ui/react/menu';
import { classNames } from './class-names.js';
import type { MenuProps } from './menu.js';

/** The menu itself, open from the beginning: it is loaded because somebody has asked for it. */
export function MenuPopup({ children, label, className, items }: MenuProps) {
  return (
    <BaseMenu.Root defaultOpen>
      <BaseMenu.Trigger aria-label={label} className={className}>
        {children}
      </BaseMenu.Trigger>
      <BaseMenu.Portal>
        <BaseMenu.Positioner sideOffset={4} align="end" className="z-50">
          <BaseMenu.Popup className="min-w-44 rounded-md border border-line bg-raised p-1 shadow-pop">
            {items.map(({ label: name, run, isDangerous }) => (
              <BaseMenu.Item
                key={name}
                onClick={run}
                className={classNames(
                  'flex min-h-8 cursor-default items-center rounded px-2.5 data-highlighted:bg-sunken pointer-coarse:min-h-11',
                  isDangerous && 'text-bad',
                )}
              >
                {name}
              </BaseMenu.Item>
            ))}
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  );
}

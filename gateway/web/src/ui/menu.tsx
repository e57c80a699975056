import { lazy, Suspense, useState, type ReactNode } from 'react';

const MenuPopup = lazy(async () => ({ default: (await import('./menu-popup.js')).MenuPopup }));

export interface MenuItem {
  readonly label: string;
  readonly run: () => void;
  readonly isDangerous?: boolean;
  /** Stands below a rule. */
  readonly isApart?: boolean;
  /** Given for what is on or off; choosing it leaves the menu open. */
  readonly isChecked?: boolean;
}

export interface MenuProps {
  /** What opens it: text, or an icon with `label`. */
  readonly children: ReactNode;
  readonly label?: string;
  readonly className: string;
  /** The side of the button on which the menu begins. */
  readonly align?: 'start' | 'end';
  readonly items: readonly MenuItem[];
}

/** A button that opens a few things to do. What the menu is made of comes with the first that is opened. */
export function Menu(props: MenuProps) {
  const { children, label, className } = props;
  const [isWanted, setWanted] = useState(false);
  const trigger = (
    <button type="button" aria-haspopup="menu" aria-label={label} className={className} onClick={() => setWanted(true)}>
      {children}
    </button>
  );
  if (!isWanted) return trigger;
  return (
    <Suspense fallback={trigger}>
      <MenuPopup {...props} />
    </Suspense>
  );
}

import { lazy, type ReactNode, Suspense, useState } from 'react';

const MenuPopup = lazy(async () => ({ default: (await import('./menu-popup.js')).MenuPopup }));

export interface MenuItem {
  readonly label: string;
  readonly run: () => void;
  readonly isDangerous?: boolean;
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

/** A button with a menu of actions. The menu's code loads with the first one. */
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

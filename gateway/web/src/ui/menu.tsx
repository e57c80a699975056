import { lazy, Suspense, useState } from 'react';
import type { MenuProps } from './menu-popup.js';

const MenuPopup = lazy(async () => ({ default: (await import('./menu-popup.js')).MenuPopup }));

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

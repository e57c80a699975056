import { Link } from '@tanstack/react-router';
import { LogOut, Menu as MenuIcon, Sparkles } from 'lucide-react';
import { useSignedIn } from './account.js';
import { navigationFor } from './navigation.js';
import { PanelButton } from './panel-key.js';
import { signOut } from './sign-out.js';

const SHOWN = 4;
const MORE = 'more-pages';
const MORE_ITEM =
  'flex min-h-11 w-full items-center gap-3 rounded px-3 text-left hover:bg-sunken aria-[current=page]:text-accent-strong';

function closeMore(): void {
  document.getElementById(MORE)?.hidePopover();
}

/** The navigation of phones: the first pages, and all others behind "More". */
export function BottomBar() {
  const { user } = useSignedIn();
  const items = navigationFor(user).flatMap(({ items: all }) => all);
  return (
    <nav
      aria-label="Pages"
      className="fixed inset-x-0 bottom-0 z-30 flex border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {items.slice(0, SHOWN).map(({ path, label, icon: Icon }) => (
        <Link
          key={path}
          to={path}
          className="flex min-h-14 grow basis-0 flex-col items-center justify-center gap-0.5 text-xs text-soft aria-[current=page]:text-accent-strong"
        >
          <Icon size={20} aria-hidden />
          {label}
        </Link>
      ))}
      <button
        type="button"
        popoverTarget={MORE}
        className="flex min-h-14 grow basis-0 flex-col items-center justify-center gap-0.5 text-xs text-soft"
      >
        <MenuIcon size={20} aria-hidden />
        More
      </button>
      <div
        id={MORE}
        popover="auto"
        className="fixed inset-auto right-2 bottom-16 max-h-[70dvh] w-52 overflow-y-auto rounded-md border border-line bg-raised p-1 text-ink shadow-pop"
      >
        {items.slice(SHOWN).map(({ path, label, icon: Icon, badge: Badge }) => (
          <Link key={path} to={path} onClick={closeMore} className={MORE_ITEM}>
            <Icon size={18} aria-hidden />
            <span className="grow">{label}</span>
            {Badge && <Badge />}
          </Link>
        ))}
        <PanelButton onOpen={closeMore} className={MORE_ITEM}>
          <Sparkles size={18} aria-hidden />
          Ask about this page
        </PanelButton>
        <button type="button" onClick={() => void signOut(user.id)} className={MORE_ITEM}>
          <LogOut size={18} aria-hidden />
          Sign out
        </button>
      </div>
    </nav>
  );
}

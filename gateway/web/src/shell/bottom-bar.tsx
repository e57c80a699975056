import { Link, useLocation } from '@tanstack/react-router';
import { LogOut, Menu as MenuIcon, Search, Sparkles } from 'lucide-react';
import { useSignedIn } from './account.js';
import { navigationFor } from './navigation.js';
import { PaletteButton } from './palette/palette-key.js';
import { PanelButton } from './panel-key.js';
import { startSignOut } from './start-sign-out.js';
import { WithBadge } from './waiting-badges.js';

const SHOWN = 4;
const MORE = 'more-pages';
const BAR_ITEM = 'flex min-h-14 grow basis-0 flex-col items-center justify-center gap-0.5 text-xs text-soft';
const MORE_ITEM =
  'flex min-h-11 w-full items-center gap-3 rounded px-3 text-left hover:bg-sunken aria-[current=page]:text-accent-strong';

function closeMore(): void {
  document.getElementById(MORE)?.hidePopover();
}

/** The navigation of phones: the first pages and the search; all others, and the account, are behind "More". */
export function BottomBar() {
  const { user } = useSignedIn();
  const items = navigationFor(user).flatMap(({ items: all }) => all);
  const others = items.slice(SHOWN);
  const badge = others.find((item) => item.badge)?.badge;
  const isUnderMore = useLocation({
    select: ({ pathname }) => others.some(({ path }) => `${pathname}/`.startsWith(`${path}/`)),
  });
  return (
    <nav
      aria-label="Pages"
      className="fixed inset-x-0 bottom-0 z-30 flex border-t border-line bg-surface pb-[env(safe-area-inset-bottom)]"
    >
      {items.slice(0, SHOWN).map((item) => (
        <WithBadge key={item.path} item={item}>
          {({ named, pill }) => (
            <Link
              {...named}
              to={item.path}
              className={`relative data-opening:text-accent-strong aria-[current=page]:text-accent-strong ${BAR_ITEM}`}
            >
              <item.icon size={20} aria-hidden />
              {item.label}
              {pill !== null && <span className="absolute top-1 left-1/2 ml-1.5">{pill}</span>}
            </Link>
          )}
        </WithBadge>
      ))}
      <PaletteButton className={BAR_ITEM}>
        <Search size={20} aria-hidden />
        Search
      </PaletteButton>
      <WithBadge item={{ label: 'More', ...(badge && { badge }) }}>
        {({ named, pill }) => (
          <button
            {...named}
            type="button"
            popoverTarget={MORE}
            aria-current={isUnderMore}
            className={`relative aria-[current=true]:text-accent-strong ${BAR_ITEM}`}
          >
            <MenuIcon size={20} aria-hidden />
            More
            {pill !== null && <span className="absolute top-1 left-1/2 ml-1.5">{pill}</span>}
          </button>
        )}
      </WithBadge>
      <div
        id={MORE}
        popover="auto"
        className="fixed inset-x-2 top-auto bottom-16 max-h-[80dvh] w-auto grid-cols-2 overflow-y-auto rounded-md border border-line bg-raised p-1 text-ink shadow-pop [&:popover-open]:grid"
      >
        <p className="col-span-2 mb-1 border-b border-line px-3 pt-1 pb-2">
          <bdi className="block truncate">{user.name}</bdi>
          <bdi className="block truncate text-soft">{user.email}</bdi>
        </p>
        {others.map((item) => (
          <WithBadge key={item.path} item={item}>
            {({ named, pill }) => (
              <Link {...named} to={item.path} onClick={closeMore} className={MORE_ITEM}>
                <item.icon size={18} aria-hidden />
                <span className="grow">{item.label}</span>
                {pill}
              </Link>
            )}
          </WithBadge>
        ))}
        <PanelButton onOpen={closeMore} className={MORE_ITEM}>
          <Sparkles size={18} aria-hidden />
          Ask about this page
        </PanelButton>
        <button type="button" onClick={() => startSignOut(user.id)} className={MORE_ITEM}>
          <LogOut size={18} aria-hidden />
          Sign out
        </button>
      </div>
    </nav>
  );
}

import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { Link, Outlet } from '@tanstack/react-router';
import { LogOut, Search, Sparkles } from 'lucide-react';
import { lazy, Suspense, useEffect } from 'react';
import { createQueries, operationQuery } from '../api/queries.js';
import { onSignedOutElsewhere } from '../api/session-state.js';
import { rereadWithClicks } from '../api/shown-by-others.js';
import { RecordViews } from '../record-views/record-views.js';
import { useIsNarrow } from '../ui/media.js';
import { appName } from '../ui/page-head.js';
import { Toasts } from '../ui/toasts.js';
import { AccountProvider, useSignedIn } from './account.js';
import { BottomBar } from './bottom-bar.js';
import { forgetKeptAccount } from './kept-account-key.js';
import { KeysButton } from './keys-button.js';
import { settleLeftDeletions } from './left-deletions.js';
import { MaintenanceNotice } from './maintenance-notice.js';
import { MaintenancePage } from './maintenance-page.js';
import { navigationFor, type NavigationItem } from './navigation.js';
import { PaletteButton, PaletteKey } from './palette/palette-key.js';
import { PanelButton, PanelKey } from './panel-key.js';
import { SessionDialog } from './session-dialog.js';
import { SessionEnding } from './session-ending.js';
import { useNavigationKeys } from './shortcuts.js';
import { startSignOut } from './start-sign-out.js';
import { StatusLines, StillSaving } from './status-lines.js';
import { WithBadge } from './waiting-badges.js';

// Needed once per account.
const BrowserTimeZone = lazy(async () => ({ default: (await import('./browser-time-zone.js')).BrowserTimeZone }));

const queries = createQueries();
// Both were requested before this script ran, so they have usually arrived when the frame is first drawn.
void queries.prefetchQuery(operationQuery('auth.get_account', {}));
void queries.prefetchQuery(operationQuery('settings.get', {}));
settleLeftDeletions(queries);

/** The frame of every page for signed-in users: a side bar, and on phones a bottom bar. */
export function AppFrame() {
  useEffect(() => onSignedOutElsewhere(leave), []);
  useEffect(() => rereadWithClicks(queries), []);
  return (
    // The page's policy forbids inline style elements.
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queries}>
        <a href="#content" className="fixed -top-20 left-2 z-50 rounded-md bg-raised px-3 py-2 shadow-pop focus:top-2">
          Skip to content
        </a>
        <AccountProvider waiting={<StatusLines />}>
          <SignedInFrame />
        </AccountProvider>
        <SessionDialog />
        <MaintenancePage />
        <Toasts />
        <StillSaving />
      </QueryClientProvider>
    </CSPProvider>
  );
}

/** The tab that signed out has deleted what the browser keeps; by now, that may be someone else's. */
function leave(): void {
  forgetKeptAccount();
  location.assign('/login');
}

function SignedInFrame() {
  useNavigationKeys();
  const { settings, isKept } = useSignedIn();
  const isNarrow = useIsNarrow();
  return (
    <div className="max-md:has-[>aside]:[&>:not(aside)]:invisible md:grid md:min-h-dvh md:grid-cols-[13.5rem_minmax(0,1fr)] xl:has-[>aside]:grid-cols-[13.5rem_minmax(0,1fr)_24rem]">
      {!isNarrow && <SideBar />}
      <div className="flex min-w-0 flex-col pb-16 md:pb-0">
        <StatusLines />
        <SessionEnding />
        <MaintenanceNotice />
        <main id="content" className="min-w-0 grow px-4 py-5 md:px-8">
          <Outlet />
        </main>
      </div>
      <PaletteKey />
      <PanelKey />
      <RecordViews />
      <Suspense>{settings.version === 0 && !isKept && <BrowserTimeZone />}</Suspense>
      {isNarrow && <BottomBar />}
    </div>
  );
}

function SideBar() {
  const { user } = useSignedIn();
  return (
    <div className="border-r border-line bg-surface">
      <div className="sticky top-0 flex h-dvh flex-col gap-5 overflow-y-auto px-3 py-4">
        <p className="flex items-center gap-2 px-2.5 text-[15px] font-semibold">
          <img src="/brand/icon.svg" alt="" width="20" height="20" />
          {appName()}
        </p>
        <PaletteButton className="flex min-h-8 items-center gap-2.5 rounded-md border border-line-strong px-2.5 text-soft hover:bg-sunken pointer-coarse:min-h-11">
          <Search size={15} aria-hidden />
          <span className="grow text-left">Search</span>
          <kbd className="font-sans text-[13px]">Ctrl K</kbd>
        </PaletteButton>
        <PanelButton className="-mt-3 flex min-h-8 items-center gap-2.5 rounded-md border border-line-strong px-2.5 text-soft hover:bg-sunken pointer-coarse:min-h-11">
          <Sparkles size={15} aria-hidden />
          <span className="grow text-left">Ask</span>
          <kbd className="font-sans text-[13px]">Ctrl J</kbd>
        </PanelButton>
        <nav aria-label="Pages" className="flex grow flex-col gap-4">
          {navigationFor(user).map(({ group, items }) => (
            <ul key={group} aria-label={group} className="flex flex-col gap-px">
              {items.map((item) => (
                <li key={item.path}>
                  <PageLink item={item} />
                </li>
              ))}
            </ul>
          ))}
        </nav>
        <div className="flex items-center justify-between gap-2 border-t border-line pt-3 pl-2.5">
          <span className="min-w-0 truncate text-soft" title={user.email}>
            {user.name}
          </span>
          <span className="flex">
            <KeysButton />
            <SignOutButton />
          </span>
        </div>
      </div>
    </div>
  );
}

function PageLink({ item }: { readonly item: NavigationItem }) {
  const { path, label, icon: Icon, letter } = item;
  return (
    <WithBadge item={item}>
      {({ named, pill }) => (
        <Link
          {...named}
          to={path}
          title={letter && `Press g, then ${letter}`}
          className="flex min-h-8 items-center gap-2.5 rounded-md px-2.5 text-soft hover:bg-sunken hover:text-ink data-opening:bg-sunken data-opening:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:font-medium aria-[current=page]:text-accent-strong"
        >
          <Icon size={16} aria-hidden />
          <span className="grow">{label}</span>
          {pill}
        </Link>
      )}
    </WithBadge>
  );
}

function SignOutButton() {
  const { user } = useSignedIn();
  return (
    <button
      type="button"
      aria-label="Sign out"
      title="Sign out"
      onClick={() => startSignOut(user.id)}
      className="rounded p-2 text-soft hover:bg-sunken hover:text-ink pointer-coarse:p-3.5"
    >
      <LogOut size={16} aria-hidden />
    </button>
  );
}

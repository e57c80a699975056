import { createRootRoute, createRoute, createRouter, Outlet } from '@tanstack/react-router';
import { noteLeftPages } from './address/left-lists.js';
import {
  date,
  flag,
  order,
  pageNumber,
  searchReader,
  type SearchReaders,
  text,
  word,
} from './address/search-parameters.js';
import { ADMIN_TABS, REPORT_STATUSES } from './admin/admin-tabs.js';
import { ADMIN_COPILOT_TABS } from './admin-copilot/admin-copilot-tabs.js';
import { CONTACT_FILTER } from './contacts/contact-filter.js';
import { DEAL_TABS } from './deals/deal-tabs.js';
import { CLICK_SPANS } from './links/click-spans.js';
import { lazyRouteComponent } from './loading/missing-chunks.js';
import { nextPaint } from './loading/next-paint.js';
import { OVERVIEW_FILTER } from './overview/overview-filter.js';
import { markDestination } from './shell/mark-destination.js';
import { NotFoundPage } from './shell/not-found-page.js';
import { PageFailure } from './shell/page-failure.js';
import { TASK_FILTER } from './tasks/task-filter.js';
import { TEMPLATE_TABS } from './templates/template-tabs.js';
import { PLATFORMS } from './videos/platform-names.js';

const rootRoute = createRootRoute({ component: Outlet, notFoundComponent: NotFoundPage });
const appRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'app',
  component: lazyRouteComponent(() => import('./shell/app-frame.js'), 'AppFrame'),
});

const NOTHING = {};

/** A page in the app's frame: its path, its component, and its address parameters. */
function page<
  const Path extends string,
  Exports extends Record<string, unknown>,
  Known extends SearchReaders = typeof NOTHING,
>(path: Path, load: () => Promise<Exports>, name: keyof Exports & string, known?: Known) {
  return createRoute({
    getParentRoute: () => appRoute,
    path,
    component: lazyRouteComponent(load, name),
    validateSearch: searchReader(known),
  });
}

/** A page for people who are not signed in. */
function signInPage<const Path extends string, Exports extends Record<string, unknown>>(
  path: Path,
  load: () => Promise<Exports>,
  name: keyof Exports & string,
) {
  return createRoute({
    getParentRoute: () => rootRoute,
    path,
    component: lazyRouteComponent(load, name),
    validateSearch: searchReader({ next: text }),
  });
}

const SIGN_IN_PAGES = [
  signInPage('/login', () => import('./sign-in/login-page.js'), 'LoginPage'),
  signInPage('/signup', () => import('./sign-in/signup-page.js'), 'SignupPage'),
  signInPage('/forgot-password', () => import('./sign-in/forgot-password-page.js'), 'ForgotPasswordPage'),
] as const;

const CONVERSATION_FILTER = { q: text, archived: flag };

const APP_PAGES = [
  page('/today', () => import('./today/today-page.js'), 'TodayPage'),
  page('/overview', () => import('./overview/overview-page.js'), 'OverviewPage', OVERVIEW_FILTER),
  page('/import', () => import('./import/import-page.js'), 'ImportPage'),
  page('/evidence', () => import('./evidence/evidence-page.js'), 'EvidencePage', { from: word(['due']) }),
  page('/deals', () => import('./deals/list/deals-page.js'), 'DealsPage', {
    status: word(['draft', 'active', 'completed', 'cancelled']),
    q: text,
    brand: text,
    tag: text,
    overdue: flag,
    behindTarget: flag,
    unpaid: flag,
    mine: flag,
    sort: order(['name', 'status', 'brand', 'totalViews', 'progress', 'price', 'postDate', 'nextDue']),
  }),
  page('/deals/$dealId', () => import('./deals/page/deal-page.js'), 'DealPage', { tab: word(DEAL_TABS) }),
  page('/tasks', () => import('./tasks/tasks-page.js'), 'TasksPage', TASK_FILTER),
  page('/inbox', () => import('./inbox/inbox-page.js'), 'InboxPage'),
  page('/contacts', () => import('./contacts/contact-pages.js'), 'ContactsPage', CONTACT_FILTER),
  page('/contacts/$contactId', () => import('./contacts/contact-pages.js'), 'ContactPage'),
  page('/contacts/import', () => import('./contacts/import-pages.js'), 'ContactImportPage'),
  page('/influencers', () => import('./contacts/contact-pages.js'), 'InfluencersPage', CONTACT_FILTER),
  page('/influencers/$influencerId', () => import('./contacts/contact-pages.js'), 'InfluencerPage'),
  page('/influencers/import', () => import('./contacts/import-pages.js'), 'InfluencerImportPage'),
  page('/screenshots', () => import('./screenshots/screenshots-page.js'), 'ScreenshotsPage', {
    q: text,
    mine: flag,
    screenshotId: text,
  }),
  page('/templates', () => import('./templates/templates-page.js'), 'TemplatesPage', { tab: word(TEMPLATE_TABS) }),
  page('/settings', () => import('./settings/settings-page.js'), 'SettingsPage'),
  page('/admin', () => import('./admin/admin-page.js'), 'AdminPage', {
    tab: word(ADMIN_TABS),
    q: text,
    reports: word(REPORT_STATUSES),
  }),
  page('/admin/copilot', () => import('./admin-copilot/admin-copilot-page.js'), 'AdminCopilotPage', {
    tab: word(ADMIN_COPILOT_TABS),
    search: text,
    page: pageNumber,
  }),
  page('/videos', () => import('./videos/videos-page.js'), 'VideosPage', {
    q: text,
    platform: word(PLATFORMS),
    due: flag,
    dueOn: date,
    unresolved: flag,
    mine: flag,
    sort: order(['title', 'platform', 'postDate', 'latestValue', 'nextDueDate']),
  }),
  page('/views', () => import('./views/views-page.js'), 'ViewsPage', {
    q: text,
    from: date,
    to: date,
    brand: text,
    mine: flag,
  }),
  page('/payments', () => import('./payments/payments-page.js'), 'PaymentsPage', {
    q: text,
    direction: word(['incoming', 'outgoing']),
    status: word(['expected', 'invoiced', 'paid', 'cancelled']),
    overdue: flag,
    open: flag,
    dueFrom: date,
    dueTo: date,
    paidFrom: date,
    paidTo: date,
    currency: text,
    brand: text,
    shared: flag,
    sort: order(['amount', 'status', 'dueDate']),
  }),
  page('/activity', () => import('./activity/activity-page.js'), 'ActivityPage', { agent: text, from: date, to: date }),
  page('/teams', () => import('./teams/teams-page.js'), 'TeamsPage'),
  page('/teams/$teamId', () => import('./teams/team-page.js'), 'TeamPage'),
  page('/shares', () => import('./shares/shares-page.js'), 'SharesPage', { q: text }),
  page('/links', () => import('./links/links-page.js'), 'LinksPage', {
    q: text,
    kind: word(['url', 'photo']),
    sort: order(['title', 'clicks', 'createdAt']),
  }),
  page('/links/$linkId', () => import('./links/link-page.js'), 'LinkPage', { span: word(CLICK_SPANS) }),
  page('/approvals', () => import('./approvals/approval-history-page.js'), 'ApprovalHistoryPage'),
  page('/approvals/$approvalId', () => import('./approvals/approval-page.js'), 'ApprovalPage'),
  page('/agents', () => import('./agents/agents-page.js'), 'AgentsPage', {
    q: text,
    archived: flag,
    agent: text,
    writes: flag,
    outcome: word(['ok', 'denied', 'failed']),
    from: date,
    to: date,
  }),
  page('/copilot', () => import('./copilot/copilot-page.js'), 'CopilotPage', CONVERSATION_FILTER),
  page('/copilot/settings', () => import('./copilot/settings/copilot-settings-page.js'), 'CopilotSettingsPage'),
  page(
    '/copilot/$conversationId',
    () => import('./copilot/conversation/conversation-page.js'),
    'ConversationPage',
    CONVERSATION_FILTER,
  ),
] as const;

const routeTree = rootRoute.addChildren([...SIGN_IN_PAGES, appRoute.addChildren(APP_PAGES)]);

export const router = createRouter({ routeTree, scrollRestoration: true, defaultErrorComponent: PageFailure });
noteLeftPages(router);

// Drawing a page takes a while, all at once: the pressed key or link shows first. The address has changed by then.
const { load } = router;
router.load = async (options) => {
  if (options?.sync === true) {
    await load(options);
    return;
  }
  router.updateLatestLocation();
  const unmark = markDestination(router.latestLocation.pathname);
  await nextPaint();
  await load(options).finally(unmark);
};

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

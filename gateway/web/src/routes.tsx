import { createRootRoute, createRoute, createRouter, Outlet } from '@tanstack/react-router';
import { ADMIN_TABS, REPORT_STATUSES } from './admin/admin-tabs.js';
import { ADMIN_COPILOT_TABS } from './admin-copilot/admin-copilot-tabs.js';
import { readContactFilter } from './contacts/contact-filter.js';
import { DEAL_TABS } from './deals/deal-tabs.js';
import { CLICK_SPANS } from './links/click-spans.js';
import { lazyRouteComponent } from './missing-parts.js';
import { readTaskFilter } from './tasks/task-filter.js';
import { dayIn, flagIn, given, pageIn, textIn, wordIn } from './search-parameters.js';
import { NotFoundPage } from './shell/not-found-page.js';
import { PageFailure } from './shell/page-failure.js';
import { TEMPLATE_TABS } from './templates/template-tabs.js';
import { PLATFORMS } from './videos/platform-names.js';

const rootRoute = createRootRoute({ component: Outlet, notFoundComponent: NotFoundPage });
const appRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'app',
  component: lazyRouteComponent(() => import('./shell/app-frame.js'), 'AppFrame'),
});

const next = (search: Record<string, unknown>) => given({ next: textIn(search, 'next') });

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  validateSearch: next,
  component: lazyRouteComponent(() => import('./sign-in/login-page.js'), 'LoginPage'),
});

const signupRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/signup',
  validateSearch: next,
  component: lazyRouteComponent(() => import('./sign-in/signup-page.js'), 'SignupPage'),
});

const forgotPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/forgot-password',
  component: lazyRouteComponent(() => import('./sign-in/forgot-password-page.js'), 'ForgotPasswordPage'),
});

const todayRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/today',
  component: lazyRouteComponent(() => import('./today/today-page.js'), 'TodayPage'),
});

const importRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/import',
  component: lazyRouteComponent(() => import('./import/import-page.js'), 'ImportPage'),
});

const evidenceRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/evidence',
  validateSearch: (search: Record<string, unknown>) => given({ from: wordIn(search, 'from', ['due']) }),
  component: lazyRouteComponent(() => import('./evidence/evidence-page.js'), 'EvidencePage'),
});

const dealsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/deals',
  validateSearch: (search: Record<string, unknown>) =>
    given({
      status: wordIn(search, 'status', ['draft', 'active', 'completed', 'cancelled']),
      q: textIn(search, 'q'),
      shared: search['shared'] === true ? true : undefined,
    }),
  component: lazyRouteComponent(() => import('./deals/deals-page.js'), 'DealsPage'),
});

const dealRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/deals/$dealId',
  validateSearch: (search: Record<string, unknown>) => given({ tab: wordIn(search, 'tab', DEAL_TABS) }),
  component: lazyRouteComponent(() => import('./deals/deal-page.js'), 'DealPage'),
});

const tasksRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/tasks',
  validateSearch: readTaskFilter,
  component: lazyRouteComponent(() => import('./tasks/tasks-page.js'), 'TasksPage'),
});

const inboxRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/inbox',
  component: lazyRouteComponent(() => import('./inbox/inbox-page.js'), 'InboxPage'),
});

const contactsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/contacts',
  validateSearch: readContactFilter,
  component: lazyRouteComponent(() => import('./contacts/contact-pages.js'), 'ContactsPage'),
});

const contactRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/contacts/$contactId',
  component: lazyRouteComponent(() => import('./contacts/contact-pages.js'), 'ContactPage'),
});

const influencersRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/influencers',
  validateSearch: readContactFilter,
  component: lazyRouteComponent(() => import('./contacts/contact-pages.js'), 'InfluencersPage'),
});

const influencerRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/influencers/$influencerId',
  component: lazyRouteComponent(() => import('./contacts/contact-pages.js'), 'InfluencerPage'),
});

const contactImportRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/contacts/import',
  component: lazyRouteComponent(() => import('./contacts/import-pages.js'), 'ContactImportPage'),
});

const influencerImportRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/influencers/import',
  component: lazyRouteComponent(() => import('./contacts/import-pages.js'), 'InfluencerImportPage'),
});

const screenshotsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/screenshots',
  validateSearch: (search: Record<string, unknown>) =>
    given({
      q: textIn(search, 'q'),
      shared: flagIn(search, 'shared'),
      screenshotId: textIn(search, 'screenshotId'),
    }),
  component: lazyRouteComponent(() => import('./screenshots/screenshots-page.js'), 'ScreenshotsPage'),
});

const templatesRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/templates',
  validateSearch: (search: Record<string, unknown>) => given({ tab: wordIn(search, 'tab', TEMPLATE_TABS) }),
  component: lazyRouteComponent(() => import('./templates/templates-page.js'), 'TemplatesPage'),
});

const settingsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/settings',
  component: lazyRouteComponent(() => import('./settings/settings-page.js'), 'SettingsPage'),
});

const adminRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/admin',
  validateSearch: (search: Record<string, unknown>) =>
    given({ tab: wordIn(search, 'tab', ADMIN_TABS), reports: wordIn(search, 'reports', REPORT_STATUSES) }),
  component: lazyRouteComponent(() => import('./admin/admin-page.js'), 'AdminPage'),
});

const adminCopilotRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/admin/copilot',
  validateSearch: (search: Record<string, unknown>) =>
    given({
      tab: wordIn(search, 'tab', ADMIN_COPILOT_TABS),
      search: textIn(search, 'search'),
      page: pageIn(search, 'page'),
    }),
  component: lazyRouteComponent(() => import('./admin-copilot/admin-copilot-page.js'), 'AdminCopilotPage'),
});

const videosRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/videos',
  validateSearch: (search: Record<string, unknown>) =>
    given({
      q: textIn(search, 'q'),
      platform: wordIn(search, 'platform', PLATFORMS),
      due: flagIn(search, 'due'),
      unresolved: flagIn(search, 'unresolved'),
      shared: flagIn(search, 'shared'),
    }),
  component: lazyRouteComponent(() => import('./videos/videos-page.js'), 'VideosPage'),
});

const viewsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/views',
  validateSearch: (search: Record<string, unknown>) =>
    given({
      q: textIn(search, 'q'),
      from: dayIn(search, 'from'),
      to: dayIn(search, 'to'),
      shared: flagIn(search, 'shared'),
    }),
  component: lazyRouteComponent(() => import('./views/views-page.js'), 'ViewsPage'),
});

const paymentsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/payments',
  validateSearch: (search: Record<string, unknown>) =>
    given({
      direction: wordIn(search, 'direction', ['incoming', 'outgoing']),
      status: wordIn(search, 'status', ['expected', 'invoiced', 'paid', 'cancelled']),
      overdue: flagIn(search, 'overdue'),
      shared: flagIn(search, 'shared'),
    }),
  component: lazyRouteComponent(() => import('./payments/payments-page.js'), 'PaymentsPage'),
});

const activityRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/activity',
  component: lazyRouteComponent(() => import('./activity/activity-page.js'), 'ActivityPage'),
});

const teamsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/teams',
  component: lazyRouteComponent(() => import('./teams/teams-page.js'), 'TeamsPage'),
});

const teamRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/teams/$teamId',
  component: lazyRouteComponent(() => import('./teams/team-page.js'), 'TeamPage'),
});

const sharesRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/shares',
  component: lazyRouteComponent(() => import('./shares/shares-page.js'), 'SharesPage'),
});

const linksRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/links',
  validateSearch: (search: Record<string, unknown>) =>
    given({ q: textIn(search, 'q'), kind: wordIn(search, 'kind', ['url', 'photo']) }),
  component: lazyRouteComponent(() => import('./links/links-page.js'), 'LinksPage'),
});

const linkRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/links/$linkId',
  validateSearch: (search: Record<string, unknown>) => given({ span: wordIn(search, 'span', CLICK_SPANS) }),
  component: lazyRouteComponent(() => import('./links/link-page.js'), 'LinkPage'),
});

const approvalsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/approvals',
  component: lazyRouteComponent(() => import('./approvals/approval-pages.js'), 'ApprovalsPage'),
});

const approvalRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/approvals/$approvalId',
  component: lazyRouteComponent(() => import('./approvals/approval-pages.js'), 'ApprovalPage'),
});

const agentsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/agents',
  validateSearch: (search: Record<string, unknown>) =>
    given({
      q: textIn(search, 'q'),
      archived: flagIn(search, 'archived'),
      agent: textIn(search, 'agent'),
      writes: flagIn(search, 'writes'),
    }),
  component: lazyRouteComponent(() => import('./agents/agents-page.js'), 'AgentsPage'),
});

const conversationFilter = (search: Record<string, unknown>) =>
  given({ q: textIn(search, 'q'), archived: flagIn(search, 'archived') });

const copilotRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/copilot',
  validateSearch: conversationFilter,
  component: lazyRouteComponent(() => import('./copilot/copilot-page.js'), 'CopilotPage'),
});

const copilotSettingsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/copilot/settings',
  component: lazyRouteComponent(() => import('./copilot/copilot-settings-page.js'), 'CopilotSettingsPage'),
});

const conversationRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/copilot/$conversationId',
  validateSearch: conversationFilter,
  component: lazyRouteComponent(() => import('./copilot/copilot-page.js'), 'ConversationPage'),
});

const routeTree = rootRoute.addChildren([
  loginRoute,
  signupRoute,
  forgotPasswordRoute,
  appRoute.addChildren([
    todayRoute,
    importRoute,
    evidenceRoute,
    dealsRoute,
    dealRoute,
    tasksRoute,
    inboxRoute,
    contactsRoute,
    contactRoute,
    contactImportRoute,
    influencersRoute,
    influencerRoute,
    influencerImportRoute,
    screenshotsRoute,
    templatesRoute,
    settingsRoute,
    adminRoute,
    adminCopilotRoute,
    videosRoute,
    viewsRoute,
    paymentsRoute,
    activityRoute,
    teamsRoute,
    teamRoute,
    sharesRoute,
    linksRoute,
    linkRoute,
    approvalsRoute,
    approvalRoute,
    agentsRoute,
    copilotRoute,
    copilotSettingsRoute,
    conversationRoute,
  ]),
]);

export const router = createRouter({ routeTree, scrollRestoration: true, defaultErrorComponent: PageFailure });

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

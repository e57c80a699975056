/**
 * The pages of the app. The gateway serves the app at these paths and a real 404 at all others; names that begin with a colon are ids.
 */
export const APP_PATHS = [
  '/today',
  '/overview',
  '/import',
  '/evidence',
  '/deals',
  '/deals/:dealId',
  '/tasks',
  '/inbox',
  '/contacts',
  '/contacts/import',
  '/contacts/:contactId',
  '/influencers',
  '/influencers/import',
  '/influencers/:influencerId',
  '/screenshots',
  '/templates',
  '/settings',
  '/admin',
  '/admin/copilot',
  '/videos',
  '/views',
  '/payments',
  '/activity',
  '/teams',
  '/teams/:teamId',
  '/shares',
  '/links',
  '/links/:linkId',
  '/approvals',
  '/approvals/:approvalId',
  '/agents',
  '/copilot',
  '/copilot/settings',
  '/copilot/:conversationId',
] as const;

/** Former paths of pages, with their current ones. */
export const MOVED_PATHS = { '/decisions': '/inbox' } as const;

/** Pages for visitors who are not signed in. */
export const SIGN_IN_PATHS = ['/login', '/signup', '/forgot-password'] as const;

/** Paths that people guess, with those of the pages. */
export const GUESSED_PATHS = { '/sign-in': '/login', '/sign-up': '/signup' } as const;

/** Home page of signed-in users. */
export const HOME_PATH = '/today';

export type AppPath = (typeof APP_PATHS)[number];

/** Pages without an id. */
export type PlainAppPath = Exclude<AppPath, `${string}:${string}`>;

const ID = '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}';

const PATTERNS = APP_PATHS.map((path) => new RegExp(`^${path.replaceAll(/:[a-zA-Z]+/g, ID)}$`));

/** Whether the app has a page at this path, which has neither query nor fragment. */
export function isAppPath(path: string): boolean {
  return PATTERNS.some((pattern) => pattern.test(path));
}

/** Pages made on the server with their own sign-in: the approval of an agent, and an invitation. */
const PAGES_WITH_SIGN_IN = new RegExp(`^/(?:agent/authorize(?:/${ID})?|invitations/[A-Za-z0-9_-]{43})$`);

/**
 * The target after signing in: `next` if it is a page to return to, with query and fragment, else the home page. Other origins, `//host` and
 * backslashes are not allowed.
 */
export function safeNext(next: string | null | undefined): string {
  return next !== null && next !== undefined && isPageToReturnTo(next) ? next : HOME_PATH;
}

/** Whether this path, with any query and fragment, is a page of the app, or one that signs in itself. */
export function isPageToReturnTo(next: string): boolean {
  return isAppPath(pathOf(next)) || signsInItself(next);
}

/** Whether the page at this path has its own form to sign in. */
export function signsInItself(next: string): boolean {
  return PAGES_WITH_SIGN_IN.test(pathOf(next));
}

function pathOf(next: string): string {
  return next.split(/[?#]/, 1)[0] ?? '';
}

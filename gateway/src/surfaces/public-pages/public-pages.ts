import { CompressedDocument } from '@svc/http-host/discovery/compressed-document';
import { textDocument } from '@svc/http-host/discovery/document';
import { HOME_PATH } from '@svc/web/shared/paths';
import express, { type Request, type Response, type Router } from 'express';
import { readSessionCredential } from '../../sessions/session-credential.js';
import { INDEXED_SHELL } from '../pages/shell.js';
import { PUBLIC_PAGES, type PublicPage, type PublicTexts, readPage, type Visitor, withEntrances } from './pages.js';
import { preferredType } from './preferred-type.js';
import { renderMarkdown, renderPage } from './public-page-shell.js';
import { sendPage } from './send-page.js';

interface PublicPageOptions {
  readonly appName: string;
  readonly publicTexts: PublicTexts;
  readonly shortenerOrigin: string;
  readonly originOf: (request: Request) => string;
  readonly publicOrigin: string | undefined;
  readonly isSignUpOpen: () => Promise<boolean>;
}

const WELCOME_PATH = '/welcome';

/** Paths of `publicPages`. */
export const PUBLIC_PAGE_PATHS: readonly string[] = ['/', ...PUBLIC_PAGES.map(({ path }) => path)];

/**
 * The public pages, in HTML and in Markdown. Pages lead users to the app, and guests to where they can sign in or up. `/` is the first page in Markdown; it redirects browsers to that page, and signed-in users to Today.
 */
export function publicPages(options: PublicPageOptions): Router {
  const { appName, publicTexts, shortenerOrigin, originOf, publicOrigin, isSignUpOpen } = options;
  const routes = express.Router({ caseSensitive: true, strict: true });
  const senders = new Map(PUBLIC_PAGES.map((page) => [page.path, senderOf(page)] as const));
  routes.get('/', (request: Request, response: Response) => {
    if (preferredType(request) === 'text/markdown') return senders.get(WELCOME_PATH)?.(request, response);
    response.vary('Accept, Cookie').redirect(303, isSignedIn(request) ? HOME_PATH : WELCOME_PATH);
    return undefined;
  });
  for (const [path, send] of senders) routes.all(path, send);
  return routes;

  function senderOf(page: PublicPage): (request: Request, response: Response) => Promise<void> {
    const markdown = new CompressedDocument(
      textDocument(page.path, readPage(publicTexts, page, appName), 'text/markdown'),
    );
    const pages: Readonly<Record<Visitor, CompressedDocument>> = {
      user: pageFor(page, 'user'),
      guest: pageFor(page, 'guest'),
      'guest who cannot sign up': pageFor(page, 'guest who cannot sign up'),
    };
    return async (request, response) => {
      response.vary('Accept, Cookie');
      response.removeHeader('X-Robots-Tag');
      if (preferredType(request) === 'text/markdown') return sendPage(INDEXED_SHELL, markdown, request, response);
      const visitor = await visitorOf(request);
      // Caches that know nothing of cookies would show it to guests.
      const cacheControl = visitor === 'user' ? 'private, no-cache' : undefined;
      return sendPage(INDEXED_SHELL, pages[visitor], request, response, cacheControl);
    };
  }

  function pageFor({ path, title, summary }: PublicPage, visitor: Visitor): CompressedDocument {
    const content = renderMarkdown(withEntrances(publicTexts.get(path) ?? '', visitor), { appName });
    const parts = { appName, path, title, content, shortenerOrigin, description: `${summary}.`, publicOrigin, visitor };
    return new CompressedDocument(textDocument(path, renderPage(INDEXED_SHELL, parts), 'text/html'));
  }

  async function visitorOf(request: Request): Promise<Visitor> {
    if (isSignedIn(request)) return 'user';
    return (await isSignUpOpen()) ? 'guest' : 'guest who cannot sign up';
  }

  /** The app checks whether the session is still valid. */
  function isSignedIn(request: Request): boolean {
    return readSessionCredential(request, originOf(request))?.from === 'cookie';
  }
}

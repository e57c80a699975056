import { CompressedDocument } from '@svc/http-host/discovery/compressed-document';
import { textDocument } from '@svc/http-host/discovery/document';
import { HOME_PATH } from '@svc/web/shared/paths';
import express, { type Request, type Response, type Router } from 'express';
import { readSessionCredential } from '../../sessions/session-credential.js';
import { INDEXED_SHELL } from '../pages/shell.js';
import { PUBLIC_PAGES, type PublicPage, type PublicTexts, readPage } from './pages.js';
import { preferredType } from './preferred-type.js';
import { renderMarkdown, renderPage } from './public-page-shell.js';
import { sendPage } from './send-page.js';

interface PublicPageOptions {
  readonly appName: string;
  readonly publicTexts: PublicTexts;
  readonly shortenerOrigin: string;
  readonly originOf: (request: Request) => string;
  readonly publicOrigin: string | undefined;
}

const WELCOME_PATH = '/welcome';

/** Paths of `publicPages`. */
export const PUBLIC_PAGE_PATHS: readonly string[] = ['/', ...PUBLIC_PAGES.map(({ path }) => path)];

/**
 * The public pages, in HTML and in Markdown. `/` is the first page in Markdown; it redirects browsers to that page, and signed-in users to Today.
 */
export function publicPages(options: PublicPageOptions): Router {
  const { appName, publicTexts, shortenerOrigin, originOf, publicOrigin } = options;
  const routes = express.Router({ caseSensitive: true, strict: true });
  const senders = new Map(PUBLIC_PAGES.map((page) => [page.path, senderOf(page)] as const));
  routes.get('/', (request: Request, response: Response) => {
    if (preferredType(request) === 'text/markdown') return senders.get(WELCOME_PATH)?.(request, response);
    const isSignedIn = readSessionCredential(request, originOf(request))?.from === 'cookie';
    response.vary('Accept, Cookie').redirect(303, isSignedIn ? HOME_PATH : WELCOME_PATH);
    return undefined;
  });
  for (const [path, send] of senders) routes.all(path, send);
  return routes;

  function senderOf(page: PublicPage): (request: Request, response: Response) => Promise<void> {
    const { path, title, summary } = page;
    const description = `${summary}.`;
    const content = renderMarkdown(publicTexts.get(path) ?? '', { appName });
    const forms = {
      'text/html': new CompressedDocument(
        textDocument(
          path,
          renderPage(INDEXED_SHELL, { appName, path, title, content, shortenerOrigin, description, publicOrigin }),
          'text/html',
        ),
      ),
      'text/markdown': new CompressedDocument(
        textDocument(path, readPage(publicTexts, page, appName), 'text/markdown'),
      ),
    };
    return (request, response) => {
      response.vary('Accept');
      response.removeHeader('X-Robots-Tag');
      return sendPage(INDEXED_SHELL, forms[preferredType(request)], request, response);
    };
  }
}

import { textDocument } from '@svc/chassis/discovery/document';
import { HOME_PATH } from '@svc/web/shared/paths';
import express, { type Request, type Response, type Router } from 'express';
import { readSessionCredential } from '../../sessions/session-credential.js';
import { preferredType } from './preferred-type.js';
import { PUBLIC_PAGES, readPage, readPageSource } from './pages.js';
import { sendPage } from './send-page.js';
import { INDEXED_SHELL } from '../pages/shell.js';
import { renderMarkdown, renderPage } from './public-page-shell.js';

interface PublicPageOptions {
  readonly appName: string;
  readonly originOf: (request: Request) => string;
}

/** The pages for everybody, in HTML and in Markdown; `/` leads to the first of them, and people who are signed in to their day. */
export function publicPages({ appName, originOf }: PublicPageOptions): Router {
  const routes = express.Router({ caseSensitive: true, strict: true });
  routes.get('/', (request: Request, response: Response) => {
    const isSignedIn = readSessionCredential(request, originOf(request))?.from === 'cookie';
    response.vary('Cookie').redirect(303, isSignedIn ? HOME_PATH : (PUBLIC_PAGES[0]?.path ?? '/welcome'));
  });
  for (const page of PUBLIC_PAGES) {
    const { path, title } = page;
    const content = renderMarkdown(readPageSource(page), { appName });
    const forms = {
      'text/html': textDocument(path, renderPage(INDEXED_SHELL, { appName, path, title, content }), 'text/html'),
      'text/markdown': textDocument(path, readPage(page, { appName }), 'text/markdown'),
    };
    routes.all(path, (request, response) => {
      response.vary('Accept');
      response.removeHeader('X-Robots-Tag');
      sendPage(INDEXED_SHELL, forms[preferredType(request)], request, response);
    });
  }
  return routes;
}

import { textDocument } from '@svc/chassis/discovery/document';
import express, { type Router } from 'express';
import { preferredType } from './preferred-type.js';
import { PUBLIC_PAGES, readPage, readPageSource } from './pages.js';
import { sendPage } from './send-page.js';
import { INDEXED_SHELL, renderMarkdown, renderPage } from './public-page-shell.js';

/** The pages for everybody, in HTML and in Markdown; `/` leads to the first of them. */
export function publicPages({ appName }: { readonly appName: string }): Router {
  const routes = express.Router({ caseSensitive: true, strict: true });
  routes.get('/', (_request, response) => response.redirect(303, PUBLIC_PAGES[0]?.path ?? '/welcome'));
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

import { CompressedDocument } from '@svc/http-host/discovery/compressed-document';
import { textDocument } from '@svc/http-host/discovery/document';
import { type Html, html } from '@svc/http-host/pages/html';
import type { Width } from '@svc/http-host/pages/page-look';
import type { PageShell } from '@svc/http-host/pages/page-shell';
import type { Operation } from '@svc/operations/registry/define-operation';
import express, { type Request, type Router } from 'express';
import { LRUCache } from 'lru-cache';
import { describeBridge } from '../openapi/describe-bridge.js';
import { describeDashboard } from '../openapi/describe-dashboard.js';
import { GUIDE_SHELL, SHELL } from '../pages/shell.js';
import { readSource } from '../public-pages/pages.js';
import { renderMarkdown, renderPage } from '../public-pages/public-page-shell.js';
import { sendPage } from '../public-pages/send-page.js';
import { type Description, renderApiSurface } from './api-surface.js';

/** Origins whose guide is cached; there is one when configured. */
const ORIGINS_MAX = 8;

const SURFACE_PATH = '/docs/backend/api-surface';
const GUIDE_PATH = '/docs/agents';
const API_PATHS = ['/docs', '/docs/', '/api', '/api/'];

/** Paths of `docsPages`. */
export const DOCS_PATHS: readonly string[] = [SURFACE_PATH, GUIDE_PATH, ...API_PATHS];

export interface DocsPagesOptions {
  readonly appName: string;
  readonly version: string;
  readonly operations: readonly Operation[];
  readonly shortenerOrigin: string;
  readonly publicOriginOf: (request: Request) => string;
}

/** The default of `DOCS_URL`: plain pages, hidden from search engines. */
export function docsPages({ appName, version, operations, shortenerOrigin, publicOriginOf }: DocsPagesOptions): Router {
  const routes = express.Router({ caseSensitive: true, strict: true });
  // Built on first use, because it describes every operation.
  let surface: CompressedDocument | undefined;
  routes.all(SURFACE_PATH, (request, response) => {
    surface ??= page(SHELL, SURFACE_PATH, 'API', renderSurfaces(), 'wide');
    return sendPage(SHELL, surface, request, response);
  });

  // Redirects for visitors who type a shortened path, or open the address of the API.
  routes.get(API_PATHS, (_request, response) => response.redirect(303, '/docs/api'));

  const guide = readSource('docs-agents');
  const guides = new LRUCache<string, CompressedDocument>({ max: ORIGINS_MAX });
  routes.all(GUIDE_PATH, (request, response) => {
    const origin = publicOriginOf(request);
    const known =
      guides.get(origin) ?? page(GUIDE_SHELL, GUIDE_PATH, 'Agents', renderMarkdown(guide, { appName, origin }));
    guides.set(origin, known);
    return sendPage(GUIDE_SHELL, known, request, response);
  });
  return routes;

  function renderSurfaces(): Html {
    const surfaces = [
      {
        title: 'For agents',
        description: describeBridge({ origin: '', appName, version, operations }) as Description,
        source: '/openapi.json',
      },
      {
        title: 'For signed-in users',
        description: describeDashboard(operations, appName, version) as Description,
        source: '/api/openapi.json',
      },
    ];
    return html`<h1>API</h1>
<p>Every route of this host. Fields, bounds and answers are in the OpenAPI descriptions.</p>
${surfaces.map(renderApiSurface)}`;
  }

  function page(shell: PageShell, path: string, title: string, text: Html, width?: Width): CompressedDocument {
    const parts = { appName, path, title, content: text, shortenerOrigin, ...(width && { width }) };
    return new CompressedDocument(textDocument(path, renderPage(shell, parts), 'text/html'));
  }
}

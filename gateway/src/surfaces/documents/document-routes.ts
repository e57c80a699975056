import { appError } from '@svc/chassis/errors/app-error';
import { CompressedDocument } from '@svc/http-host/discovery/compressed-document';
import { sendDocument } from '@svc/http-host/discovery/send-document';
import { setHeaders } from '@svc/http-host/http/error-answer';
import express, { type Request, type Router } from 'express';
import { LRUCache } from 'lru-cache';
import { isThisMachine } from '../../http/public-origin.js';
import type { PublicTexts } from '../public-pages/pages.js';
import type { BotKeys } from './bot-keys.js';
import type { DocumentFacts } from './bridge.js';
import { describeEverything, DOCUMENT_PATHS } from './documents.js';
import { createKeyDirectory, KEY_DIRECTORY_PATH } from './key-directory.js';

/** Maximum origins whose documents are cached. There is one when configured; else one per address under which this machine is reached. */
const ORIGINS_MAX = 8;

const API_DOCS_PATH = '/docs/api';

/** Paths of `documentRoutes`. */
export const DOCUMENT_ROUTE_PATHS: readonly string[] = [...DOCUMENT_PATHS, KEY_DIRECTORY_PATH, API_DOCS_PATH];

export interface DocumentRoutesOptions extends Omit<DocumentFacts, 'origin'> {
  /** Address of the documentation; `/docs` of the public origin when undefined. */
  readonly docsUrl: string | undefined;
  readonly publicOriginOf: (request: Request) => string;
  /** The public origin; undefined when none is configured. */
  readonly publicOrigin: string | undefined;
  readonly botKeys: BotKeys;
  readonly publicTexts: PublicTexts;
}

/** Discovery documents for agents and crawlers. Any other path below `/.well-known/` is not found. */
export function documentRoutes(options: DocumentRoutesOptions): Router {
  const kept = new LRUCache<string, ReadonlyMap<string, CompressedDocument>>({ max: ORIGINS_MAX });
  const documentsOf = (origin: string): ReadonlyMap<string, CompressedDocument> => {
    const known = kept.get(origin);
    if (known) return known;
    const made = new Map(
      describeEverything({ ...options, origin }, options.publicTexts).map((document) => [
        document.path,
        new CompressedDocument(document),
      ]),
    );
    kept.set(origin, made);
    return made;
  };

  const routes = express.Router({ caseSensitive: true, strict: true });
  for (const path of DOCUMENT_PATHS) {
    routes.all(path, (request, response) => {
      const document = documentsOf(options.publicOriginOf(request)).get(path);
      if (!document) throw appError('NOT_FOUND', 'There is no such document.');
      return sendDocument(document, request, response);
    });
  }
  const directory = createKeyDirectory(options.botKeys);
  routes.all(KEY_DIRECTORY_PATH, (request, response) => {
    if (isSignedFor(request, options.publicOrigin)) setHeaders(response, directory.sign(request.host.toLowerCase()));
    // Its signature covers the bytes that are sent.
    return sendDocument(directory.document, request, response);
  });
  routes.get(API_DOCS_PATH, (request, response) => {
    const docsUrl = options.docsUrl ?? `${options.publicOriginOf(request)}/docs`;
    response.redirect(302, `${docsUrl}/backend/api-surface`);
  });
  routes.use('/.well-known', () => {
    throw appError('NOT_FOUND', 'There is no such document.');
  });
  return routes;
}

/** Whether the request's host is the product's own: a signature for another host would let its owner claim the keys. */
function isSignedFor({ host }: Request, publicOrigin: string | undefined): boolean {
  if (publicOrigin === undefined) return isThisMachine(host ?? '');
  return new URL(publicOrigin).host === host?.toLowerCase();
}

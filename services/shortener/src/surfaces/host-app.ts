import { AppError } from '@svc/chassis/errors/app-error';
import { beginRequest, discoveryHeaders, requestIdOf } from '@svc/chassis/http/begin-request';
import { describeFailure, lowerCaseCode } from '@svc/chassis/http/error-answer';
import type { ImageIntake } from '@svc/chassis/images/image-intake';
import express, { type ErrorRequestHandler, type Express, type Request } from 'express';
import { agentSignInRoutes } from '../agent-sign-in/agent-sign-in-routes.js';
import type { AddressOf } from '../http/client-address.js';
import { isShortIdKey } from '../links/short-id.js';
import type { PhotoAnswers } from '../photos/photo-answers.js';
import type { LinkCache } from '../redirects/link-cache.js';
import { answerGone, answerUnknown } from '../redirects/link-pages.js';
import { dashboardPhotos } from './dashboard-photos.js';
import { discoveryRoutes } from './discovery/discovery-routes.js';
import { HOST_OPERATIONS } from './host-operations.js';
import type { HostParts } from './host-parts.js';
import { hostRoutes, type Identify } from './host-routes.js';
import { landingPage } from './landing-page.js';
import { mcpRoute } from './mcp-route.js';

export interface HostAppOptions {
  readonly parts: HostParts;
  readonly cache: LinkCache;
  readonly photos: PhotoAnswers;
  readonly images: ImageIntake;
  readonly identify: Identify;
  readonly addressOf: AddressOf;
  /** Headers of every answer of this host. */
  readonly commonHeaders: readonly string[];
}

const API = '/api/shortener/v1';

/** Everything that the public listener answers beside redirects. */
export function createPublicApp(options: HostAppOptions): Express {
  const { parts, identify, addressOf } = options;
  const app = createApp(options);
  app.use(apiRoutes(options));
  app.use(discoveryRoutes(HOST_OPERATIONS, parts));
  app.use(mcpRoute({ operations: HOST_OPERATIONS, parts, identify, addressOf, images: options.images }));
  app.use(landingPage({ parts, addressOf }));
  app.get('/:shortId/raw', rawImage(options));
  return finish(app, options);
}

/** Everything that the internal listener answers beside redirects: what the gateway proxies to it. */
export function createInternalApp(options: HostAppOptions): Express {
  const { parts, identify, images } = options;
  const app = createApp(options);
  app.use(apiRoutes(options));
  app.post('/dashboard/photos', dashboardPhotos(parts, identify, images));
  app.get('/r/:shortId/raw', rawImage(options));
  return finish(app, options);
}

function createApp({ parts }: HostAppOptions): Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('query parser', 'simple');
  app.use(beginRequest(parts.log, discoveryHeaders(parts.baseUrl)));
  return app;
}

function apiRoutes({ parts, identify, addressOf, images }: HostAppOptions) {
  const routes = express.Router({ caseSensitive: true });
  const { authorizations, addresses, baseUrl } = parts;
  const signIn = agentSignInRoutes({
    authorizations,
    verificationUri: `${baseUrl}/agent/authorize`,
    resource: `${addresses.origin}${API}`,
    addressOf,
    log: parts.log,
  });
  routes.use(`${API}/agent`, signIn);
  routes.use(API, hostRoutes({ operations: HOST_OPERATIONS, parts, identify, addressOf, images }));
  return routes;
}

function rawImage({ cache, photos, commonHeaders }: HostAppOptions) {
  return async (request: Request<{ shortId: string }>, response: express.Response): Promise<void> => {
    const key = request.params.shortId.toLowerCase();
    const link = isShortIdKey(key) ? await cache.find(key) : null;
    if (!link?.photo) answerUnknown(request, response, commonHeaders);
    else if (link.worksUntil <= Date.now()) answerGone(request, response, commonHeaders);
    else await photos.answerImage(request, response, link);
  };
}

function finish(app: Express, { parts, commonHeaders }: HostAppOptions): Express {
  app.use((request, response, next) => {
    if (request.path.startsWith('/api/')) next(new AppError('not_found', 'not_found', 'There is no such path.'));
    else answerUnknown(request, response, commonHeaders);
  });
  app.use(answerError(parts));
  return app;
}

/** The only place of this host that writes error bodies; codes are spelled in lower case. */
function answerError({ log, addresses }: HostParts): ErrorRequestHandler {
  const challenge = `Bearer resource_metadata="${addresses.origin}/.well-known/oauth-protected-resource${API}"`;
  return (thrown: unknown, request, response, _next) => {
    const requestId = requestIdOf(response);
    if (response.headersSent) {
      log.error({ err: thrown, requestId }, 'an answer broke off');
      response.destroy();
      return;
    }
    const { status, headers, error } = describeFailure(thrown, requestId, log);
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    if (status === 401) {
      // Whoever sent a token learns that it is no good, others only where to get one (RFC 6750 section 3.1).
      const isRefused = request.headers.authorization !== undefined;
      response.setHeader('WWW-Authenticate', isRefused ? `${challenge}, error="invalid_token"` : challenge);
    }
    // A body that was not read to its end would be taken for the next request on this connection.
    if (!request.complete) response.setHeader('Connection', 'close');
    response.statusCode = status;
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    response.end(JSON.stringify({ error: { ...error, code: lowerCaseCode(error.code) } }));
  };
}

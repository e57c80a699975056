import { serveDocument } from '@svc/http-host/discovery/send-document';
import {
  discoveryHeaders,
  lowerCodes,
  type MayNameRequests,
  transportHeaders,
} from '@svc/http-host/http/begin-request';
import type { AddressOf } from '@svc/http-host/http/client-address';
import { beginHost, endHost, mountRoutes } from '@svc/http-host/http/host-app';
import type { Route } from '@svc/http-host/http/operation-routes';
import { bearerChallenge } from '@svc/http-host/oauth/bearer';
import { DEVICE_FLOW_PATHS, deviceFlowRoutes } from '@svc/http-host/oauth/device-flow-routes';
import { PROTECTED_RESOURCE_PATH } from '@svc/http-host/oauth/oauth-metadata';
import { PHOTO_ROUTES } from '@svc/image-routes/photo-routes';
import type { ImageIntake } from '@svc/images/intake/image-intake';
import express, { type Express, type Request, type Router } from 'express';
import { validate as isUuid } from 'uuid';
import { linkNotFound } from '../../links/link-errors.js';
import { findSeenLink } from '../../links/link-list-repo.js';
import { isShortIdKey } from '../../links/short-id.js';
import type { PhotoAnswers } from '../../photos/photo-answers.js';
import type { LinkCache } from '../../redirects/link-cache.js';
import { answerGone, answerUnknown } from '../../redirects/link-pages.js';
import type { HostParts } from '../calls/host-parts.js';
import { checkAccess } from '../calls/run-host-operation.js';
import { describeEverything, DOCUMENT_PATHS } from '../discovery/documents.js';
import { createDashboardPhoto } from '../operations/create-dashboard-photo.js';
import { HOST_OPERATIONS } from '../operations/host-operations.js';
import { APPROVAL_REDIRECT_PATHS, approvalRedirect } from './approval-redirect.js';
import { FAMILY, MCP_PATH } from './family.js';
import { hostRoutes, type Identify } from './host-routes.js';
import { LANDING_PATHS, landingPage } from './landing-page.js';
import { hostTools } from './mcp-tools.js';

export interface HostAppOptions {
  readonly parts: HostParts;
  readonly cache: LinkCache;
  readonly photos: PhotoAnswers;
  readonly images: ImageIntake;
  readonly identify: Identify;
  readonly addressOf: AddressOf;
  readonly mayName: MayNameRequests;
  /** Headers of every response of this host. */
  readonly commonHeaders: readonly string[];
}

const RAW_IMAGE_PATH = '/:shortId/raw';
const OWN_PHOTO = PHOTO_ROUTES.image;

const API_PATHS: readonly string[] = [
  ...DEVICE_FLOW_PATHS.map((path) => FAMILY.signIn + path),
  ...HOST_OPERATIONS.map(({ http }) => FAMILY.api + http.path),
];

/** All paths of the public listener except redirects; a segment that begins with a colon matches any value. */
export const PUBLIC_PATHS: readonly string[] = [
  ...API_PATHS,
  ...DOCUMENT_PATHS,
  MCP_PATH,
  ...LANDING_PATHS,
  ...APPROVAL_REDIRECT_PATHS,
  RAW_IMAGE_PATH,
];

/** All paths of the internal listener except redirects. */
export const INTERNAL_PATHS: readonly string[] = [
  ...API_PATHS,
  createDashboardPhoto.http.path,
  OWN_PHOTO.http.path,
  `/r${RAW_IMAGE_PATH}`,
];

/** Paths of the public listener that look like a short id, without the slash. They take precedence over links. */
export const PUBLIC_HOST_PATHS: ReadonlySet<string> = new Set([MCP_PATH.slice(1)]);

/** Routes of the public listener except redirects. */
export function createPublicApp(options: HostAppOptions): Express {
  const { parts, addressOf } = options;
  const app = createApp(options);
  app.use(apiRoutes(options));
  const routes = express.Router({ caseSensitive: true });
  for (const document of describeEverything(HOST_OPERATIONS, parts)) routes.all(document.path, serveDocument(document));
  mount(routes, [hostTools({ ...options, operations: HOST_OPERATIONS })]);
  app.use(routes);
  app.use(landingPage({ parts, addressOf }));
  app.use(approvalRedirect({ baseUrl: parts.baseUrl, origin: parts.addresses.origin }));
  app.get(RAW_IMAGE_PATH, rawImage(options));
  return finish(app, options);
}

/** Routes of the internal listener except redirects; the gateway proxies to them. */
export function createInternalApp(options: HostAppOptions): Express {
  const app = createApp(options);
  app.use(apiRoutes(options));
  app.use(mount(express.Router(), hostRoutes({ ...options, operations: [createDashboardPhoto] })));
  app.get(OWN_PHOTO.http.path, ownPhoto(options));
  app.get(`/r${RAW_IMAGE_PATH}` as const, ({ params: { shortId } }, response) =>
    response.redirect(`${options.parts.addresses.origin}/${shortId}/raw`),
  );
  return finish(app, options);
}

function createApp({ parts, mayName }: HostAppOptions): Express {
  const app = express();
  app.use(lowerCodes);
  const headers = { ...discoveryHeaders(parts.baseUrl), ...transportHeaders(parts.addresses.origin) };
  beginHost(app, { log: parts.log, headers, mayName });
  return app;
}

function apiRoutes(options: HostAppOptions): Router {
  const { parts, addressOf } = options;
  const { authorizations, addresses, baseUrl, log } = parts;
  const signIn = deviceFlowRoutes({
    family: FAMILY.name,
    authorizations,
    verificationUri: () => `${baseUrl}/agent/authorize`,
    resource: () => addresses.origin + FAMILY.api,
    addressOf,
    log,
  });
  const routes = express.Router({ caseSensitive: true });
  routes.use(FAMILY.signIn, mount(express.Router(), signIn));
  const api = express.Router({ caseSensitive: true });
  routes.use(FAMILY.api, mount(api, hostRoutes({ ...options, operations: HOST_OPERATIONS })));
  return routes;
}

function mount(router: Router, routes: readonly Route[]): Router {
  mountRoutes(router, routes);
  return router;
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

/** The image of a link that the caller or a team of theirs can see, even if the link is disabled. Not counted as a click. */
function ownPhoto({ parts, photos, identify }: HostAppOptions) {
  return async (request: Request<{ linkId: string }>, response: express.Response): Promise<void> => {
    const caller = await identify(request);
    checkAccess({ access: OWN_PHOTO.access, bridgeScope: OWN_PHOTO.scope }, caller);
    const { linkId } = request.params;
    const isSeen = caller.kind !== 'guest' && isUuid(linkId);
    const link = isSeen ? await findSeenLink(parts.pool, caller.principal, linkId) : null;
    if (!link?.photo) throw linkNotFound();
    await photos.answerImage(request, response, link);
  };
}

function finish(app: Express, { parts, commonHeaders }: HostAppOptions): Express {
  app.use((request, response, next) => {
    // Programs read these; browsers get the page of an unknown link for the rest.
    if (/^\/(?:api|\.well-known)\//.test(request.path)) next();
    else answerUnknown(request, response, commonHeaders);
  });
  const { log, addresses } = parts;
  const challenge = bearerChallenge(addresses.origin + PROTECTED_RESOURCE_PATH + FAMILY.api);
  endHost(app, { log, challenge, bases: [FAMILY.signIn, FAMILY.api] });
  return app;
}

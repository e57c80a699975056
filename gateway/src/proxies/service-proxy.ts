import type { Agent, ClientRequest } from 'node:http';
import { appError } from '@svc/chassis/errors/app-error';
import { injectTrace } from '@svc/chassis/telemetry/spans';
import { lowerCodes, requestIdOf } from '@svc/http-host/http/begin-request';
import { identityHeaders } from '@svc/http-host/http/forwarded-identity';
import { inRequestSpan } from '@svc/http-host/http/request-span';
import { isRepeatable, openUpstream, wasClosed } from '@svc/http-host/http/upstream';
import type { Caller, InternalHost } from '@svc/operations/run/operation-context';
import express, { type NextFunction, type Request, type RequestHandler, type Response, type Router } from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';
import { claimantFor } from '../http/claimant-for.js';
import { liftIsolation } from '../http/security-headers.js';
import { readAgentCredential } from '../sessions/agent-credential.js';
import type { Authenticate } from '../sessions/authenticator.js';
import { checkSameOrigin } from '../sessions/same-origin.js';
import { readSessionCredential } from '../sessions/session-credential.js';
import { PROXIED_ROUTES, type ProxiedRoute } from './proxied-routes.js';

export interface ServiceProxyOptions {
  /** `host:port` of the services' internal listeners. */
  readonly internalHttp: Readonly<Record<InternalHost, string>>;
  readonly authenticate: Authenticate;
  readonly checkMaintenance: (caller: Caller | undefined) => Promise<void>;
  readonly originOf: (request: Request) => string;
}

/**
 * Forwards requests to the services that handle them, with an assertion of the caller that the gateway identified. Streams bodies without parsing
 * them, so it must come before anything that reads a body.
 */
export function serviceProxy(options: ServiceProxyOptions): Router {
  const routes = express.Router({ caseSensitive: true });
  for (const { lowerCaseBelow } of PROXIED_ROUTES) if (lowerCaseBelow) routes.use(lowerCaseBelow, lowerCodes);
  const proxies = PROXIED_ROUTES.map((route) => ({ route, pass: passTo(route, options) }));
  routes.use((request, response, next) => {
    const found = proxies.find(({ route }) => matches(route, request));
    if (!found) return next();
    liftIsolation(response);
    return found.pass(request, response, next);
  });
  return routes;
}

function matches({ path, method }: ProxiedRoute, request: Request): boolean {
  if (method !== undefined && method !== request.method) return false;
  return path.endsWith('/') ? request.path.startsWith(path) : request.path === path;
}

function passTo(route: ProxiedRoute, options: ServiceProxyOptions): RequestHandler {
  const failures = new WeakMap<Request, (cause: unknown, sent: ClientRequest | undefined) => void>();
  const sent = new WeakMap<Request, ClientRequest>();
  const upstream = openUpstream(route.service, options.internalHttp[route.service], route);
  const { admit, unavailable } = upstream;
  const proxyOn = (agent: Agent) =>
    createProxyMiddleware<Request>({
      target: upstream.origin,
      agent,
      proxyTimeout: route.timeoutMs,
      // Without an error listener, the library writes its own response to failures.
      on: {
        proxyReq: (toService, request) => void sent.set(request, toService),
        error: (cause, request) => failures.get(request)?.(cause, sent.get(request)),
        // The gateway sets these headers itself; the proxy would overwrite them with the service's.
        proxyRes: ({ headers }, _request, response) => {
          delete headers['content-signal'];
          const own = response.getHeader('Link');
          if (headers.link !== undefined) headers.link = besides(String(own ?? ''), [headers.link].flat().join(', '));
        },
      },
    });
  const proxy = proxyOn(upstream.agent);
  const proxyUnused = proxyOn(upstream.unusedAgent);

  const send = async (request: Request, response: Response, next: NextFunction, caller?: Caller): Promise<void> => {
    const leave = await admit(1, claimantFor(caller, request));
    response.once('close', leave);
    if (response.closed) leave();
    const assertion = caller?.assertions[route.service];
    const identity = { assertion, clientAddress: request.ip ?? '', requestId: requestIdOf(response) };
    Object.assign(request.headers, identityHeaders(identity));
    delete request.headers.cookie;
    delete request.headers.authorization;
    const fail = (cause: unknown): void => next(unavailable(cause));
    if (!isRepeatable(request.method)) {
      failures.set(request, fail);
      return proxyUnused(request, response);
    }
    const startedAt = performance.now();
    failures.set(request, (cause, toService) => {
      failures.set(request, fail);
      // A timeout of the library also closes the connection, and must not be retried.
      const isSilent = performance.now() - startedAt >= route.timeoutMs;
      if (isSilent || response.headersSent || !wasClosed(toService, cause)) return fail(cause);
      proxyUnused(request, response).catch(fail);
    });
    await proxy(request, response);
  };

  if (route.caller === 'ignored') return (request, response, next) => send(request, response, next);
  return (request, response, next) =>
    inRequestSpan(request, response, route.service, async () => {
      const caller = await identify(request, options);
      await options.checkMaintenance(caller);
      injectTrace(request.headers, { set: (headers, name, value) => void (headers[name] = value) });
      await send(request, response, next, caller);
    });
}

/** This host's links, followed by links that only the service has. */
function besides(own: string, theirs: string): string {
  return theirs.includes('rel="api-catalog"') ? own : [own, theirs].filter((link) => link !== '').join(', ');
}

/** The caller: an agent or a signed-in user. Rejects for an unknown token. */
async function identify(
  request: Request,
  { authenticate, originOf }: ServiceProxyOptions,
): Promise<Caller | undefined> {
  const origin = originOf(request);
  const agentCredential = readAgentCredential(request);
  const session = agentCredential ? undefined : readSessionCredential(request, origin);
  const isSafe = request.method === 'GET' || request.method === 'HEAD';
  if (!isSafe) checkSameOrigin(request, origin, { hasCookie: session?.from === 'cookie' });
  const credential = agentCredential ?? session;
  const caller = credential ? await authenticate(credential) : undefined;
  if (!caller && request.headers.authorization !== undefined) {
    throw appError('UNAUTHENTICATED', 'The token is not valid, has expired or was revoked. Sign in again.');
  }
  return caller;
}

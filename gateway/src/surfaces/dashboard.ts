import { createHash } from 'node:crypto';
import { type AppError, appError } from '@svc/chassis/errors/app-error';
import { lowerCodes, noteRoute } from '@svc/http-host/http/begin-request';
import { mountGroupedRoutes } from '@svc/http-host/http/host-app';
import type { OperationAnswer } from '@svc/http-host/http/operation-answer';
import { lowerCasePaths, operationRoutes, type RoutedCall } from '@svc/http-host/http/operation-routes';
import { readIdempotencyKey } from '@svc/http-host/http/request-headers';
import type { OperationCatalog } from '@svc/operations/registry/catalog';
import type { Operation } from '@svc/operations/registry/define-operation';
import { checkCaller } from '@svc/operations/run/checks';
import type { Clients } from '@svc/operations/run/clients';
import type { Caller, Documentation } from '@svc/operations/run/operation-context';
import { runOperation } from '@svc/operations/run/run-operation';
import express, { type Request, type Response, type Router } from 'express';
import { clearStorage, liftIsolation } from '../http/security-headers.js';
import type { ForwardFor } from '../proxies/forward.js';
import { readAgentCredential } from '../sessions/agent-credential.js';
import type { Authenticate } from '../sessions/authenticator.js';
import { checkSameOrigin } from '../sessions/same-origin.js';
import { clearSessionCookie, readSessionCredential, setSessionCookie } from '../sessions/session-credential.js';
import type { SessionLimit } from '../sessions/session-limit.js';
import { keepViewingPass } from '../sessions/viewing-pass.js';
import { API_PATH, operationContext, type ReadBodyOptions, readOperationBody } from './operation-calls.js';

/** Areas whose existence only administrators may know. */
const ADMIN_AREAS = ['/admin/copilot', '/admin/settings'];

export interface DashboardOptions extends ReadBodyOptions {
  readonly operations: readonly Operation[];
  readonly clients: Clients;
  readonly catalog: OperationCatalog;
  readonly authenticate: Authenticate;
  /** Rejects while maintenance excludes this caller. */
  readonly checkMaintenance: (caller: Caller | undefined) => Promise<void>;
  /** Limits the calls of each user. */
  readonly sessionLimit: SessionLimit;
  readonly originOf: (request: Request) => string;
  readonly appName: string;
  readonly shortenerOrigin: string;
  readonly documentation: Documentation;
  /** Forwards images to services, within limits shared by all surfaces. */
  readonly forwardFor: ForwardFor;
}

/** The caller, with facts from the request's credential. */
interface DashboardCaller {
  readonly caller: Caller | undefined;
  readonly renewCaller: (() => Promise<Caller | undefined>) | undefined;
  readonly forgetCaller: (() => void) | undefined;
  readonly source: 'dashboard' | 'extension';
}

/** Every operation as a route below `/api`, for browsers and the extension, called with a session. */
export function dashboardRoutes(options: DashboardOptions): Router {
  const { operations, originOf } = options;
  const routes = express.Router({ caseSensitive: true });
  for (const path of lowerCasePaths(operations)) routes.use(path, lowerCodes);
  const mounted = operationRoutes<Operation, DashboardCaller, Request, Response>({
    operations,
    base: API_PATH,
    identify: (operation, request) => identify(operation, request, originOf(request), options),
    authorize: (operation, { caller }, response) => authorize(operation, caller, response, options),
    readBody: (operation, request, { caller }) => readOperationBody(operation, request, options, caller),
    run: (call) => run(call, options),
    attributes: (operation, { caller }) => ({
      'svc.tier': operation.tier,
      ...(caller && caller.kind !== 'service'
        ? { 'enduser.id': createHash('sha256').update(caller.userId).digest('hex').slice(0, 16) }
        : {}),
    }),
  });
  mountGroupedRoutes(routes, mounted, () => express.Router({ caseSensitive: true }));
  for (const area of ADMIN_AREAS) routes.use(area, unknownInArea(area, options));
  return routes;
}

/** Handles unmatched requests to an administrators' area: 404, after refusing callers without access. */
function unknownInArea(area: string, options: DashboardOptions) {
  const operation = options.operations.find(
    ({ access, tier, http }) => access === 'admin' && tier === 0 && http.path.startsWith(area),
  );
  if (!operation) throw new Error(`${area} has no operation that administrators read.`);
  return async (request: Request, response: Response): Promise<never> => {
    noteRoute(response, API_PATH + area);
    const { caller } = await identify(operation, request, options.originOf(request), options);
    await authorize(operation, caller, response, options);
    throw appError('NOT_FOUND', 'There is no such path.');
  };
}

async function authorize(
  operation: Operation,
  caller: Caller | undefined,
  response: Response,
  { sessionLimit }: DashboardOptions,
): Promise<void> {
  await sessionLimit.spend(operation, caller, response);
  checkCaller(operation, caller);
}

async function run(
  {
    operation,
    caller: { caller, renewCaller, forgetCaller, source },
    input,
    expectedVersion,
    request,
    response,
    ...call
  }: RoutedCall<Operation, DashboardCaller, Request, Response>,
  options: DashboardOptions,
): Promise<OperationAnswer> {
  const origin = options.originOf(request);
  const result = await runOperation({
    ...call,
    operation,
    catalog: options.catalog,
    input,
    caller,
    renewCaller,
    forgetCaller,
    idempotencyKey: caller ? readIdempotencyKey(request) : undefined,
    context: {
      ...operationContext(request, origin, options, options.forwardFor(request, response)),
      expectedVersion,
      source,
    },
  });
  const { session } = operation.http;
  if (session === 'opens') openSession(request, response, origin, result.output as { token?: string });
  if (session === 'ends') {
    clearSessionCookie(response, origin);
    clearStorage(response);
  }
  if (session === 'views') keepViewingPass(request, response, origin, result.output as { viewingPass?: string });
  // Pages of other origins may embed pictures.
  if (result.file) liftIsolation(response);
  return result;
}

/** The caller. A cookie counts only with proof that the page is of this origin; public operations do not read sessions. */
async function identify(
  operation: Operation,
  request: Request,
  origin: string,
  options: DashboardOptions,
): Promise<DashboardCaller> {
  const isPublic = operation.access === 'public';
  const session = isPublic ? undefined : readSessionCredential(request, origin);
  const credential = session && { ...session, administers: operation.access === 'admin' };
  if (operation.tier > 0) checkSameOrigin(request, origin, { hasCookie: credential?.from === 'cookie' });
  const caller = credential ? await options.authenticate(credential) : undefined;
  if (operation.http.maintenance !== 'open') await options.checkMaintenance(caller);
  if (!caller && isFromAgent(operation, request)) throw agentElsewhere();
  const renewCaller = credential ? () => options.authenticate(credential) : undefined;
  const forgetCaller = credential ? () => options.authenticate.forget(credential) : undefined;
  return { caller, renewCaller, forgetCaller, source: credential?.from === 'bearer' ? 'extension' : 'dashboard' };
}

/** Whether an agent's token came where only sessions count, and the operation needs one. */
function isFromAgent({ access }: Operation, request: Request): boolean {
  return access !== 'public' && access !== 'anyone' && readAgentCredential(request) !== undefined;
}

function agentElsewhere(): AppError {
  const message =
    "This is an agent's token, and opens only operations below /api/agent. Call the same path there; GET /api/agent/schema lists them.";
  return appError('UNAUTHENTICATED', message);
}

/** Sets the cookie. Pages of this origin do not get the token, because their scripts do not need it. */
function openSession(request: Request, response: Response, origin: string, session: { token?: string }): void {
  if (session.token !== undefined) setSessionCookie(response, origin, session.token);
  if (request.headers['sec-fetch-site'] === 'same-origin') delete session.token;
}

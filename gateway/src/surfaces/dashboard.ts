import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '@svc/chassis/errors/app-error';
import type { HttpMethod, Operation } from '@svc/operations/define-operation';
import type { Caller, Clients, SurfaceContext } from '@svc/operations/operation-context';
import { runOperation, type OperationResult } from '@svc/operations/run-operation';
import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import { requestIdOf } from '@svc/chassis/http/begin-request';
import { readExpectedVersion, readIdempotencyKey } from '@svc/chassis/http/request-headers';
import { readInput } from '@svc/chassis/http/request-input';
import { inRequestSpan } from '@svc/chassis/http/request-span';
import { forwardBody } from '../proxies/forward-body.js';
import type { Authenticate } from '../sessions/authenticator.js';
import { keepViewingPass, readViewingPass } from '../sessions/viewing-pass.js';
import { checkSameOrigin } from '../sessions/same-origin.js';
import { clearSessionCookie, readSessionCredential, setSessionCookie } from '../sessions/session-credential.js';

export interface DashboardOptions {
  readonly operations: readonly Operation[];
  readonly clients: Clients;
  readonly authenticate: Authenticate;
  /** Rejects while the system is closed to this caller. */
  readonly checkMaintenance: (request: Request, caller: Caller | undefined) => Promise<void>;
  readonly originOf: (request: Request) => string;
  readonly appName: string;
  /** `host:port` of the shortener's internal listener, which takes images. */
  readonly shortenerHttpAddress: string;
}

/** Every operation as a route below `/api`, for people's browsers and the extension: called with a session. */
export function dashboardRoutes(options: DashboardOptions): Router {
  const routes = express.Router({ caseSensitive: true });
  for (const [path, operations] of byPath(options.operations)) {
    const route = routes.route(path);
    for (const operation of operations) {
      const handlers = [acceptBody(operation), handle(operation, options)];
      for (const method of methodsOf(operation)) route[methodName(method)](...handlers);
    }
    route.all(refuseMethod(operations.flatMap(methodsOf)));
  }
  return routes;
}

/** Paths with literal segments before those with names, so that `/deals/due-views` is not taken for the id of a deal. */
function byPath(operations: readonly Operation[]): [string, Operation[]][] {
  const paths = new Map<string, Operation[]>();
  for (const operation of operations) {
    const same = paths.get(operation.http.path) ?? [];
    paths.set(operation.http.path, [...same, operation]);
  }
  // ':' sorts after the letters once it is replaced by the last character there is.
  const key = (path: string): string => path.replaceAll(':', '\uffff');
  return [...paths].toSorted(([left], [right]) => (key(left) < key(right) ? -1 : 1));
}

export function methodsOf(operation: Operation): readonly HttpMethod[] {
  const { method } = operation.http;
  return typeof method === 'string' ? [method] : method;
}

function methodName(method: HttpMethod): 'get' | 'post' | 'put' | 'patch' | 'delete' {
  return method.toLowerCase() as Lowercase<HttpMethod>;
}

function refuseMethod(allowed: readonly HttpMethod[]): RequestHandler {
  const names = [...new Set(allowed.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))];
  return (request, response, next) => {
    response.setHeader('Allow', names.join(', '));
    next(
      new AppError(
        'method_not_allowed',
        'METHOD_NOT_ALLOWED',
        `${request.method} is not for this path; ${names.join(', ')} is.`,
      ),
    );
  };
}

function acceptBody(operation: Operation): RequestHandler {
  const { accepts } = operation.http;
  const parse = express.json({ limit: operation.http.bodyLimit ?? '1mb', strict: false });
  const types = accepts ?? ['application/json'];
  return (request, response, next) => {
    const { 'content-length': length, 'transfer-encoding': chunked } = request.headers;
    const hasBody = chunked !== undefined || (length !== undefined && length !== '0');
    if (!hasBody || request.method === 'GET' || request.method === 'HEAD') {
      next();
    } else if (!request.is([...types])) {
      const message = `Send the body with Content-Type: ${types.join(' or ')}.`;
      next(new AppError('unsupported_media', 'UNSUPPORTED_MEDIA_TYPE', message));
    } else if (accepts) {
      next();
    } else {
      parse(request, response, next);
    }
  };
}

function handle(operation: Operation, options: DashboardOptions): RequestHandler {
  return (request, response) =>
    inRequestSpan(request, response, operation.name, async (span) => {
      const origin = options.originOf(request);
      const { caller, renewCaller, source } = await identify(operation, request, origin, options);
      if (span.isRecording()) span.setAttributes(spanAttributes(operation, request, caller));
      const result = await runOperation({
        operation,
        operations: options.operations,
        input: readInput(operation.input, request),
        caller,
        renewCaller,
        requestId: requestIdOf(response),
        idempotencyKey: caller ? readIdempotencyKey(request) : undefined,
        signal: goneSignal(operation, response),
        context: {
          ...operationContext(request, origin, options),
          source,
          forwardBody: (path) => forwardBody(options.shortenerHttpAddress, path, request, caller),
        },
      });
      await answer(operation, request, response, origin, result);
    });
}

/** What every operation may know of a request. */
export function operationContext(
  request: Request,
  origin: string,
  { clients, appName }: Pick<DashboardOptions, 'clients' | 'appName'>,
): SurfaceContext {
  return {
    clients,
    client: { address: request.ip ?? '', userAgent: (request.headers['user-agent'] ?? '').slice(0, 400) },
    source: 'dashboard',
    expectedVersion: readExpectedVersion(request),
    baseUrl: origin,
    viewingPass: readViewingPass(request),
    forwardBody: () => Promise.reject(new AppError('invalid_input', 'VALIDATION_ERROR', 'Send the image over HTTP.')),
    appName,
  };
}

/** Who calls. A cookie counts only with proof that the page is of this origin; public operations do not look at sessions. */
async function identify(operation: Operation, request: Request, origin: string, options: DashboardOptions) {
  const isPublic = operation.access === 'public';
  const credential = isPublic ? undefined : readSessionCredential(request, origin);
  if (operation.tier > 0) checkSameOrigin(request, origin, credential?.from === 'cookie');
  const caller = credential ? await options.authenticate(credential) : undefined;
  await options.checkMaintenance(request, caller);
  const renewCaller = credential ? () => options.authenticate(credential) : undefined;
  const source = credential?.from === 'bearer' ? ('extension' as const) : ('dashboard' as const);
  return { caller, renewCaller, source };
}

/** Aborts when the client goes away, for reads alone: a write that has begun is brought to its end. */
function goneSignal(operation: Operation, response: Response): AbortSignal {
  const gone = new AbortController();
  if (operation.tier === 0) {
    response.once('close', () => {
      if (!response.writableFinished) gone.abort();
    });
  }
  return gone.signal;
}

async function answer(
  operation: Operation,
  request: Request,
  response: Response,
  origin: string,
  result: OperationResult,
): Promise<void> {
  const { http } = operation;
  const { output, stream, file, version } = result;
  if (http.session === 'opens') openSession(request, response, origin, output as { token?: string });
  if (http.session === 'ends') clearSessionCookie(response, origin);
  if (http.session === 'views')
    keepViewingPass(request, response, origin, output as { viewingPass?: string | undefined } | undefined);
  if (version !== undefined) response.setHeader('ETag', `"${version}"`);
  if (http.location !== undefined) response.setHeader('Location', locationOf(http.location, output, request.params));
  if (result.replayed) response.setHeader('Idempotency-Replayed', 'true');
  if (stream) {
    await answerFile(operation, response, stream);
    return;
  }
  if (file) {
    response.setHeader('Content-Type', file.contentType);
    response.setHeader('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox");
    response.end(file.content);
    return;
  }
  response.statusCode = statusOf(operation, output);
  if (output === undefined) {
    response.end();
    return;
  }
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.end(JSON.stringify(output));
}

/** Sends a file as fast as the client takes it. Whoever goes away before its end has changed their mind, which is no error. */
async function answerFile({ http }: Operation, response: Response, stream: AsyncIterable<string>): Promise<void> {
  const filename = http.filename ?? http.path.slice(http.path.lastIndexOf('/') + 1);
  response.setHeader('Content-Type', `${http.produces}; charset=utf-8`);
  response.setHeader('Content-Disposition', `attachment; filename="${filename}"`);
  try {
    await pipeline(Readable.from(stream), response);
  } catch (error) {
    if (!isPrematureClose(error)) throw error;
  }
}

function isPrematureClose(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
}

function statusOf({ http }: Operation, output: unknown): number {
  if (typeof http.status === 'function') return http.status(output as Readonly<Record<string, unknown>>);
  return http.status ?? (output === undefined ? 204 : 200);
}

/** Sets the cookie; a page of this origin gets no token, which no script of it needs to see. */
function openSession(request: Request, response: Response, origin: string, session: { token?: string }): void {
  if (session.token !== undefined) setSessionCookie(response, origin, session.token);
  if (request.headers['sec-fetch-site'] === 'same-origin') delete session.token;
}

function locationOf(pattern: string, output: unknown, params: Request['params']): string {
  const fields = { ...params, ...(output as Record<string, unknown>) };
  return `/api${pattern.replaceAll(/:(\w+)/g, (_match, name: string) => String(fields[name]))}`;
}

function spanAttributes(operation: Operation, request: Request, caller: Caller | undefined) {
  return {
    'svc.operation': operation.name,
    'svc.tier': operation.tier,
    'http.request.method': request.method,
    'http.route': `/api${operation.http.path}`,
    ...(caller ? { 'enduser.id': createHash('sha256').update(caller.userId).digest('hex').slice(0, 16) } : {}),
  };
}

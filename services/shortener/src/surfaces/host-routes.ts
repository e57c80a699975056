import { runInCall } from '@svc/chassis/call-context';
import { AppError } from '@svc/chassis/errors/app-error';
import { requestIdOf } from '@svc/chassis/http/begin-request';
import { readExpectedVersion, readIdempotencyKey } from '@svc/chassis/http/request-headers';
import { readInput } from '@svc/chassis/http/request-input';
import { inRequestSpan } from '@svc/chassis/http/request-span';
import type { ImageIntake } from '@svc/chassis/images/image-intake';
import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import { receiveImage } from './receive-image.js';
import type { HostCall, HostCaller } from './host-call.js';
import type { HostOperation } from './host-operation.js';
import type { HostParts } from './host-parts.js';
import { checkAccess, runHostOperation } from './run-host-operation.js';

/** Milliseconds that an operation may take, identity included. */
const DEADLINE_MS = 20_000;

/** Says who calls. Throws `unauthorized` for a credential that opens nothing. */
export type Identify = (request: Request) => Promise<HostCaller>;

export interface HostRoutesOptions {
  readonly operations: readonly HostOperation[];
  readonly parts: HostParts;
  readonly identify: Identify;
  readonly addressOf: (request: Request) => string;
  readonly images: ImageIntake;
}

/** Every operation of the host as a route; to be mounted at `/api/shortener/v1`. */
export function hostRoutes(options: HostRoutesOptions): Router {
  const routes = express.Router({ caseSensitive: true });
  for (const [path, operations] of Map.groupBy(byLiteralFirst(options.operations), ({ http }) => http.path)) {
    const route = routes.route(path);
    for (const operation of operations) {
      route[methodName(operation)](acceptBody(operation), handle(operation, options));
    }
    route.all(refuseMethod(operations));
  }
  return routes;
}

/** Paths with literal segments before those with names. */
function byLiteralFirst(operations: readonly HostOperation[]): HostOperation[] {
  const key = ({ http }: HostOperation): string => http.path.replaceAll(':', '\uffff');
  return operations.toSorted((left, right) => (key(left) < key(right) ? -1 : 1));
}

function methodName({ http }: HostOperation): 'get' | 'post' | 'patch' | 'delete' {
  return http.method.toLowerCase() as Lowercase<HostOperation['http']['method']>;
}

function acceptBody({ http }: HostOperation): RequestHandler {
  const parse = express.json({ limit: '256kb', strict: false });
  return (request, response, next) => {
    const { 'content-length': length, 'transfer-encoding': chunked } = request.headers;
    const hasBody = chunked !== undefined || (length !== undefined && length !== '0');
    if (!hasBody || http.method === 'GET' || http.takesImage) {
      next();
    } else if (!request.is('application/json')) {
      const message = 'Send the body with Content-Type: application/json.';
      next(new AppError('unsupported_media', 'unsupported_media_type', message));
    } else {
      parse(request, response, next);
    }
  };
}

function handle(operation: HostOperation, options: HostRoutesOptions): RequestHandler {
  const run = async (request: Request, response: Response): Promise<void> => {
    const caller = await options.identify(request);
    const call: HostCall = {
      caller,
      clientAddress: options.addressOf(request),
      expectedVersion: readExpectedVersion(request),
      claimToken: request.get('x-claim-token'),
      setHeader: (name, value) => void response.setHeader(name, value),
    };
    const context = {
      requestId: requestIdOf(response),
      operation: operation.name,
      deadline: Date.now() + DEADLINE_MS,
      signal: new AbortController().signal,
      ...principalOf(caller),
      ...keyOf(request, caller),
    };
    await runInCall(context, async () => {
      checkAccess(operation, call);
      const { fields, image } = operation.http.takesImage
        ? await receiveImage(options.images, request)
        : { fields: readInput(operation.input, request) as Record<string, unknown>, image: undefined };
      const whole = image ? { ...call, image } : call;
      answer(operation, response, await runHostOperation(operation, fields, whole, options.parts), options.parts);
    });
  };
  return (request, response) => inRequestSpan(request, response, operation.name, () => run(request, response));
}

/** A signed-in user's assertion goes on to identity, which is asked about the user's agents. */
function principalOf(caller: HostCaller) {
  if (caller.kind === 'guest') return {};
  return caller.kind === 'user'
    ? { principal: caller.principal, assertion: caller.assertion }
    : { principal: caller.principal };
}

/** Guests have no identity that a key could belong to. */
function keyOf(request: Request, caller: HostCaller) {
  const key = caller.kind === 'guest' ? undefined : readIdempotencyKey(request);
  return key === undefined ? {} : { idempotencyKey: key };
}

function answer(
  { http }: HostOperation,
  response: Response,
  { output, contentType }: { readonly output: unknown; readonly contentType: string | undefined },
  { addresses }: HostParts,
): void {
  if (contentType !== undefined) {
    response.setHeader('Content-Type', contentType);
    response.setHeader('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox");
    response.end(output);
    return;
  }
  const fields = (output ?? {}) as Readonly<Record<string, unknown>>;
  response.statusCode = statusOf(http.status, output, fields);
  if (typeof fields.version === 'number') response.setHeader('ETag', `"${fields.version}"`);
  if (response.statusCode === 201) {
    response.setHeader('Location', `${addresses.origin}/api/shortener/v1/links/${String(fields.shortId)}`);
  }
  if (output === undefined) {
    response.end();
    return;
  }
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.end(JSON.stringify(output));
}

function statusOf(
  status: HostOperation['http']['status'],
  output: unknown,
  fields: Readonly<Record<string, unknown>>,
): number {
  if (typeof status === 'function') return status(fields);
  return status ?? (output === undefined ? 204 : 200);
}

function refuseMethod(operations: readonly HostOperation[]): RequestHandler {
  const names = operations.flatMap(({ http: { method } }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  return (request, response, next) => {
    response.setHeader('Allow', names.join(', '));
    const message = `${request.method} is not for this path; ${names.join(', ')} is.`;
    next(new AppError('method_not_allowed', 'method_not_allowed', message));
  };
}

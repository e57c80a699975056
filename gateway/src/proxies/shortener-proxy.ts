import { Agent } from 'node:http';
import { AppError } from '@svc/chassis/errors/app-error';
import { requestIdOf } from '@svc/chassis/http/begin-request';
import { inRequestSpan } from '@svc/chassis/http/request-span';
import { injectTrace } from '@svc/chassis/telemetry/spans';
import type { Caller } from '@svc/operations/operation-context';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';
import type { Authenticate } from '../sessions/authenticator.js';
import { checkSameOrigin } from '../sessions/same-origin.js';
import { readSessionCredential } from '../sessions/session-credential.js';
import { readAgentCredential } from '../sessions/agent-credential.js';
import { hopHeaders } from './hop-headers.js';

export interface ShortenerProxyOptions {
  /** `host:port` of the shortener's internal listener. */
  readonly address: string;
  readonly authenticate: Authenticate;
  readonly checkMaintenance: (request: Request, caller: Caller | undefined) => Promise<void>;
  readonly originOf: (request: Request) => string;
}

/** Milliseconds within which the shortener has to answer; an upload may take two minutes. */
const TIMEOUT_MS = 150_000;

/**
 * Sends the shortener's routes of the main host on to it: redirects as they are, the API with an assertion of whoever the gateway
 * finds out to be calling. Bodies are streamed and never parsed here, so this stands before every body parser.
 */
export function shortenerProxy({
  address,
  authenticate,
  checkMaintenance,
  originOf,
}: ShortenerProxyOptions): RequestHandler {
  const agent = new Agent({ keepAlive: true });
  const failures = new WeakMap<Request, (cause: unknown) => void>();
  const proxy = createProxyMiddleware<Request>({
    target: `http://${address}`,
    agent,
    proxyTimeout: TIMEOUT_MS,
    // The library tells failures to listeners alone, and writes an answer of its own unless there is one.
    on: { error: (cause, request) => failures.get(request)?.(cause) },
  });

  const identify = async (request: Request): Promise<Caller | undefined> => {
    const origin = originOf(request);
    const agentCredential = readAgentCredential(request);
    const session = agentCredential ? undefined : readSessionCredential(request, origin);
    const isSafe = request.method === 'GET' || request.method === 'HEAD';
    if (!isSafe) checkSameOrigin(request, origin, session?.from === 'cookie');
    const credential = agentCredential ?? session;
    const caller = credential ? await authenticate(credential) : undefined;
    if (!caller && request.headers.authorization !== undefined) {
      throw new AppError('unauthenticated', 'UNAUTHENTICATED', 'The token is not valid, has expired or was revoked.');
    }
    return caller;
  };

  const send = (request: Request, response: Response, next: NextFunction, caller: Caller | undefined) => {
    Object.assign(request.headers, hopHeaders(request, requestIdOf(response), caller));
    delete request.headers.cookie;
    delete request.headers.authorization;
    failures.set(request, (cause) => {
      const message = 'Short links are not available right now. Try again in a moment.';
      next(new AppError('unavailable', 'UNAVAILABLE', message, { cause, retryAfterSeconds: 1 }));
    });
    return proxy(request, response);
  };

  return async (request, response, next) => {
    if (request.path.startsWith('/r/')) {
      await send(request, response, next, undefined);
    } else if (request.path.startsWith('/api/shortener/v1/')) {
      await inRequestSpan(request, response, 'shortener', async () => {
        const caller = await identify(request);
        await checkMaintenance(request, caller);
        injectTrace(request.headers, { set: (headers, name, value) => void (headers[name] = value) });
        await send(request, response, next, caller);
      });
    } else {
      next();
    }
  };
}

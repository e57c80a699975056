import type { ServerUnaryCall, ServerWritableStream } from '@grpc/grpc-js';
import { abandon, type CallContext } from '../calls/call-context.js';
import type { Principal, SignedInPrincipal, UserPrincipal } from '../calls/principal.js';
import { type AppError, appError } from '../errors/app-error.js';
import type { CallMetadata } from './call-metadata.js';

/** Default timeout of a call in milliseconds, without the caller's deadline. */
const DEADLINE_MS = 30_000;

/** The data about a call that is available to its handler. */
export interface ServerCall {
  readonly context: CallContext;
  /** The verified user. Throws for public methods and those of services, which have none. */
  readonly user: UserPrincipal;
  /** The verified user with the session of the call. Throws for agents, which have no session, and for principals that act for a user. */
  readonly signedIn: SignedInPrincipal;
}

/** The context of an arriving call. */
export function callContext(
  call: ServerUnaryCall<unknown, unknown> | ServerWritableStream<unknown, Buffer>,
  sent: CallMetadata,
  requestId: string,
  principal: Principal | undefined,
): CallContext {
  let gone: AbortController | undefined;
  const deadline = call.getDeadline();
  const deadlineMs = deadline instanceof Date ? deadline.getTime() : deadline;
  const context: CallContext = {
    requestId,
    startedAt: performance.now(),
    deadline: Number.isFinite(deadlineMs) ? deadlineMs : Date.now() + DEADLINE_MS,
    // Created on first use: most handlers never need it.
    get signal() {
      gone ??= new AbortController();
      if (call.cancelled) gone.abort(callerGone());
      return gone.signal;
    },
    ...(principal === undefined ? {} : { principal }),
    ...(sent.assertion === undefined ? {} : { assertion: sent.assertion }),
    ...(sent.operation === undefined ? {} : { operation: sent.operation }),
    ...(sent.tier === undefined ? {} : { tier: sent.tier }),
    ...(sent.agent === undefined ? {} : { agent: sent.agent }),
    ...(sent.idempotencyKey === undefined ? {} : { idempotencyKey: sent.idempotencyKey }),
  };
  // The event fires at the end of every call; only before the response does it mean that the caller has left.
  call.on('cancelled', () => {
    if (!call.cancelled) return;
    gone?.abort(callerGone());
    abandon(context);
  });
  return context;
}

export function serverCall(context: CallContext): ServerCall {
  return {
    context,
    get user() {
      const { principal } = context;
      if (!principal || principal.kind === 'service') throw unauthenticated();
      return principal;
    },
    get signedIn() {
      const { user } = this;
      if (user.kind === 'agent' || user.through !== undefined) throw closedToAgents();
      return user;
    },
  };
}

/** The abort reason for work whose caller has left: an AppError, because this is not a bug. */
function callerGone(): AppError {
  return appError('TIMEOUT', 'The caller disconnected before the response.');
}

export function closedToAgents(): AppError {
  return appError('FORBIDDEN', 'Agents may not do this. The user must do it in the product itself.');
}

export function unauthenticated(): AppError {
  return appError('UNAUTHENTICATED', 'Sign in first.');
}

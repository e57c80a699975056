import { v7 as newId } from 'uuid';
import { type CallContext, currentCall, runInCall } from '../calls/call-context.js';
import type { Principal, UserPrincipal } from '../calls/principal.js';
import { AppError } from '../errors/app-error.js';
import type { AsService } from './service-call.js';
import type { VerifyAssertion } from './verify-assertion.js';

/** A caller's sign-in, stored with work that outlives the caller's assertion, so that the work can continue for the same user. */
export interface Grant {
  readonly userId: string;
  readonly kind: 'session' | 'agent' | 'adapter';
  /** UUID of the session, or of the request by which the user approved the agent; the user's own for an operator's adapter. */
  readonly id: string;
  /** The agent's scopes when the work began; empty for users. */
  readonly scopes: readonly string[];
}

const GRANT_CASES = { session: 'sessionId', agent: 'agentRequestId', adapter: 'adapterUserId' } as const;

/** The part of identity that issues fresh assertions. */
export interface RenewalSource {
  renew(request: {
    userId: string;
    grant: { $case: (typeof GRANT_CASES)[Grant['kind']]; value: string };
    scopes: string[];
  }): Promise<{ readonly assertion: string }>;
}

export interface RenewalDependencies {
  /** Calls identity in the service's own name. */
  readonly asService: AsService;
  readonly source: RenewalSource;
  readonly verify: VerifyAssertion;
}

/** Limits for work outside a call; a running call has its own. */
export interface WorkBounds {
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

/**
 * Runs one step of a long task for the user of a grant: clients used in the step send a fresh assertion for that user. The step should finish within
 * 30 seconds. Throws GRANT_ENDED without running the step once the grant has ended.
 */
export type AsGranted = <T>(
  grant: Grant,
  work: (principal: UserPrincipal) => Promise<T>,
  bounds?: WorkBounds,
) => Promise<T>;

/** Timeout of a step outside a call, in milliseconds. */
const STEP_MS = 10_000;

/** The sign-in of a verified caller. */
export function grantOf(principal: UserPrincipal): Grant {
  const { userId } = principal;
  if (principal.kind === 'user') return { userId, kind: 'session', id: principal.sessionId, scopes: [] };
  const { requestId, scopes } = principal.agent;
  return requestId === null
    ? { userId, kind: 'adapter', id: userId, scopes }
    : { userId, kind: 'agent', id: requestId, scopes };
}

/** Milliseconds after which the assertion from the start of a call is too old to rely on. */
const OLD_MS = 20_000;

/** Runs the rest of a call, or rejects with GRANT_ENDED without running it when the caller is no longer authorized. */
export type IfStillAllowed = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** For a call that starts now and may take long: rechecks the caller's authorization after a slow body. */
export function ifStillAllowedFor(asGranted: AsGranted, user: UserPrincipal | undefined): IfStillAllowed {
  const startedAt = performance.now();
  return (work) =>
    user === undefined || performance.now() - startedAt < OLD_MS ? work() : asGranted(grantOf(user), () => work());
}

/** Whether work cannot continue because the user has signed out, or has revoked the permission behind it. */
export function isGrantEnded(error: unknown): boolean {
  return error instanceof AppError && error.code === 'GRANT_ENDED';
}

/** Runs work for users beyond the lifetime of their assertions. Identity must allow the service to renew them. */
export function renewGrants({ asService, source, verify }: RenewalDependencies): AsGranted {
  return async ({ userId, kind, id, scopes }, work, { timeoutMs = STEP_MS, signal } = {}) => {
    const grant = { $case: GRANT_CASES[kind], value: id };
    const { assertion } = await asService(() => source.renew({ userId, grant, scopes: [...scopes] }));
    const principal = userOf(await verify(assertion));
    const call: CallContext = currentCall() ?? {
      requestId: newId(),
      deadline: Date.now() + timeoutMs,
      signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]),
    };
    const renewed = { ...call, principal, assertion };
    try {
      return await runInCall(renewed, () => work(principal));
    } finally {
      // Propagate `replayed` to the enclosing call.
      if (renewed.replayed !== undefined) call.replayed = renewed.replayed;
    }
  };
}

function userOf(principal: Principal): UserPrincipal {
  if (principal.kind === 'service') throw new TypeError('Identity has renewed a grant for a service.');
  return principal;
}

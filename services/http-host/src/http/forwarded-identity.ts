import type { IncomingMessage } from 'node:http';
import type { VerifyAssertion } from '@svc/chassis/assertions/verify-assertion';
import type { CallContext } from '@svc/chassis/calls/call-context';
import { toHeaderJson } from '@svc/chassis/calls/header-json';
import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { appError } from '@svc/chassis/errors/app-error';
import { closedToAgents } from '@svc/chassis/grpc/server-call';
import { plainAddress } from '@svc/chassis/limits/client-network';

/** Headers that the gateway sends to a service's internal listener. Other processes may not send them, and public listeners ignore them. */
const ASSERTION = 'svc-assertion';
const CLIENT_ADDRESS = 'svc-client-address';
/** The agent's call and claims, as JSON. */
const AGENT = 'svc-agent';

/** Data about an agent's call for a service, besides its caller. */
export type ForwardedAgent = Required<Pick<CallContext, 'operation' | 'tier' | 'agent'>>;

/** The gateway's data about a forwarded request. */
export interface ForwardedIdentity {
  readonly assertion: string | undefined;
  readonly clientAddress: string;
  readonly requestId: string;
  /** Set for calls of agents. */
  readonly agent?: ForwardedAgent | undefined;
}

/** Returns the headers for it. All are set, so that a client's own values are overwritten. */
export function identityHeaders({
  assertion = '',
  clientAddress,
  requestId,
  agent,
}: ForwardedIdentity): Record<string, string> {
  return {
    [ASSERTION]: assertion,
    [CLIENT_ADDRESS]: clientAddress,
    [AGENT]: agent ? toHeaderJson(agent) : '',
    'x-request-id': requestId,
  };
}

/** Reads the caller, with `identify`, and the client address from a request to an internal listener. */
export function internalHost<Caller>(
  identify: (assertion: string | undefined, agent: ForwardedAgent | undefined) => Promise<Caller>,
) {
  return {
    identify: ({ headers }: IncomingMessage): Promise<Caller> => {
      const agent = textOf(headers[AGENT]);
      return identify(
        textOf(headers[ASSERTION]),
        agent === undefined ? undefined : (JSON.parse(agent) as ForwardedAgent),
      );
    },
    addressOf: ({ headers }: IncomingMessage): string => plainAddress(textOf(headers[CLIENT_ADDRESS]) ?? ''),
  };
}

/** A caller proved by an assertion, which is forwarded with the calls made for it. */
export interface AssertedCaller extends Partial<ForwardedAgent> {
  readonly principal: UserPrincipal;
  readonly assertion: string;
}

/**
 * The same for people and their agents, with `Caller` built from their identity; a request without an assertion has no caller. Throws UNAUTHENTICATED
 * for an invalid assertion and for a service's; FORBIDDEN for callers that act in a user's name.
 */
export function assertedHost<Caller>(
  verify: VerifyAssertion,
  callerOf: (asserted: AssertedCaller | undefined) => Caller,
) {
  return internalHost(async (assertion, agent) => {
    if (assertion === undefined) return callerOf(undefined);
    const principal = await verify(assertion);
    if (principal.kind === 'service') throw appError('UNAUTHENTICATED', 'This host is for people and agents.');
    if (principal.kind === 'user' && principal.through !== undefined) throw closedToAgents();
    return callerOf({ ...agent, principal, assertion });
  });
}

function textOf(header: string | readonly string[] | undefined): string | undefined {
  return typeof header === 'string' && header !== '' ? header : undefined;
}

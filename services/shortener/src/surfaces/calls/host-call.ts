import type { ForwardedAgent } from '@svc/http-host/http/forwarded-identity';
import type { Upload } from '@svc/images/intake/image-intake';
import type { AgentPrincipal, SignedInPrincipal } from '@svc/chassis/calls/principal';

/** A registered agent with what its user has allowed it. */
export interface HostAgent {
  readonly kind: 'agent';
  readonly principal: AgentPrincipal;
  readonly userId: string;
  readonly clientId: string;
  readonly scopes: ReadonlySet<string>;
  /** What it called on the main host, when it came from there. */
  readonly forwarded?: Partial<ForwardedAgent>;
}

/** Who calls: a guest, a registered agent, or through the gateway a signed-in user. */
export type HostCaller =
  | { readonly kind: 'guest' }
  | HostAgent
  | { readonly kind: 'user'; readonly principal: SignedInPrincipal; readonly assertion: string };

/** The calendar that days of a call are of. */
export function timeZoneOf(caller: HostCaller): string {
  return caller.kind === 'guest' ? 'UTC' : caller.principal.preferences.timeZone;
}

/** The context of one call. */
export interface HostCall {
  readonly caller: HostCaller;
  readonly clientAddress: string;
  /** Version in `If-Match`; null when the caller sent none. */
  readonly expectedVersion: number | null;
  /** The token with which a guest can delete a link (`X-Claim-Token`). */
  readonly claimToken: string | undefined;
  /** The image that came with the call, stored already; for operations that take one. */
  readonly image?: Upload['image'];
  /** Headers for the answer beside those that all have, such as how much of a budget is left. */
  setHeader(name: string, value: string): void;
}

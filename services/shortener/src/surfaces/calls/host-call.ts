import type { AgentPrincipal, SignedInPrincipal } from '@svc/chassis/calls/principal';
import type { ForwardedAgent } from '@svc/http-host/http/forwarded-identity';
import type { Upload } from '@svc/images/intake/image-intake';

/** A registered agent with the scopes that its user granted. */
export interface HostAgent {
  readonly kind: 'agent';
  readonly principal: AgentPrincipal;
  readonly userId: string;
  readonly clientId: string;
  readonly scopes: ReadonlySet<string>;
  /** The operation it called on the main host, if it came through there. */
  readonly forwarded?: Partial<ForwardedAgent>;
}

/** The caller: a guest, a registered agent, or a signed-in user through the gateway. */
export type HostCaller =
  | { readonly kind: 'guest' }
  | HostAgent
  | { readonly kind: 'user'; readonly principal: SignedInPrincipal; readonly assertion: string };

/** Time zone for the days of a call. */
export function timeZoneOf(caller: HostCaller): string {
  return caller.kind === 'guest' ? 'UTC' : caller.principal.preferences.timeZone;
}

/** The context of one call. */
export interface HostCall {
  readonly caller: HostCaller;
  readonly clientAddress: string;
  /** Version in `If-Match`; null if absent. */
  readonly expectedVersion: number | null;
  /** The token with which a guest can delete a link (`X-Claim-Token`). */
  readonly claimToken: string | undefined;
  /** The screenshot that a photo comes from, if any. Trust it on the internal listener only, where clients cannot set it. */
  readonly screenshotId: string | undefined;
  /** The stored image, for operations that take one. */
  readonly image?: Upload['image'];
  /** Additional response headers, such as the remaining budget. */
  setHeader(name: string, value: string): void;
}

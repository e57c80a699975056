import type { Upload } from '@svc/chassis/images/image-intake';
import type { AgentPrincipal, SignedInPrincipal } from '@svc/chassis/principal';

/** A registered agent with what its user has allowed it. */
export interface HostAgent {
  readonly kind: 'agent';
  readonly principal: AgentPrincipal;
  readonly userId: string;
  readonly clientId: string;
  readonly scopes: ReadonlySet<string>;
  /** Time zone of the user, in which days of statistics begin. */
  readonly timeZone: string;
}

/** Who calls: nobody known, a registered agent, or through the gateway a signed-in user. */
export type HostCaller =
  | { readonly kind: 'guest' }
  | HostAgent
  | { readonly kind: 'user'; readonly principal: SignedInPrincipal; readonly assertion: string };

/** What belongs to one call. */
export interface HostCall {
  readonly caller: HostCaller;
  readonly clientAddress: string;
  /** Version in `If-Match`; null when the caller sent none. */
  readonly expectedVersion: number | null;
  /** What lets a guest take a link back (`X-Claim-Token`). */
  readonly claimToken: string | undefined;
  /** The image that came with the call, stored already; for operations that take one. */
  readonly image?: Upload['image'];
  /** Headers for the answer beside those that all have, such as how much of a budget is left. */
  setHeader(name: string, value: string): void;
}

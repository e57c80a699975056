/** A role in a team; owners and administrators may do more than members. */
export type TeamRole = 'owner' | 'admin' | 'member';

/** Settings that travel with the caller, so that services need not fetch them. */
export interface Preferences {
  /** IANA time zone. */
  readonly timeZone: string;
  readonly locale: string;
  /** ISO 4217 code. */
  readonly currency: string;
  /** Days after posting at which views are checked. */
  readonly viewCheckDays: readonly number[];
}

interface Person {
  readonly userId: string;
  readonly name: string;
  readonly role: 'user' | 'admin';
  /** Active memberships, at most 50. */
  readonly teams: readonly { readonly id: string; readonly role: TeamRole }[];
  readonly preferences: Preferences;
}

/** A person who has signed in. */
export interface SignedInPrincipal extends Person {
  readonly kind: 'user';
  /** Session of the caller's sign-in. */
  readonly sessionId: string;
  /** Set when something other than the user acts in the user's name; it may do no more than the user's agents could. */
  readonly through?: 'copilot' | undefined;
}

/** The only part of the product that an agent's token grants access to. */
export type AgentFamily = 'bridge' | 'shortener';

/** Scopes that a user granted an agent, or that the operator's adapters have. */
export interface AgentGrant {
  /** The request that the user approved; it identifies the connection. Null for an adapter, which has none. */
  readonly requestId: string | null;
  /** The OAuth client that requested access; stays the same when the agent gets a new token. Null for an adapter. */
  readonly clientId: string | null;
  readonly family: AgentFamily;
  readonly scopes: readonly string[];
  /** The identity that the agent claimed when it requested access; null when it claimed none. */
  readonly actorId: string | null;
  /** The transport that the agent claimed, such as the name of a chat. */
  readonly channel: string | null;
  /**
   * The user's approval claimed for the call; `APPROVAL_LIFTED` when the operator waives approval for calls that delete nothing; null without one.
   * Unset in assertions for gateways of the previous release, which claim approvals themselves.
   */
  readonly approval?: string | null | undefined;
}

/** Value of `approval` when the operator waives it. */
export const APPROVAL_LIFTED = 'lifted';

/** An agent that acts for a person. It never has more than the role `user`. */
export interface AgentPrincipal extends Person {
  readonly kind: 'agent';
  readonly role: 'user';
  readonly agent: AgentGrant;
}

/** A person, or an agent that acts for one. */
export type UserPrincipal = SignedInPrincipal | AgentPrincipal;

/** A service that acts on its own behalf, such as for an outbox delivery. */
export interface ServicePrincipal {
  readonly kind: 'service';
  readonly service: string;
}

export type Principal = UserPrincipal | ServicePrincipal;

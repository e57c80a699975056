/** A role in a team; owners and administrators may do more than members. */
export type TeamRole = 'owner' | 'admin' | 'member';

/** Settings that travel with the caller, so that no service has to ask for them. */
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
  /** Session that the caller signed in with. */
  readonly sessionId: string;
  /** What acts in the user's name, where the user does not: it opens no more than the agents that a user lets in. */
  readonly through?: 'copilot' | undefined;
}

/** The part of the product that an agent's token opens; it opens nothing of another one. */
export type AgentFamily = 'bridge' | 'shortener';

/** What a user has allowed an agent, or what the adapters may do that the operator of the installation runs. */
export interface AgentGrant {
  /** The request that the user approved; it identifies the connection. Null for an adapter, which has none. */
  readonly requestId: string | null;
  /** Client that asked; stays the same when the agent gets a new token. Null for an adapter. */
  readonly clientId: string | null;
  readonly family: AgentFamily;
  readonly scopes: readonly string[];
  /** Who the agent said that it is when it asked; null when it said nothing. */
  readonly actorId: string | null;
  /** By what it said that it is reached, such as the name of a chat. */
  readonly channel: string | null;
  /**
   * The user's approval that was claimed for the call, `APPROVAL_LIFTED` where the operator of the installation wants none for what
   * deletes nothing, null without any. Unset in assertions for gateways of the release before, which claim approvals and send none.
   */
  readonly approval?: string | null | undefined;
}

/** In place of an approval. */
export const APPROVAL_LIFTED = 'lifted';

/** An agent that acts for a person. It never has more than the role `user`. */
export interface AgentPrincipal extends Person {
  readonly kind: 'agent';
  readonly role: 'user';
  readonly agent: AgentGrant;
}

/** A person, or an agent that acts for one. */
export type UserPrincipal = SignedInPrincipal | AgentPrincipal;

/** A service that works on its own account, such as an outbox delivery. */
export interface ServicePrincipal {
  readonly kind: 'service';
  readonly service: string;
}

export type Principal = UserPrincipal | ServicePrincipal;

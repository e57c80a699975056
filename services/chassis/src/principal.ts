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

/** A person, or an agent that acts for one. */
export interface UserPrincipal {
  readonly kind: 'user' | 'agent';
  readonly userId: string;
  readonly name: string;
  readonly role: 'user' | 'admin';
  /** Active memberships, at most 50. */
  readonly teams: readonly { readonly id: string; readonly role: TeamRole }[];
  readonly preferences: Preferences;
  /** Session that the caller signed in with. */
  readonly sessionId: string;
}

/** A service that works on its own account, such as an outbox delivery. */
export interface ServicePrincipal {
  readonly kind: 'service';
  readonly service: string;
}

export type Principal = UserPrincipal | ServicePrincipal;

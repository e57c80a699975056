import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { type Scope, viewerOf } from '@svc/records/sharing/visibility-predicate';
import { DEAL_VISIBILITY } from '../deals/deal-access.js';

/** The condition that rows belong to deals in scope; `owner` and `id` are the columns with the deal's owner and id. */
export function isInScope(scope: Scope, owner: string, id: string): string {
  return `(${[`${owner} = $1`, ...DEAL_VISIBILITY.othersInScope(scope, owner, id)].join(' or ')})`;
}

/** Parameters of a statement, starting with those of `viewer`. */
export interface Parameters {
  readonly values: unknown[];
  /** Takes a value and returns its placeholder. */
  readonly parameter: (value: unknown) => string;
}

/** Adds the caller's teams only for a scope with shared deals, because Postgres can't infer the type of an unused parameter. */
export function parametersFor(user: UserPrincipal, scope: Scope): Parameters {
  const values: unknown[] = scope === 'mine' ? [user.userId] : viewerOf(user);
  return { values, parameter: (value) => `$${values.push(value)}` };
}

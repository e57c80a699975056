import type { TeamRole, UserPrincipal } from '@svc/chassis/calls/principal';
import { forbidden, notFound } from '@svc/chassis/errors/app-error';

const ROLES = ['owner', 'admin', 'member'] as const satisfies readonly TeamRole[];

/** Throws NOT_FOUND unless the caller is an active member of the team, so that others cannot tell whether it exists. */
export function requireMembership(user: UserPrincipal, teamId: string): void {
  if (!user.teams.some(({ id }) => id === teamId)) throw notFound('team');
}

/** The caller's highest role in the teams through which a record is visible. */
export function roleThrough(teamIds: readonly string[], user: UserPrincipal): TeamRole {
  const held = new Set(user.teams.filter(({ id }) => teamIds.includes(id)).map(({ role }) => role));
  return ROLES.find((role) => held.has(role)) ?? 'member';
}

/** Throws `not_found` for a hidden record, and `forbidden` for one that the caller sees but does not own; `deed` names the action. */
export function assertOwned<Row extends { readonly ownerId: string }>(
  what: string,
  user: UserPrincipal,
  row: Row | null,
  deed: 'change' | 'share' = 'change',
): asserts row is Row {
  if (!row) throw notFound(what);
  if (row.ownerId !== user.userId) {
    throw forbidden(`This ${what} is shared with you to look at. Only its owner may ${deed} it.`);
  }
}

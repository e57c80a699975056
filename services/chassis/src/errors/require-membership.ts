import type { UserPrincipal } from '../principal.js';
import { notFound } from './app-error.js';

/** Throws NOT_FOUND unless the caller is an active member of the team: others do not learn that it exists. */
export function requireMembership(user: UserPrincipal, teamId: string): void {
  if (!user.teams.some(({ id }) => id === teamId)) throw notFound('team');
}

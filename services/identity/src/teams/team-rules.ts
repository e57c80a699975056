import type { TeamRole } from '@svc/chassis/calls/principal';
import { type AppError, appError, forbidden, notFound } from '@svc/chassis/errors/app-error';
import type { TeamRow } from './team-repo.js';

export const TEAM_ROLES: readonly TeamRole[] = ['owner', 'admin', 'member'];

/** Roles that a member with this role may not offer to others. */
export function rolesThatNeedMoreThan(role: TeamRole): readonly TeamRole[] {
  if (role === 'owner') return [];
  return role === 'admin' ? ['owner'] : TEAM_ROLES;
}

/** Returns the team, if the caller is a member. Throws NOT_FOUND. */
export function requireTeam(team: TeamRow | null): TeamRow {
  if (!team) throw notFound('team');
  return team;
}

/** Throws FORBIDDEN for ordinary members: owners and admins manage a team. */
export function requireManager({ role }: TeamRow): void {
  if (role === 'member') throw forbidden('Only owners and administrators of the team may do this.');
}

/** Throws FORBIDDEN when one of the roles is the owner's and the caller is not an owner. */
export function requireMayAssign({ role }: TeamRow, ...roles: TeamRole[]): void {
  if (role !== 'owner' && roles.includes('owner')) throw forbidden('Only owners of the team may change its owners.');
}

/** The error for removing the last owner: a team always has one. */
export function lastOwner(): AppError {
  return appError('CONFLICT', 'The team would be left without an owner. Make another member an owner first.');
}

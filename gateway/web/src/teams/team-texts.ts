import type { Item, Output } from '../api/operations.js';

export type Team = Output<'teams.get'>;
export type Member = Item<'teams.list_members'>;
export type TeamRole = Team['role'];

export const ROLE_NAMES: Readonly<Record<TeamRole, string>> = {
  owner: 'Owner',
  admin: 'Administrator',
  member: 'Member',
};

/** Owners and administrators run a team. */
export function isRunBy(role: TeamRole): boolean {
  return role !== 'member';
}

/** The roles that a member with this role may assign: only owners decide about owners. */
export function rolesGivenBy(role: TeamRole): readonly TeamRole[] {
  if (role === 'owner') return ['owner', 'admin', 'member'];
  return role === 'admin' ? ['admin', 'member'] : [];
}

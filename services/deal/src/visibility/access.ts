import { forbidden, notFound } from '@svc/chassis/errors/app-error';
import type { TeamRole, UserPrincipal } from '@svc/chassis/principal';
import type { Access } from '@svc/proto/deal/v1/deal_service';
import { redact, redactedFields } from './redaction.js';
import type { SeenRow } from './sight.js';
import type { Entity } from './visibility-table.js';

const ROLES = ['owner', 'admin', 'member'] as const satisfies readonly TeamRole[];

/** What the caller may do with a record that it sees; of several teams the one with the best role counts. */
export function accessOf(entity: Entity, user: UserPrincipal, row: SeenRow): Access {
  if (row.ownerId === user.userId) {
    return { role: 'owner', teamIds: [], canEdit: true, canEditViews: true, redacted: [] };
  }
  const { teamIds } = row;
  const held = new Set(user.teams.filter(({ id }) => teamIds.includes(id)).map(({ role }) => role));
  const role = ROLES.find((each) => held.has(each)) ?? 'member';
  const redacted = redactedFields(entity, row.isGranted);
  return { role: `team-${role}`, teamIds, canEdit: false, canEditViews: role !== 'member', redacted };
}

/** The record as the caller may see it, with what the caller may do. */
export function seenBy<Row extends SeenRow>(entity: Entity, user: UserPrincipal, row: Row) {
  const access = accessOf(entity, user, row);
  const { teamIds: _teamIds, isGranted: _isGranted, ...record } = row;
  return { ...redact(record, access.redacted), access };
}

/** Throws `not_found` for a hidden record, and `forbidden` for one that the caller sees but does not own. */
export function assertOwned<Row extends { readonly ownerId: string }>(
  what: string,
  user: UserPrincipal,
  row: Row | null,
): asserts row is Row {
  if (!row) throw notFound(what);
  if (row.ownerId !== user.userId) {
    throw forbidden(`This ${what} is shared with you to look at. Only its owner may change it.`);
  }
}

import type { UserPrincipal } from '@svc/chassis/calls/principal';
import type { Access } from '@svc/proto/deal/v1/deal_service';
import { roleThrough } from '@svc/records/sharing/team-access';
import type { SeenRow } from './visibility-predicate.js';
import { type Entity, redactedFields } from './visibility-table.js';

/** Returns what the caller may do with a visible record, based on the caller's best role in the record's teams. */
export function accessOf(entity: Entity, user: UserPrincipal, row: SeenRow): Access {
  const { teamIds } = row;
  if (row.ownerId === user.userId) {
    return { role: 'owner', teamIds, canEdit: true, canEditViews: true, redacted: [] };
  }
  const role = roleThrough(teamIds, user);
  const redacted = redactedFields(entity, row.isGranted);
  return { role: `team-${role}`, teamIds, canEdit: false, canEditViews: role !== 'member', redacted };
}

/** Returns the record as the caller may see it, with the caller's rights. */
export function seenBy<Row extends SeenRow>(entity: Entity, user: UserPrincipal, row: Row) {
  const access = accessOf(entity, user, row);
  const { teamIds: _teamIds, isGranted: _isGranted, ...record } = row;
  return { ...redact(record, access.redacted), access };
}

/** Clears the redacted fields: lists become empty, all other values null. */
function redact<Row extends object>(row: Row, redacted: readonly string[]): Row {
  if (redacted.length === 0) return row;
  const hidden = redacted
    .filter((name) => name in row)
    .map((name) => [name, Array.isArray(row[name as keyof Row]) ? [] : null]);
  return { ...row, ...(Object.fromEntries(hidden) as Partial<Row>) };
}

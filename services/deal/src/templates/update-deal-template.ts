import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { checkVersion } from '@svc/chassis/errors/check-version';
import { changedFields, readChanges } from '@svc/chassis/grpc/changed-fields';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { DealTemplate, UpdateDealTemplateRequest } from '@svc/proto/deal/v1/template_service';
import { assertOwned } from '@svc/records/sharing/team-access';
import { type DealTemplateFields, toDealTemplate } from './deal-template.js';
import { findDealTemplateForUpdate, updateDealTemplateRow } from './deal-template-repo.js';

const CHANGEABLE = [
  'name',
  'platform',
  'deliverables',
  'viewsTarget',
  'timelineDays',
  'price',
  'currency',
  'notes',
] as const satisfies readonly (keyof DealTemplateFields)[];

/** Changes the fields in the mask. Equal values do not count as a change. Throws VERSION_CONFLICT. */
export async function updateDealTemplate(
  tx: Tx,
  user: UserPrincipal,
  request: UpdateDealTemplateRequest,
): Promise<DealTemplate> {
  const changes = readChanges(request, CHANGEABLE, ['name', 'currency']);
  const stored = await findDealTemplateForUpdate(tx, user, request.templateId);
  assertOwned('deal template', user, stored);
  checkVersion(stored.version, request.expectedVersion);
  if (changedFields(stored, changes).length === 0) return toDealTemplate(user, stored);

  const template = await updateDealTemplateRow(tx, stored.id, { ...stored, ...changes });
  return toDealTemplate(user, { ...template, teamIds: stored.teamIds, isGranted: false });
}

import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { checkVersion } from '@svc/chassis/errors/check-version';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { DeleteDealTemplateRequest } from '@svc/proto/deal/v1/template_service';
import { assertOwned } from '@svc/records/sharing/team-access';
import { deleteDealTemplateRow, findDealTemplateForUpdate } from './deal-template-repo.js';

/** Deletes a deal template with its shares. Throws VERSION_CONFLICT. */
export async function deleteDealTemplate(
  tx: Tx,
  user: UserPrincipal,
  { templateId, expectedVersion }: DeleteDealTemplateRequest,
): Promise<void> {
  const template = await findDealTemplateForUpdate(tx, user, templateId);
  assertOwned('deal template', user, template);
  checkVersion(template.version, expectedVersion);
  await deleteDealTemplateRow(tx, templateId);
}

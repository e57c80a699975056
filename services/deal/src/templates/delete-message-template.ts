import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { checkVersion } from '@svc/chassis/errors/check-version';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { DeleteMessageTemplateRequest } from '@svc/proto/deal/v1/template_service';
import { assertOwned } from '@svc/records/sharing/team-access';
import { deleteMessageTemplateRow, findMessageTemplateForUpdate } from './message-template-repo.js';

/** Deletes a message template with its attachments and shares. Throws VERSION_CONFLICT. */
export async function deleteMessageTemplate(
  tx: Tx,
  user: UserPrincipal,
  { templateId, expectedVersion }: DeleteMessageTemplateRequest,
): Promise<void> {
  const template = await findMessageTemplateForUpdate(tx, user, templateId);
  assertOwned('message template', user, template);
  checkVersion(template.version, expectedVersion);
  await deleteMessageTemplateRow(tx, templateId);
}

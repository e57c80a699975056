import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { checkVersion } from '@svc/chassis/errors/check-version';
import { changedFields, readChanges } from '@svc/chassis/grpc/changed-fields';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { MessageTemplate, UpdateMessageTemplateRequest } from '@svc/proto/deal/v1/template_service';
import { assertOwned } from '@svc/records/sharing/team-access';
import { readAttachments } from './attachments.js';
import { readMessageTemplate } from './get-message-template.js';
import { toMessageTemplate } from './message-template.js';
import { findMessageTemplateForUpdate, replaceAttachments, updateMessageTemplateRow } from './message-template-repo.js';
import type { TemplateQuota } from './template-quota.js';

const CHANGEABLE = ['name', 'subject', 'body', 'tags', 'attachments'] as const;

/**
 * Changes the fields in the mask; attachments are replaced as a whole, and always count as a change. The response omits their contents. Throws
 * VERSION_CONFLICT, TEMPLATE_QUOTA_EXCEEDED.
 */
export async function updateMessageTemplate(
  tx: Tx,
  quota: TemplateQuota,
  user: UserPrincipal,
  request: UpdateMessageTemplateRequest,
): Promise<MessageTemplate> {
  const { attachments: sent, ...changes } = readChanges(request, CHANGEABLE, ['name', 'body']);
  const attachments = sent && readAttachments(sent);
  const stored = await findMessageTemplateForUpdate(tx, user, request.templateId);
  assertOwned('message template', user, stored);
  checkVersion(stored.version, request.expectedVersion);
  if (!attachments && changedFields(stored, changes).length === 0) return toMessageTemplate(user, stored);

  await updateMessageTemplateRow(tx, stored.id, { ...stored, ...changes });
  if (attachments) await replaceAttachments(tx, stored.id, attachments);
  if (attachments && attachments.length > 0) await quota.confirm(tx, user.userId);
  return readMessageTemplate(tx, user, stored.id);
}

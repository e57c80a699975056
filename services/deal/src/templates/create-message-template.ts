import type { UserPrincipal } from '@svc/chassis/calls/principal';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { CreateMessageTemplateRequest, MessageTemplate } from '@svc/proto/deal/v1/template_service';
import { v7 as newId } from 'uuid';
import { readAttachments } from './attachments.js';
import { readMessageTemplate } from './get-message-template.js';
import { insertMessageTemplate, replaceAttachments } from './message-template-repo.js';
import type { TemplateQuota } from './template-quota.js';

/** Creates a message template; the response omits the contents of attachments. Throws TEMPLATE_QUOTA_EXCEEDED. */
export async function createMessageTemplate(
  tx: Tx,
  quota: TemplateQuota,
  user: UserPrincipal,
  request: CreateMessageTemplateRequest,
): Promise<MessageTemplate> {
  const attachments = readAttachments(request.attachments);
  const id = newId();
  const { name, subject = null, body, tags } = request;
  await insertMessageTemplate(tx, { id, ownerId: user.userId, name, subject, body, tags });
  await replaceAttachments(tx, id, attachments);
  await quota.confirm(tx, user.userId);
  return readMessageTemplate(tx, user, id);
}

import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { notFound } from '@svc/chassis/errors/app-error';
import type { Db } from '@svc/chassis/postgres/pool';
import type { MessageTemplate } from '@svc/proto/deal/v1/template_service';
import { toDataUrl } from './attachments.js';
import { toMessageTemplate } from './message-template.js';
import { findMessageTemplate, listAttachmentContents } from './message-template-repo.js';

/** Returns a template as the caller may see it, without the contents of attachments. */
export async function readMessageTemplate(db: Db, user: UserPrincipal, templateId: string): Promise<MessageTemplate> {
  const template = await findMessageTemplate(db, user, templateId);
  if (!template) throw notFound('message template');
  return toMessageTemplate(user, template);
}

/** Returns a template; its owner also gets the contents of attachments. */
export async function getMessageTemplate(db: Db, user: UserPrincipal, templateId: string): Promise<MessageTemplate> {
  const template = await readMessageTemplate(db, user, templateId);
  if (template.ownerId !== user.userId) return template;
  const contents = await listAttachmentContents(db, templateId);
  const attachments = template.attachments.map((attachment) => {
    const content = contents.get(attachment.id);
    return content ? { ...attachment, dataUrl: toDataUrl(attachment.contentType, content) } : attachment;
  });
  return { ...template, attachments };
}

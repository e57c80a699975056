import type { UserPrincipal } from '@svc/chassis/calls/principal';
import type { MessageTemplate } from '@svc/proto/deal/v1/template_service';
import { seenBy } from '../visibility/access.js';
import type { SeenRow } from '../visibility/visibility-predicate.js';

/** The fields of a message template that its owner sets, without its attachments. */
export interface MessageTemplateFields {
  readonly name: string;
  readonly subject: string | null;
  readonly body: string;
  readonly tags: string[];
}

/** An attachment without its content. */
export interface AttachmentRow {
  readonly id: string;
  readonly name: string;
  readonly contentType: string;
  readonly bytes: number;
}

export interface MessageTemplateRow extends MessageTemplateFields, SeenRow {
  readonly id: string;
  readonly attachments: AttachmentRow[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly version: number;
}

/** Returns the template as the caller may see it, without the contents of attachments. */
export function toMessageTemplate(user: UserPrincipal, row: MessageTemplateRow): MessageTemplate {
  return seenBy('message_template', user, row);
}

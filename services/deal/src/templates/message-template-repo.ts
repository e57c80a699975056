import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { countUpToMax, listPage, type Page, type PageRows } from '@svc/chassis/postgres/lists/list-page';
import { containsText, searchPattern } from '@svc/chassis/postgres/lists/search';
import type { Db } from '@svc/chassis/postgres/pool';
import type { Tx } from '@svc/chassis/postgres/transaction';
import { type Scope, viewerOf } from '@svc/records/sharing/visibility-predicate';
import { v7 as newId } from 'uuid';
import { visibilityOf } from '../visibility/visibility-predicate.js';
import type { AttachmentContent } from './attachments.js';
import type { MessageTemplateFields, MessageTemplateRow } from './message-template.js';

const TEMPLATE_VISIBILITY = visibilityOf('message_template', 't');

/** Includes attachments without their content; the database knows the size without reading it. */
const COLUMNS = `t.id, t.owner_id as "ownerId", t.name, t.subject, t.body, t.tags,
            array(select jsonb_build_object('id', a.id, 'name', a.name, 'contentType', a.content_type,
                                            'bytes', octet_length(a.content))
                    from deal.message_template_attachments a
                   where a.template_id = t.id
                   order by a.position) as attachments,
            t.created_at as "createdAt", t.updated_at as "updatedAt", t.version, ${TEMPLATE_VISIBILITY.seenColumns}`;

/** Finds the template if the caller sees it. */
export async function findMessageTemplate(
  db: Db,
  user: UserPrincipal,
  templateId: string,
): Promise<MessageTemplateRow | null> {
  const [template] = await listSeenMessageTemplates(db, user, [templateId]);
  return template ?? null;
}

/** Lists those of the templates that the caller sees, in any order. */
export async function listSeenMessageTemplates(
  db: Db,
  user: UserPrincipal,
  templateIds: readonly string[],
): Promise<MessageTemplateRow[]> {
  return db.list<MessageTemplateRow>(
    `select ${COLUMNS} from deal.message_templates t
      where t.id = any ($3::uuid[]) and ${TEMPLATE_VISIBILITY.isVisible}`,
    [...viewerOf(user), templateIds],
  );
}

/** Finds the template if the caller sees it, locked until the end of the transaction. */
export async function findMessageTemplateForUpdate(
  tx: Tx,
  user: UserPrincipal,
  templateId: string,
): Promise<MessageTemplateRow | null> {
  return tx.find<MessageTemplateRow>(
    `select ${COLUMNS} from deal.message_templates t
      where t.id = $3 and ${TEMPLATE_VISIBILITY.isVisible} for no key update of t`,
    [...viewerOf(user), templateId],
  );
}

/** Filters for a list of templates; null disables one. */
export interface MessageTemplateFilter {
  readonly scope: Scope;
  readonly tag: string | null;
  /** Searches name, subject, body and tags. */
  readonly query: string | null;
}

/** Lists templates that the caller sees, newest first, with their total. */
export async function listMessageTemplates(
  db: Db,
  user: UserPrincipal,
  { scope, tag, query }: MessageTemplateFilter,
  page: Page,
): Promise<PageRows<MessageTemplateRow>> {
  const isListed = `${TEMPLATE_VISIBILITY.isInScope(scope, 't.owner_id', 't.id')}
        and ($3::text is null or ${containsText('t.tags', '$3')})
        and ($4::text is null
         or extensions.search_text(concat_ws(E'\\n', t.name, t.subject, t.body, array_to_string(t.tags, E'\\n')))
            like extensions.search_text($4))`;
  const text = `
     select ${COLUMNS}, ${countUpToMax(`deal.message_templates t where ${isListed}`)} as total
       from deal.message_templates t
      where ${isListed}
      order by t.created_at desc, t.id desc
      limit $5 offset $6`;
  const filters = [...viewerOf(user), tag?.normalize('NFKC') ?? null, query === null ? null : searchPattern(query)];
  return listPage(page, ({ limit, offset }) => db.query(text, [...filters, limit, offset]));
}

/** Inserts a template without attachments. */
export async function insertMessageTemplate(
  tx: Tx,
  template: MessageTemplateFields & { readonly id: string; readonly ownerId: string },
): Promise<void> {
  await tx.query(
    `insert into deal.message_templates (id, owner_id, name, subject, body, tags)
     values ($1, $2, $3, $4, $5, $6)`,
    [template.id, template.ownerId, template.name, template.subject, template.body, template.tags],
  );
}

/** Sets all fields of a locked template. */
export async function updateMessageTemplateRow(
  tx: Tx,
  templateId: string,
  fields: MessageTemplateFields,
): Promise<void> {
  await tx.query(
    `update deal.message_templates
        set name = $2, subject = $3, body = $4, tags = $5, updated_at = now(), version = version + 1
      where id = $1`,
    [templateId, fields.name, fields.subject, fields.body, fields.tags],
  );
}

/** Replaces the attachments of a new or locked template. */
export async function replaceAttachments(
  tx: Tx,
  templateId: string,
  attachments: readonly AttachmentContent[],
): Promise<void> {
  await tx.query(`delete from deal.message_template_attachments where template_id = $1`, [templateId]);
  for (const [index, { name, contentType, content }] of attachments.entries()) {
    await tx.query(
      `insert into deal.message_template_attachments (id, template_id, position, name, content_type, content)
       values ($1, $2, $3, $4, $5, $6)`,
      [newId(), templateId, index + 1, name, contentType, content],
    );
  }
}

/** Lists the contents of a template's attachments by attachment id. */
export async function listAttachmentContents(db: Db, templateId: string): Promise<Map<string, Buffer>> {
  const { rows } = await db.query<{ id: string; content: Buffer }>(
    `select id, content from deal.message_template_attachments where template_id = $1`,
    [templateId],
  );
  return new Map(rows.map(({ id, content }) => [id, content]));
}

/** Deletes a template with its attachments and shares. */
export async function deleteMessageTemplateRow(tx: Tx, templateId: string): Promise<void> {
  await tx.query(`delete from deal.message_templates where id = $1`, [templateId]);
}

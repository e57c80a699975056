import { pageOf } from '@svc/chassis/grpc/paging';
import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import type { Write } from '@svc/chassis/grpc/write';
import type { Pool } from '@svc/chassis/postgres/pool';
import { MessageTemplateService as methods } from '@svc/proto/deal/v1/template_service';
import { readScope } from '@svc/records/sharing/visibility-predicate';
import { createMessageTemplate } from './create-message-template.js';
import { deleteMessageTemplate } from './delete-message-template.js';
import { getMessageTemplate } from './get-message-template.js';
import { toMessageTemplate } from './message-template.js';
import { listMessageTemplates } from './message-template-repo.js';
import type { TemplateQuota } from './template-quota.js';
import { updateMessageTemplate } from './update-message-template.js';

/** Message templates. */
export function messageTemplateHandlers(
  pool: Pool,
  write: Write,
  quota: TemplateQuota,
): ServiceHandlers<typeof methods> {
  return {
    createMessageTemplate: write(methods.createMessageTemplate, {
      before: (request, { user }) => quota.countUpload(user.userId, request.attachments.length),
      work: async (tx, request, { user }) => ({ template: await createMessageTemplate(tx, quota, user, request) }),
    }),
    getMessageTemplate: async ({ templateId }, { user }) => ({
      template: await getMessageTemplate(pool, user, templateId),
    }),
    listMessageTemplates: async (request, { user }) => {
      const { scope, tag = null, query = null } = request;
      const filter = { scope: readScope(scope), tag, query };
      const { rows, total } = await listMessageTemplates(pool, user, filter, pageOf(request));
      return { templates: rows.map((row) => toMessageTemplate(user, row)), totalSize: total };
    },
    updateMessageTemplate: write(methods.updateMessageTemplate, {
      before: (request, { user }) => quota.countUpload(user.userId, request.attachments.length),
      work: async (tx, request, { user }) => ({ template: await updateMessageTemplate(tx, quota, user, request) }),
    }),
    deleteMessageTemplate: write(methods.deleteMessageTemplate, (tx, request, { user }) =>
      deleteMessageTemplate(tx, user, request),
    ),
  };
}

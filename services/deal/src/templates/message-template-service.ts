import { pageOf } from '@svc/chassis/grpc/paging';
import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import { runWrite } from '@svc/chassis/idempotency/run-write';
import type { Pool } from '@svc/chassis/postgres/pool';
import { MessageTemplateServiceService as methods } from '@svc/proto/deal/v1/template_service';
import { readScope } from '../visibility/sight.js';
import { createMessageTemplate } from './create-message-template.js';
import { deleteMessageTemplate } from './delete-message-template.js';
import { getMessageTemplate } from './get-message-template.js';
import { listMessageTemplates } from './message-template-repo.js';
import { toMessageTemplate } from './message-template.js';
import { updateMessageTemplate } from './update-message-template.js';

/** Message templates. */
export function messageTemplateService(pool: Pool): ServiceHandlers<typeof methods> {
  return {
    createMessageTemplate: (request, { user }) =>
      runWrite(pool, methods.createMessageTemplate, request, async (tx) => ({
        template: await createMessageTemplate(tx, user, request),
      })),
    getMessageTemplate: async ({ templateId }, { user }) => ({
      template: await getMessageTemplate(pool, user, templateId),
    }),
    listMessageTemplates: async (request, { user }) => {
      const { scope, tag = null, query = null } = request;
      const filter = { scope: readScope(scope), tag, query };
      const { rows, total } = await listMessageTemplates(pool, user, filter, pageOf(request));
      return { templates: rows.map((row) => toMessageTemplate(user, row)), totalSize: total };
    },
    updateMessageTemplate: (request, { user }) =>
      runWrite(pool, methods.updateMessageTemplate, request, async (tx) => ({
        template: await updateMessageTemplate(tx, user, request),
      })),
    deleteMessageTemplate: (request, { user }) =>
      runWrite(pool, methods.deleteMessageTemplate, request, async (tx) => {
        await deleteMessageTemplate(tx, user, request);
        return {};
      }),
  };
}

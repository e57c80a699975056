import { notFound } from '@svc/chassis/errors/app-error';
import { pageOf } from '@svc/chassis/grpc/paging';
import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import { runWrite } from '@svc/chassis/idempotency/run-write';
import type { Pool } from '@svc/chassis/postgres/pool';
import { DealTemplateServiceService as methods } from '@svc/proto/deal/v1/template_service';
import { readScope } from '../visibility/sight.js';
import { createDealTemplate } from './create-deal-template.js';
import { findDealTemplate, listDealTemplates } from './deal-template-repo.js';
import { toDealTemplate } from './deal-template.js';
import { deleteDealTemplate } from './delete-deal-template.js';
import { updateDealTemplate } from './update-deal-template.js';

/** Deal templates. */
export function dealTemplateService(pool: Pool): ServiceHandlers<typeof methods> {
  return {
    createDealTemplate: (request, { user }) =>
      runWrite(pool, methods.createDealTemplate, request, async (tx) => ({
        template: await createDealTemplate(tx, user, request),
      })),
    getDealTemplate: async ({ templateId }, { user }) => {
      const template = await findDealTemplate(pool, user, templateId);
      if (!template) throw notFound('deal template');
      return { template: toDealTemplate(user, template) };
    },
    listDealTemplates: async (request, { user }) => {
      const { scope, query = null } = request;
      const filter = { scope: readScope(scope), query };
      const { rows, total } = await listDealTemplates(pool, user, filter, pageOf(request));
      return { templates: rows.map((row) => toDealTemplate(user, row)), totalSize: total };
    },
    updateDealTemplate: (request, { user }) =>
      runWrite(pool, methods.updateDealTemplate, request, async (tx) => ({
        template: await updateDealTemplate(tx, user, request),
      })),
    deleteDealTemplate: (request, { user }) =>
      runWrite(pool, methods.deleteDealTemplate, request, async (tx) => {
        await deleteDealTemplate(tx, user, request);
        return {};
      }),
  };
}

import { notFound } from '@svc/chassis/errors/app-error';
import { pageOf } from '@svc/chassis/grpc/paging';
import type { ServiceHandlers } from '@svc/chassis/grpc/server';
import type { Write } from '@svc/chassis/grpc/write';
import type { Pool } from '@svc/chassis/postgres/pool';
import { DealTemplateService as methods } from '@svc/proto/deal/v1/template_service';
import { readScope } from '@svc/records/sharing/visibility-predicate';
import { createDealTemplate } from './create-deal-template.js';
import { toDealTemplate } from './deal-template.js';
import { findDealTemplate, listDealTemplates } from './deal-template-repo.js';
import { deleteDealTemplate } from './delete-deal-template.js';
import type { TemplateQuota } from './template-quota.js';
import { updateDealTemplate } from './update-deal-template.js';

/** Deal templates. */
export function dealTemplateHandlers(pool: Pool, write: Write, quota: TemplateQuota): ServiceHandlers<typeof methods> {
  return {
    createDealTemplate: write(methods.createDealTemplate, async (tx, request, { user }) => ({
      template: await createDealTemplate(tx, quota, user, request),
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
    updateDealTemplate: write(methods.updateDealTemplate, async (tx, request, { user }) => ({
      template: await updateDealTemplate(tx, user, request),
    })),
    deleteDealTemplate: write(methods.deleteDealTemplate, (tx, request, { user }) =>
      deleteDealTemplate(tx, user, request),
    ),
  };
}

import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';

export const deleteDealTemplate = defineOperation({
  name: 'templates.deal.delete',
  summary: 'Delete a deal template',
  tier: 2,
  destructive: true,
  http: { method: 'DELETE', path: '/templates/deal/:templateId', version: 'checked' },
  input: z.strictObject({ templateId: Id }),
  run: (input, { clients, expectedVersion }) => clients.dealTemplates.deleteDealTemplate({ ...input, expectedVersion }),
});

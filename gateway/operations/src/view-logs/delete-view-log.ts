import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';

export const deleteViewLog = defineOperation({
  name: 'deals.delete_view_log',
  summary: 'Delete a view count',
  description:
    'Returns nothing, and cannot be undone. Only the owner of the deal can delete it. To correct a value, use deals.update_view_log instead.',
  tier: 2,
  affects: ['videos', 'activity', 'screenshots', 'inbox', 'overview'],
  destructive: true,
  scope: 'svc.write.sensitive',
  target: { read: 'deals.list_deal_view_logs', by: ['dealId'], item: 'viewId' },
  http: { method: 'DELETE', path: '/deals/:dealId/views/:viewId', version: 'checked' },
  input: z.strictObject({ dealId: Id, viewId: Id }),
  run: ({ dealId, viewId }, { clients, expectedVersion }) =>
    clients.viewLogs.deleteViewLog({ dealId, viewLogId: viewId, expectedVersion }),
});

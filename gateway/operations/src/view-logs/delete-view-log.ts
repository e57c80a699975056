import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { Id } from '../schemas/scalars.js';

export const deleteViewLog = defineOperation({
  name: 'view_logs.delete',
  summary: 'Delete a recorded view',
  description: 'Only the owner of the deal may.',
  tier: 2,
  destructive: true,
  scope: 'svc.write.sensitive',
  http: { method: 'DELETE', path: '/deals/:dealId/views/:viewId' },
  input: z.strictObject({ dealId: Id, viewId: Id }),
  run: ({ dealId, viewId }, { clients, expectedVersion }) =>
    clients.viewLogs.deleteViewLog({ dealId, viewLogId: viewId, expectedVersion }),
});

import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { Id } from '../schemas/scalars.js';
import { readingFields, ViewLog } from '../schemas/view-log.js';

export const addViewLog = defineOperation({
  name: 'deals.add_view_log',
  summary: 'Record how often a video of a deal was viewed',
  tier: 1,
  destructive: false,
  scope: 'svc.write.low_risk',
  http: { method: 'POST', path: '/deals/:dealId/views', status: 201, location: '/deals/view-logs?logId=:id' },
  input: z.strictObject({
    dealId: Id,
    videoId: Id,
    value: readingFields.value,
    checkedAt: readingFields.checkedAt.optional(),
    sourceUrl: readingFields.sourceUrl.optional(),
    note: readingFields.note.optional(),
  }),
  output: ViewLog,
  run: async (input, { clients, source }) => (await clients.viewLogs.addViewLog({ ...input, source })).viewLog,
});

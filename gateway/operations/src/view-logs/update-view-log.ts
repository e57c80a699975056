import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { updateMask, withSomeChange } from '../schemas/changes.js';
import { Id } from '../schemas/scalars.js';
import { readingFields, ViewLog } from '../schemas/view-log.js';

export const updateViewLog = defineOperation({
  name: 'deals.update_view_log',
  summary: 'Correct a recorded view',
  description:
    'The owner of the deal may, and owners and administrators of a team that it is shared with. What is corrected is kept in the history.',
  tier: 1,
  destructive: false,
  scope: 'svc.write.low_risk',
  http: { method: ['PATCH', 'PUT'], path: '/deals/:dealId/views/:viewId' },
  input: withSomeChange(
    z.strictObject({
      dealId: Id,
      viewId: Id.describe('Id of the view log.'),
      value: readingFields.value.optional(),
      checkedAt: readingFields.checkedAt.optional(),
      sourceUrl: readingFields.sourceUrl.optional(),
      note: readingFields.note.optional(),
    }),
    'dealId',
    'viewId',
  ),
  output: ViewLog,
  run: async ({ dealId, viewId, ...changes }, { clients, expectedVersion }) => {
    const request = { ...changes, dealId, viewLogId: viewId, expectedVersion, updateMask: updateMask(changes) };
    return (await clients.viewLogs.updateViewLog(request)).viewLog;
  },
});

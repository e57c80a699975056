import { changeInput, updateMask } from '@svc/chassis/schemas/changes';
import { Id } from '@svc/chassis/schemas/scalars';
import { defineOperation } from '../registry/define-operation.js';
import { shownViewLog, ViewLog, viewLogFields } from '../schemas/view-log.js';

export const updateViewLog = defineOperation({
  name: 'deals.update_view_log',
  summary: 'Update a view count',
  description:
    "Returns the view log with its new value. Use it for a count that was recorded incorrectly; a newer count is a new view log. The deal's owner can correct it, and so can owners and administrators of a team it is shared with. Previous values stay in the history. The screenshot stays and is graded against a new value; to replace it, use deals.replace_view_log_screenshot.",
  tier: 1,
  affects: ['videos', 'activity', 'screenshots', 'inbox', 'overview'],
  scope: 'svc.write.low_risk',
  target: { read: 'deals.list_deal_view_logs', by: ['dealId'], item: 'viewId' },
  holdsForeignText: true,
  http: { method: ['PATCH', 'PUT'], path: '/deals/:dealId/views/:viewId', version: 'checked' },
  input: changeInput({ dealId: Id, viewId: Id.describe('Id of the view log.') }, viewLogFields),
  output: ViewLog,
  run: async ({ dealId, viewId, ...changes }, context) => {
    const { clients, expectedVersion } = context;
    const request = { ...changes, dealId, viewLogId: viewId, expectedVersion, updateMask: updateMask(changes) };
    const { viewLog } = await clients.viewLogs.updateViewLog(request);
    return viewLog && shownViewLog(context, viewLog);
  },
});

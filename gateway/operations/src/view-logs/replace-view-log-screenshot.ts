import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { ProofId, shownViewLog, ViewLog } from '../schemas/view-log.js';

export const replaceViewLogScreenshot = defineOperation({
  name: 'deals.replace_view_log_screenshot',
  summary: 'Replace or remove the screenshot that proves a view count',
  description:
    'Returns the view log with its new screenshot; null removes it. Use it when a view log has no proof or the wrong one. The previous screenshot stays among the screenshots of its owner, and in the history. Only its owner and the owner of the deal can replace or remove a screenshot; without one, every user who may correct the view log can attach one.',
  tier: 1,
  affects: ['videos', 'activity', 'screenshots', 'inbox', 'overview'],
  scope: 'svc.write.low_risk',
  target: { read: 'deals.list_deal_view_logs', by: ['dealId'], item: 'viewId' },
  holdsForeignText: true,
  http: { method: 'PUT', path: '/deals/:dealId/views/:viewId/screenshot', version: 'checked' },
  input: z.strictObject({ dealId: Id, viewId: Id.describe('Id of the view log.'), screenshotId: ProofId.nullable() }),
  output: ViewLog,
  run: async ({ dealId, viewId, screenshotId }, context) => {
    const { clients, expectedVersion } = context;
    const request = { dealId, viewLogId: viewId, expectedVersion, screenshotId };
    const { viewLog } = await clients.viewLogs.replaceViewLogScreenshot(request);
    return viewLog && shownViewLog(context, viewLog);
  },
});

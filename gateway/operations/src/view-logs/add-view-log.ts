import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { ProofId, shownViewLog, ViewLog, viewLogFields } from '../schemas/view-log.js';

export const addViewLog = defineOperation({
  name: 'deals.add_view_log',
  summary: 'Record the view count of a video',
  description:
    'Returns the view log. Use it when you have seen the count of exactly this video, with the `screenshotId` that proves it; deals.due_views has the deal and video. To correct a wrong count, use deals.update_view_log.',
  tier: 1,
  affects: ['videos', 'activity', 'screenshots', 'inbox', 'overview'],
  scope: 'svc.write.low_risk',
  core: true,
  holdsForeignText: ['dealName', 'promoCode', 'videoUrl'],
  http: {
    method: 'POST',
    path: '/deals/:dealId/views',
    status: 201,
    location: '/deals/view-logs?scope=mine-and-shared&logId=:id',
  },
  input: z.strictObject({
    dealId: Id,
    videoId: Id,
    value: viewLogFields.value,
    checkedAt: viewLogFields.checkedAt.optional(),
    sourceUrl: viewLogFields.sourceUrl.optional(),
    note: viewLogFields.note.optional(),
    screenshotId: ProofId.nullable().optional(),
    observedPromoAtSeconds: z
      .number()
      .min(0)
      .max(86_400)
      .nullable()
      .optional()
      .describe('Second in the video at which the promotion was observed.'),
  }),
  output: ViewLog,
  run: async (input, context) => {
    const { clients, source } = context;
    const { viewLog } = await clients.viewLogs.addViewLog({ ...input, source });
    return viewLog && shownViewLog(context, viewLog);
  },
});

import { listOf, page, pageInput, pageRequest } from '@svc/chassis/schemas/paging';
import { Id, Timestamp } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { degradedParts, ScreenshotReference, shownReference } from '../schemas/view-log.js';

const CorrectedValues = z.object({
  value: z.int(),
  checkedAt: Timestamp,
  sourceUrl: z.string().nullable(),
  note: z.string().nullable(),
  screenshot: ScreenshotReference.nullable().describe('The screenshot that proved it.'),
});

const Correction = z
  .object({
    id: Id,
    correctedBy: z.object({ userId: Id, name: z.string() }),
    correctedAt: Timestamp,
    changedFields: z.array(z.string()),
    before: CorrectedValues,
    after: CorrectedValues,
  })
  .meta({ id: 'ViewLogCorrection' });

export const getViewLogHistory = defineOperation({
  name: 'deals.view_log_history',
  summary: 'List the corrections of a view log, newest first',
  description:
    'Returns each previous value, who changed it and when. Use it when the user asks why a count has changed.',
  tier: 0,
  scope: 'svc.read',
  holdsForeignText: true,
  http: { method: 'GET', path: '/deals/:dealId/views/:viewId/history' },
  input: z.strictObject({ dealId: Id, viewId: Id, ...pageInput }),
  output: listOf(Correction).extend(degradedParts),
  run: async ({ dealId, viewId, ...paging }, context) => {
    const request = { dealId, viewLogId: viewId, ...pageRequest(paging) };
    const { corrections, totalSize, degraded } = await context.clients.viewLogs.getViewLogHistory(request);
    const items = corrections.map(({ before, after, ...correction }) => ({
      ...correction,
      before: before && { ...before, screenshot: shownReference(context, before.screenshot) },
      after: after && { ...after, screenshot: shownReference(context, after.screenshot) },
    }));
    return { ...page(items, totalSize, paging), ...(degraded.length > 0 ? { degraded } : {}) };
  },
});

import { listOf, page, pageInput, pageRequest } from '@svc/chassis/schemas/paging';
import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { degradedParts, shownViewLog, ViewLog } from '../schemas/view-log.js';

export const listDealViewLogs = defineOperation({
  name: 'deals.list_deal_view_logs',
  summary: 'List the view logs of one deal, latest checked first',
  description:
    'Returns the view logs of all videos of this deal with date and screenshot. Use it for one deal; deals.view_logs covers all deals and includes the sponsor text.',
  tier: 0,
  holdsForeignText: true,
  scope: 'svc.read',
  http: { method: 'GET', path: '/deals/:dealId/views' },
  input: z.strictObject({ dealId: Id, ...pageInput }),
  output: listOf(ViewLog).extend({
    provenTotal: z
      .int()
      .nullable()
      .describe(
        "Number of the deal's view logs with a screenshot. Only on the first page; null on others, while screenshots are unavailable, and above 800.",
      ),
    ...degradedParts,
  }),
  run: async (input, context) => {
    const { viewLogs, totalSize, provenSize, degraded } = await context.clients.viewLogs.listDealViewLogs(
      pageRequest(input),
    );
    const items = viewLogs.map((log) => shownViewLog(context, log));
    return {
      ...page(items, totalSize, input),
      provenTotal: provenSize ?? null,
      ...(degraded.length > 0 ? { degraded } : {}),
    };
  },
});

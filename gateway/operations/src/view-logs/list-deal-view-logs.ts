import { listOf, page, pageInput, pageRequest } from '@svc/chassis/schemas/paging';
import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { degradedParts, shownViewLog, ViewLog } from '../schemas/view-log.js';

export const listDealViewLogs = defineOperation({
  name: 'deals.list_deal_view_logs',
  summary: 'List the view logs of one deal, latest checked first',
  description:
    'Answers the view logs of all videos of this deal with date and screenshot. Use it for one deal; deals.view_logs goes through all deals and has the text for the sponsor.',
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
        'View logs of the deal with a screenshot. On the first page; null on others, while screenshots cannot be read, and when there are more than 800 of them.',
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

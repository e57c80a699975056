import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { listOf, page, pageInput, pageRequest } from '../schemas/paging.js';
import { Id } from '../schemas/scalars.js';
import { ViewLog } from '../schemas/view-log.js';

export const listDealViewLogs = defineOperation({
  name: 'deals.list_deal_view_logs',
  summary: 'List the recorded views of one deal, latest checked first',
  tier: 0,
  destructive: false,
  scope: 'svc.read',
  http: { method: 'GET', path: '/deals/:dealId/views' },
  input: z.strictObject({ dealId: Id, ...pageInput }),
  output: listOf(ViewLog),
  run: async (input, { clients }) => {
    const request = { dealId: input.dealId, ...pageRequest(input) };
    const { viewLogs, totalSize } = await clients.viewLogs.listDealViewLogs(request);
    return page(viewLogs, totalSize, input);
  },
});

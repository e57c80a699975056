import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { listOf, page, pageInput, pageRequest } from '../schemas/paging.js';
import { Id, Scope, Search } from '../schemas/scalars.js';
import { ViewLog } from '../schemas/view-log.js';

const Instant = z.string().trim().max(40);

export const listViewLogs = defineOperation({
  name: 'deals.view_logs',
  summary: 'List recorded views, latest checked first, with the text for the sponsor',
  tier: 0,
  destructive: false,
  scope: 'svc.read',
  http: { method: 'GET', path: '/deals/view-logs' },
  input: z.strictObject({
    ...pageInput,
    scope: Scope,
    dealId: Id.optional(),
    videoId: Id.optional(),
    logId: Id.optional().describe('Exactly this view log.'),
    from: Instant.optional().describe('Checked at or after: a date covers its whole day in your time zone.'),
    to: Instant.optional().describe('Checked at or before: a date covers its whole day in your time zone.'),
    q: Search.optional().describe('Searches deal name, promo code, video URL and note.'),
  }),
  output: listOf(ViewLog).extend({
    copyText: z.string().describe('The returned rows as text for the sponsor.'),
    copyTextScope: z.literal('returned_logs'),
    copyTextFormat: z.literal('viewcheck-extension-completed-copy-v1'),
  }),
  run: async ({ q, logId, ...input }, { clients }) => {
    const request = { ...input, ...pageRequest(input), viewLogId: logId, query: q };
    const { viewLogs, totalSize, copyText } = await clients.viewLogs.listViewLogs(request);
    return {
      ...page(viewLogs, totalSize, input),
      copyText,
      copyTextScope: 'returned_logs',
      copyTextFormat: 'viewcheck-extension-completed-copy-v1',
    };
  },
});

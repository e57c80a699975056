import { listOf, page, pageInput, pageRequest } from '@svc/chassis/schemas/paging';
import { Id, Search, text } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { Scope } from '../schemas/scalars.js';
import { checkedRange, COPY_TEXT_FORMAT, degradedParts, shownViewLog, ViewLog } from '../schemas/view-log.js';

const LOG_IDS_MAX = 100;

const LogIds = z
  .string()
  .trim()
  .max(LOG_IDS_MAX * 40)
  .transform((ids) => ids.split(',').map((id) => id.trim()))
  .pipe(z.array(Id).max(LOG_IDS_MAX, `Ask for at most ${LOG_IDS_MAX} view logs at once.`))
  .optional()
  .describe(`Only these view logs: at most ${LOG_IDS_MAX} ids, separated by commas.`);

export const listViewLogs = defineOperation({
  name: 'deals.view_logs',
  summary: 'List view logs with the sponsor text, latest checked first',
  description:
    'Returns view logs of all deals and, in `copyText`, the sponsor text: pass it on unchanged, and only for one deal (`dealId`). Use it to report counts; filter by deal, video, date or search words (`q`).',
  tier: 0,
  holdsForeignText: true,
  scope: 'svc.read',
  core: true,
  http: { method: 'GET', path: '/deals/view-logs' },
  input: z.strictObject({
    ...pageInput,
    scope: Scope,
    dealId: Id.optional(),
    videoId: Id.optional(),
    logId: Id.optional().describe('Only this view log.'),
    logIds: LogIds,
    ...checkedRange,
    brand: text(200).optional().describe('Of deals of exactly this brand, ignoring case and accents.'),
    q: Search.optional().describe('Searches deal name, promo code, video URL and note.'),
  }),
  output: listOf(ViewLog).extend({
    copyText: z.string().describe('The returned rows as sponsor text.'),
    copyTextScope: z.literal('returned_logs'),
    copyTextFormat: z.literal(COPY_TEXT_FORMAT),
    ...degradedParts,
  }),
  run: async ({ logId, logIds, ...input }, context) => {
    const request = { ...pageRequest(input), viewLogId: logId, viewLogIds: logIds ?? [] };
    const { viewLogs, totalSize, copyText, degraded } = await context.clients.viewLogs.listViewLogs(request);
    const items = viewLogs.map((log) => shownViewLog(context, log));
    return {
      ...page(items, totalSize, input),
      copyText,
      copyTextScope: 'returned_logs',
      copyTextFormat: COPY_TEXT_FORMAT,
      ...(degraded.length > 0 ? { degraded } : {}),
    };
  },
});

import { Id, Timestamp } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { checkedRange, COPY_TEXT_FORMAT, degradedParts } from '../schemas/view-log.js';

export const getReport = defineOperation({
  name: 'deals.report',
  summary: 'Write the text for the sponsor of one deal',
  description:
    'Answers in `text` the view counts of this deal alone, as `copyText` of deals.view_logs has them, or a message template around them: hand it on as it is. ' +
    'Placeholders are {deal}, {code}, {contact} and {views}. Use it to report one deal; without days it takes all of its view logs.',
  tier: 0,
  holdsForeignText: true,
  scope: 'svc.read',
  http: { method: 'GET', path: '/deals/:dealId/report' },
  input: z.strictObject({
    dealId: Id,
    ...checkedRange,
    templateId: Id.optional().describe('A message template to fill.'),
  }),
  output: z
    .object({
      text: z.string().describe('The text for the sponsor; empty without view logs and template.'),
      format: z.literal(COPY_TEXT_FORMAT).describe('How the view counts in it are written.'),
      rows: z
        .array(z.object({ logId: Id, videoId: Id, value: z.int(), checkedAt: Timestamp }))
        .describe('The view logs in the text, latest checked first: 200 at most.'),
      total: z
        .int()
        .describe('View logs of the deal on these days. Where they are more than `rows`, ask again for earlier days.'),
      unknownPlaceholders: z
        .array(z.string())
        .describe('Placeholders of the template without a value, such as `{name}`: they are still in the text.'),
      ...degradedParts,
    })
    .meta({ id: 'Report' }),
  run: async (input, { clients }) => {
    const { totalSize, degraded, rows, ...report } = await clients.viewLogs.getReport(input);
    const logs = rows.map(({ viewLogId: logId, ...row }) => ({ ...row, logId }));
    return {
      ...report,
      rows: logs,
      format: COPY_TEXT_FORMAT,
      total: totalSize,
      ...(degraded.length > 0 ? { degraded } : {}),
    };
  },
});

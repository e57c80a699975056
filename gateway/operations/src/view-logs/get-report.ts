import { Id, Timestamp } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { checkedRange, COPY_TEXT_FORMAT, degradedParts } from '../schemas/view-log.js';

export const getReport = defineOperation({
  name: 'deals.report',
  summary: 'Write the sponsor text of one deal',
  description:
    'Returns in `text` the view counts of only this deal, formatted like `copyText` of deals.view_logs, optionally within a message template: pass it on unchanged. ' +
    'Placeholders are {deal}, {code}, {contact} and {views}. Use it to report one deal; without dates it covers all its view logs.',
  tier: 0,
  holdsForeignText: true,
  scope: 'svc.read',
  http: { method: 'GET', path: '/deals/:dealId/report' },
  input: z.strictObject({
    dealId: Id,
    ...checkedRange,
    templateId: Id.optional().describe('A message template to fill in.'),
  }),
  output: z
    .object({
      text: z.string().describe('The sponsor text; empty without view logs and template.'),
      format: z.literal(COPY_TEXT_FORMAT).describe('Format of the view counts in it.'),
      rows: z
        .array(z.object({ logId: Id, videoId: Id, value: z.int(), checkedAt: Timestamp }))
        .describe('The view logs in the text, latest checked first: 200 at most.'),
      total: z
        .int()
        .describe('View logs of the deal in this range. If there are more than `rows`, ask again for earlier dates.'),
      unknownPlaceholders: z
        .array(z.string())
        .describe('Placeholders of the template without a value, such as `{name}`, which remain in the text.'),
      emptyPlaceholders: z
        .array(z.string())
        .describe('Placeholders filled with nothing, such as `{contact}` of a deal without one.'),
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

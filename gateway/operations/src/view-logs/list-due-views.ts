import { listOf, page, pageInput, pageRequest } from '@svc/chassis/schemas/paging';
import { CalendarDate, Id, NullableTimestamp } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { Access, Platform } from '../schemas/deal.js';
import { Scope } from '../schemas/scalars.js';
import { degradedParts, ScreenshotReference, shownReference, shownViewLog, ViewLog } from '../schemas/view-log.js';

const DueView = z
  .object({
    dealId: Id,
    dealName: z.string(),
    promoCode: z.string().nullable(),
    videoId: Id,
    videoUrl: z.string(),
    platform: Platform,
    postDate: CalendarDate,
    dueDate: CalendarDate,
    checkDay: z.int().describe('Days after posting when the check is due.'),
    daysOverdue: z.int().describe('0 when the check is due today or later.'),
    lastValue: z.int().nullable(),
    lastCheckedAt: NullableTimestamp,
    access: Access.optional().describe('With scope=mine-and-shared.'),
    videoTitle: z.string().nullable().optional().describe('With includeTitles=true.'),
    logs: z.array(ViewLog).optional().describe('The five newest view logs, with includeLogs=true.'),
    screenshots: z
      .array(ScreenshotReference)
      .optional()
      .describe('The five newest you may see, with includeScreenshots=true.'),
    screenshotCount: z.int().optional().describe('Number you may see, with includeScreenshots=true.'),
  })
  .meta({ id: 'DueView' });

export const listDueViews = defineOperation({
  name: 'deals.due_views',
  summary: 'List due view checks, oldest due first',
  description:
    'Returns, for each check, the deal, the video with its URL, the due day and the last count. Use it to see what to count today; record each with deals.add_view_log. Recording a count removes its check from the list, so an offset would skip others: continue with `after`, set to the last item you have seen.',
  tier: 0,
  holdsForeignText: ['logs', 'screenshots'],
  scope: 'svc.read',
  core: true,
  http: { method: 'GET', path: '/deals/due-views' },
  input: z.strictObject({
    ...pageInput,
    after: z
      .string()
      .regex(/^\d{4}-\d{2}-\d{2},[0-9a-fA-F-]{36}$/, 'must be a due date and the id of a video, with a comma between.')
      .optional()
      .describe(
        'Starts after an item: its dueDate and videoId separated by a comma, as in 2026-05-31,<videoId>. Takes precedence over offset.',
      ),
    scope: Scope,
    until: CalendarDate.optional().describe(
      'Includes checks due up to this date, at most a year ahead. Default: today in your time zone.',
    ),
    includeLogs: z.boolean().default(false).describe('Adds the five newest view logs of each video.'),
    includeScreenshots: z.boolean().default(false).describe('Adds the five newest screenshots, and their number.'),
    includeTitles: z.boolean().default(false).describe('Adds the titles of the videos.'),
  }),
  output: listOf(DueView).extend(degradedParts),
  run: async (input, context) => {
    const response = await context.clients.dueViews.listDueViews({ ...pageRequest(input), pageToken: input.after });
    const items = response.dueViews.map(({ access, logs, screenshots, screenshotCount, videoTitle, ...due }) => ({
      ...due,
      ...(input.scope === 'mine-and-shared' ? { access } : {}),
      ...(input.includeTitles ? { videoTitle } : {}),
      ...(input.includeLogs ? { logs: logs.map((log) => shownViewLog(context, log)) } : {}),
      ...(input.includeScreenshots
        ? { screenshots: screenshots.flatMap((each) => shownReference(context, each) ?? []), screenshotCount }
        : {}),
    }));
    const degraded = response.degraded.length > 0 ? { degraded: response.degraded } : {};
    return { ...page(items, response.totalSize, input), ...degraded };
  },
});

import { listOf, page, pageInput, pageRequest } from '@svc/chassis/schemas/paging';
import { CalendarDate, Id, NullableTimestamp } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
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
    checkDay: z.int().describe('Days after posting at which the check falls due.'),
    daysOverdue: z.int().describe('0 when the check is due today or later.'),
    lastValue: z.int().nullable(),
    lastCheckedAt: NullableTimestamp,
    access: Access.optional().describe('With scope=mine-and-shared.'),
    logs: z.array(ViewLog).optional().describe('The five newest view logs, with includeLogs=true.'),
    screenshots: z
      .array(ScreenshotReference)
      .optional()
      .describe('The newest five that you may see, with includeScreenshots=true.'),
    screenshotCount: z.int().optional().describe('How many you may see, with includeScreenshots=true.'),
  })
  .meta({ id: 'DueView' });

export const listDueViews = defineOperation({
  name: 'deals.due_views',
  summary: 'List the view checks that are due, oldest due first',
  description:
    'Answers for each check the deal, the video with its address, the day and the last count. Use it to see what to count today; record each with deals.add_view_log. Recording the views of a video takes its check from the list, so that an offset would pass over as many others. Go on with after, naming the last item that you have seen.',
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
        'Begins behind an item: its dueDate and videoId with a comma between, as in 2026-05-31,<videoId>. Counts instead of offset.',
      ),
    scope: Scope,
    until: CalendarDate.optional().describe(
      'Also the checks that fall due until this date, at most a year ahead. Default: today in your time zone.',
    ),
    includeLogs: z.boolean().default(false),
    includeScreenshots: z.boolean().default(false),
  }),
  output: listOf(DueView).extend(degradedParts),
  run: async (input, context) => {
    const response = await context.clients.dueViews.listDueViews({ ...pageRequest(input), pageToken: input.after });
    const items = response.dueViews.map(({ access, logs, screenshots, screenshotCount, ...due }) => ({
      ...due,
      ...(input.scope === 'mine-and-shared' ? { access } : {}),
      ...(input.includeLogs ? { logs: logs.map((log) => shownViewLog(context, log)) } : {}),
      ...(input.includeScreenshots
        ? { screenshots: screenshots.flatMap((each) => shownReference(context, each) ?? []), screenshotCount }
        : {}),
    }));
    const degraded = response.degraded.length > 0 ? { degraded: response.degraded } : {};
    return { ...page(items, response.totalSize, input), ...degraded };
  },
});

import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { Access, Platform } from '../schemas/deal.js';
import { listOf, page, pageInput, pageRequest } from '../schemas/paging.js';
import { CalendarDate, Id, NullableTimestamp, Scope } from '../schemas/scalars.js';
import { ScreenshotReference, ViewLog } from '../schemas/view-log.js';

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
    daysOverdue: z.int(),
    lastValue: z.int().nullable(),
    lastCheckedAt: NullableTimestamp,
    access: Access.optional().describe('With scope=mine-and-shared.'),
    logs: z.array(ViewLog).optional().describe('The five newest readings, with includeLogs=true.'),
    screenshots: z.array(ScreenshotReference).optional().describe('With includeScreenshots=true.'),
    screenshotCount: z.int().optional().describe('With includeScreenshots=true.'),
  })
  .meta({ id: 'DueView' });

export const listDueViews = defineOperation({
  name: 'deals.due_views',
  summary: 'List the view checks that are due, oldest due first',
  tier: 0,
  destructive: false,
  scope: 'svc.read',
  http: { method: 'GET', path: '/deals/due-views' },
  input: z.strictObject({
    ...pageInput,
    scope: Scope,
    includeLogs: z.boolean().default(false),
    includeScreenshots: z.boolean().default(false),
  }),
  output: listOf(DueView).extend({
    degraded: z.array(z.string()).optional().describe('Parts that could not be attached.'),
  }),
  run: async (input, { clients }) => {
    const response = await clients.dueViews.listDueViews({ ...input, ...pageRequest(input) });
    const items = response.dueViews.map(({ access, logs, screenshots, screenshotCount, ...due }) => ({
      ...due,
      ...(input.scope === 'mine-and-shared' ? { access } : {}),
      ...(input.includeLogs ? { logs } : {}),
      ...(input.includeScreenshots ? { screenshots, screenshotCount } : {}),
    }));
    const degraded = response.degraded.length > 0 ? { degraded: response.degraded } : {};
    return { ...page(items, response.totalSize, input), ...degraded };
  },
});

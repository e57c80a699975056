import { listOf, page, pageInput, pageRequest } from '@svc/chassis/schemas/paging';
import { Id, Search, text } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { Scope } from '../schemas/scalars.js';
import { Screenshot, ScreenshotStatus, shownScreenshot } from '../schemas/screenshot.js';

const Instant = text(40);

export const listScreenshots = defineOperation({
  name: 'screenshots.list',
  summary: 'List screenshots, newest first',
  description:
    'Returns a page of screenshots, each as in screenshots.get. Use it to find the proof for a deal or video.',
  tier: 0,
  holdsForeignText: true,
  scope: 'svc.read',
  http: { method: 'GET', path: '/screenshots' },
  input: z.strictObject({
    ...pageInput,
    scope: Scope.describe('mine-and-shared includes screenshots shared with your teams.'),
    dealId: Id.optional(),
    videoId: Id.optional(),
    platform: text(40).optional(),
    status: ScreenshotStatus.optional().describe(
      'Expired and deleted screenshots are listed only on request, to their owner.',
    ),
    from: Instant.optional().describe('Created at or after: a date covers its whole day in your time zone.'),
    to: Instant.optional().describe('Created at or before: a date covers its whole day in your time zone.'),
    q: Search.optional().describe('Searches note, URL, short id and page title.'),
  }),
  output: listOf(Screenshot),
  run: async (input, context) => {
    const { screenshots, totalSize } = await context.clients.screenshots.listScreenshots(pageRequest(input));
    const items = screenshots.flatMap((screenshot) => shownScreenshot(context, screenshot) ?? []);
    return page(items, totalSize, input);
  },
});

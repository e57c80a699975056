import { CalendarDate, Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';

const Points = z.array(z.object({ date: CalendarDate, value: z.int() }));

const ViewSeries = z
  .object({
    stepDays: z
      .int()
      .describe(
        'Days that a point covers; its date is the last of them. More than 1 only when the view logs cover more than 366 days.',
      ),
    sum: Points.describe(
      'Total of all videos on each day with a view log, oldest first; a video without one that day counts with its last value.',
    ),
    videoCount: z.int().describe('Number of videos with a view log.'),
    videos: z
      .array(z.object({ videoId: Id, title: z.string().nullable(), videoUrl: z.string(), points: Points }))
      .describe('The 20 videos with the most views, most first.'),
  })
  .meta({ id: 'ViewSeries' });

export const getViewSeries = defineOperation({
  name: 'deals.view_series',
  summary: 'Get the views of a deal by day in your time zone',
  tier: 0,
  http: { method: 'GET', path: '/deals/:dealId/view-series' },
  input: z.strictObject({ dealId: Id }),
  output: ViewSeries,
  run: ({ dealId }, { clients }) => clients.viewLogs.getViewSeries({ dealId }),
});

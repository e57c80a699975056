import { listOf, page, pageInput, pageRequest } from '@svc/chassis/schemas/paging';
import { Id, text } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { Activity } from '../schemas/activity.js';
import { degradedParts } from '../schemas/view-log.js';
import { answeredActivities } from './answered-activities.js';

/** A date, or a date-time with offset. */
const Instant = text(40);

export const listActivity = defineOperation({
  name: 'activity.list',
  summary: 'List activity on your deals, newest first',
  description:
    'Returns who changed which fields and when, with `agent` for changes by an agent. Use it to report what is new; for one deal, use deals.activity.',
  tier: 0,
  scope: 'svc.read',
  holdsForeignText: true,
  http: { method: 'GET', path: '/activity' },
  input: z.strictObject({
    ...pageInput,
    agent: z
      .union([z.literal('copilot'), Id])
      .optional()
      .describe('Only what the copilot did (`copilot`), or the agent with this `connectionId`.'),
    from: Instant.optional().describe('At or after: a date begins at its start in your time zone.'),
    to: Instant.optional().describe('At or before: a date covers its whole day in your time zone.'),
  }),
  output: listOf(Activity).extend(degradedParts),
  run: async (input, context) => {
    const { activities, totalSize } = await context.clients.deals.listActivity(pageRequest(input));
    const { items, ...parts } = await answeredActivities(context, activities);
    return { ...page(items, totalSize, input), ...parts };
  },
});

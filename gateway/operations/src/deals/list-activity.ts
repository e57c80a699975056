import { listOf, page, pageInput, pageRequest } from '@svc/chassis/schemas/paging';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { Activity } from '../schemas/activity.js';
import { degradedParts } from '../schemas/view-log.js';
import { answeredActivities } from './answered-activities.js';

export const listActivity = defineOperation({
  name: 'activity.list',
  summary: 'List activity on your deals, newest first',
  description:
    'Returns who changed which fields and when, with `agent` for changes by an agent. Use it to report what is new; for one deal, use deals.activity.',
  tier: 0,
  scope: 'svc.read',
  holdsForeignText: true,
  http: { method: 'GET', path: '/activity' },
  input: z.strictObject(pageInput),
  output: listOf(Activity).extend(degradedParts),
  run: async (input, context) => {
    const { activities, totalSize } = await context.clients.deals.listActivity(pageRequest(input));
    const { items, ...parts } = await answeredActivities(context, activities);
    return { ...page(items, totalSize, input), ...parts };
  },
});

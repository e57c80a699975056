import { listOf, page, pageInput, pageRequest } from '@svc/chassis/schemas/paging';
import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { Activity } from '../schemas/activity.js';
import { degradedParts } from '../schemas/view-log.js';
import { answeredActivities } from './answered-activities.js';

export const listDealActivity = defineOperation({
  name: 'deals.activity',
  summary: 'List activity on one deal, newest first',
  description:
    'Returns who changed which fields of this deal and when, with `agent` for changes by an agent. Use it to explain how the deal got into its current state.',
  tier: 0,
  scope: 'svc.read',
  holdsForeignText: true,
  http: { method: 'GET', path: '/deals/:dealId/activity' },
  input: z.strictObject({ dealId: Id, ...pageInput }),
  output: listOf(Activity).extend(degradedParts),
  run: async (input, context) => {
    const { activities, totalSize } = await context.clients.deals.listActivity(pageRequest(input));
    const { items, ...parts } = await answeredActivities(context, activities);
    return { ...page(items, totalSize, input), ...parts };
  },
});

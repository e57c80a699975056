import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { Activity } from '../schemas/activity.js';
import { listOf, page, pageInput, pageRequest } from '../schemas/paging.js';
import { Id } from '../schemas/scalars.js';

export const listDealActivity = defineOperation({
  name: 'deals.activity',
  summary: 'List what happened to one deal, newest first',
  tier: 0,
  destructive: false,
  scope: 'svc.read',
  http: { method: 'GET', path: '/deals/:dealId/activity' },
  input: z.strictObject({ dealId: Id, ...pageInput }),
  output: listOf(Activity),
  run: async (input, { clients }) => {
    const request = { dealId: input.dealId, ...pageRequest(input) };
    const { activities, totalSize } = await clients.deals.listActivity(request);
    return page(activities, totalSize, input);
  },
});

import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { Deal } from '../schemas/deal.js';

export const getDeal = defineOperation({
  name: 'deals.get',
  summary: 'Get one deal',
  description:
    'Returns the name, status, promo code, price, views target, contact, check days, `totalViews`, and in `access` what the user may do. Use it when you have the id; otherwise find the deal with deals.list or context.search. For its videos, use deals.list_videos.',
  tier: 0,
  scope: 'svc.read',
  core: true,
  http: { method: 'GET', path: '/deals/:dealId' },
  input: z.strictObject({ dealId: Id }),
  output: Deal,
  run: async (input, { clients }) => (await clients.deals.getDeal(input)).deal,
});

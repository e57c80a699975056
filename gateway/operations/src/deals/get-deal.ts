import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { Deal } from '../schemas/deal.js';

export const getDeal = defineOperation({
  name: 'deals.get',
  summary: 'Read one deal',
  tier: 0,
  scope: 'svc.read',
  core: true,
  http: { method: 'GET', path: '/deals/:dealId' },
  input: z.strictObject({ dealId: Id }),
  output: Deal,
  run: async (input, { clients }) => (await clients.deals.getDeal(input)).deal,
});

import { changeInput, updateMask } from '@svc/chassis/schemas/changes';
import { Id } from '@svc/chassis/schemas/scalars';
import { defineOperation } from '../registry/define-operation.js';
import { Deal, dealFields, DealStatus } from '../schemas/deal.js';

export const updateDeal = defineOperation({
  name: 'deals.update',
  summary: 'Update a deal',
  description:
    'Returns the whole deal. Use it for terms, status and names; videos, view logs and payments have their own operations. Updates only the fields sent; null clears a field. Only the owner can update it. Status: draft → active or cancelled, active → completed or cancelled, completed → active, cancelled → draft.',
  tier: 2,
  affects: ['videos', 'payments', 'tasks', 'activity', 'inbox', 'overview'],
  scope: 'svc.write.sensitive',
  core: true,
  target: { read: 'deals.get', by: ['dealId'] },
  http: { method: 'PATCH', path: '/deals/:dealId', version: 'checked' },
  input: changeInput({ dealId: Id }, { ...dealFields, status: DealStatus }),
  output: Deal,
  run: async ({ dealId, ...changes }, { clients, expectedVersion }) => {
    const { tags = [], viewCheckDays = [], ...fields } = changes;
    const request = { ...fields, dealId, tags, viewCheckDays, expectedVersion, updateMask: updateMask(changes) };
    return (await clients.deals.updateDeal(request)).deal;
  },
});

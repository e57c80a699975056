import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { updateMask, withSomeChange } from '../schemas/changes.js';
import { Deal, dealFields, DealStatus } from '../schemas/deal.js';
import { Id, text } from '../schemas/scalars.js';

export const updateDeal = defineOperation({
  name: 'deals.update',
  summary: 'Change a deal',
  description:
    'Changes the given fields; null clears one. Only the owner may. Status: draft → active or cancelled, active → completed or cancelled, completed → active, cancelled → draft.',
  tier: 2,
  destructive: false,
  scope: 'svc.write.sensitive',
  http: { method: 'PATCH', path: '/deals/:dealId' },
  input: withSomeChange(
    z.strictObject({ dealId: Id, ...dealFields, name: text(200).optional(), status: DealStatus.optional() }),
    'dealId',
  ),
  output: Deal,
  run: async ({ dealId, ...changes }, { clients, expectedVersion }) => {
    const { tags = [], viewCheckDays = [], ...fields } = changes;
    const request = { ...fields, dealId, tags, viewCheckDays, expectedVersion, updateMask: updateMask(changes) };
    return (await clients.deals.updateDeal(request)).deal;
  },
});

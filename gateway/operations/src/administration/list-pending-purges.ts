import { listOf, page, pageInput, pageRequest } from '@svc/chassis/schemas/paging';
import { Id, Timestamp } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';

const PendingPurge = z
  .object({ userId: Id, service: z.string(), requestedAt: Timestamp, attempts: z.int() })
  .meta({ id: 'PendingPurge' });

export const listPendingPurges = defineOperation({
  name: 'admin.list_pending_purges',
  summary: 'List account deletions that a service has not completed yet, oldest first',
  access: 'admin',
  tier: 0,
  http: { method: 'GET', path: '/admin/pending-purges' },
  input: z.strictObject(pageInput),
  output: listOf(PendingPurge),
  run: async (input, { clients }) => {
    const { purges, totalSize } = await clients.users.listPendingPurges(pageRequest(input));
    return page(purges, totalSize, input);
  },
});

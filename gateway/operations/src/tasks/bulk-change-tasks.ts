import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { BULK_DESCRIPTION, bulkInput, BulkResults, bulkResults, DeleteAction } from '../schemas/bulk.js';
import { TaskPriority, TaskStatus } from '../schemas/task.js';

const Action = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('status'), status: TaskStatus }),
  z.strictObject({ kind: z.literal('priority'), priority: TaskPriority }),
  DeleteAction,
]);

export const bulkChangeTasks = defineOperation({
  name: 'tasks.bulk_change',
  summary: 'Update or delete up to 500 tasks at once',
  description: BULK_DESCRIPTION,
  tier: 2,
  http: { method: 'POST', path: '/tasks/bulk' },
  input: bulkInput(Action),
  output: BulkResults,
  run: async ({ ids, action }, { clients }) => bulkResults(await clients.tasks.bulkChangeTasks({ ids, ...action })),
});

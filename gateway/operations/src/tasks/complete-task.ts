import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { Id } from '../schemas/scalars.js';
import { Task } from '../schemas/task.js';

export const completeTask = defineOperation({
  name: 'tasks.complete',
  summary: 'Mark a task as done',
  description: 'Owner and assignee may. A task that is done already stays as it is.',
  tier: 1,
  destructive: false,
  scope: 'svc.write.low_risk',
  http: { method: 'POST', path: '/tasks/:taskId/complete' },
  input: z.strictObject({ taskId: Id }),
  output: Task,
  run: async ({ taskId }, { clients, expectedVersion }) =>
    (await clients.tasks.updateTask({ taskId, expectedVersion, updateMask: ['status'], status: 'done' })).task,
});

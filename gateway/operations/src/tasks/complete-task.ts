import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { Task } from '../schemas/task.js';

export const completeTask = defineOperation({
  name: 'tasks.complete',
  summary: 'Mark a task as done',
  description:
    'Returns the task. Only the owner and the assignee can complete it. A task already done stays unchanged.',
  tier: 1,
  scope: 'svc.write.low_risk',
  repeatable: true,
  target: { read: 'tasks.get', by: ['taskId'] },
  holdsForeignText: ['dealName', 'contactName'],
  http: { method: 'POST', path: '/tasks/:taskId/complete', version: 'checked' },
  input: z.strictObject({ taskId: Id }),
  output: Task,
  run: async ({ taskId }, { clients, expectedVersion }) =>
    (await clients.tasks.updateTask({ taskId, expectedVersion, updateMask: ['status'], status: 'done' })).task,
});

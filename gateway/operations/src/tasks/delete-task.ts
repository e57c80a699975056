import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { Id } from '../schemas/scalars.js';

export const deleteTask = defineOperation({
  name: 'tasks.delete',
  summary: 'Delete a task',
  tier: 2,
  destructive: true,
  scope: 'svc.write.sensitive',
  http: { method: 'DELETE', path: '/tasks/:taskId' },
  input: z.strictObject({ taskId: Id }),
  run: (input, { clients, expectedVersion }) => clients.tasks.deleteTask({ ...input, expectedVersion }),
});

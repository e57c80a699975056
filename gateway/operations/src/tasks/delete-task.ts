import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';

export const deleteTask = defineOperation({
  name: 'tasks.delete',
  summary: 'Delete a task',
  description: 'Returns nothing, and cannot be undone. For a task that is done, use tasks.complete instead.',
  tier: 2,
  destructive: true,
  scope: 'svc.write.sensitive',
  target: { read: 'tasks.get', by: ['taskId'] },
  http: { method: 'DELETE', path: '/tasks/:taskId', version: 'checked' },
  input: z.strictObject({ taskId: Id }),
  run: (input, { clients, expectedVersion }) => clients.tasks.deleteTask({ ...input, expectedVersion }),
});

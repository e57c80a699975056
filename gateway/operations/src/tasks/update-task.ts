import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { updateMask, withSomeChange } from '../schemas/changes.js';
import { Id, text } from '../schemas/scalars.js';
import { Task, taskFields } from '../schemas/task.js';

export const updateTask = defineOperation({
  name: 'tasks.update',
  summary: 'Change a task',
  description:
    'Changes the given fields; null clears one. The owner may change all of them, the assignee the status alone.',
  tier: 1,
  destructive: false,
  scope: 'svc.write.low_risk',
  http: { method: 'PATCH', path: '/tasks/:taskId' },
  input: withSomeChange(z.strictObject({ taskId: Id, ...taskFields, title: text(200).optional() }), 'taskId'),
  output: Task,
  run: async ({ taskId, ...changes }, { clients, expectedVersion }) =>
    (await clients.tasks.updateTask({ ...changes, taskId, expectedVersion, updateMask: updateMask(changes) })).task,
});

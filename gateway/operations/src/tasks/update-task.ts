import { changeInput, updateMask } from '@svc/chassis/schemas/changes';
import { Id } from '@svc/chassis/schemas/scalars';
import { defineOperation } from '../define-operation.js';
import { Task, taskFields } from '../schemas/task.js';

export const updateTask = defineOperation({
  name: 'tasks.update',
  summary: 'Change a task',
  description:
    'Answers the task. Use tasks.complete to mark it as done. Changes the given fields; null clears one. The owner may change all of them, the assignee the status alone.',
  tier: 1,
  scope: 'svc.write.low_risk',
  target: { read: 'tasks.get', by: ['taskId'] },
  http: { method: 'PATCH', path: '/tasks/:taskId', version: 'checked' },
  input: changeInput({ taskId: Id }, taskFields),
  output: Task,
  run: async ({ taskId, ...changes }, { clients, expectedVersion }) =>
    (await clients.tasks.updateTask({ ...changes, taskId, expectedVersion, updateMask: updateMask(changes) })).task,
});

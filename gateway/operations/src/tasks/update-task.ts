import { changeInput, updateMask } from '@svc/chassis/schemas/changes';
import { Id } from '@svc/chassis/schemas/scalars';
import { defineOperation } from '../registry/define-operation.js';
import { Task, taskFields } from '../schemas/task.js';

export const updateTask = defineOperation({
  name: 'tasks.update',
  summary: 'Update a task',
  description:
    'Returns the task. Updates only the fields sent; null clears a field. The owner can update every field, the assignee only the status. To mark it as done, use tasks.complete.',
  tier: 1,
  scope: 'svc.write.low_risk',
  target: { read: 'tasks.get', by: ['taskId'] },
  holdsForeignText: ['dealName', 'contactName'],
  http: { method: 'PATCH', path: '/tasks/:taskId', version: 'checked' },
  input: changeInput({ taskId: Id }, taskFields),
  output: Task,
  run: async ({ taskId, ...changes }, { clients, expectedVersion }) =>
    (await clients.tasks.updateTask({ ...changes, taskId, expectedVersion, updateMask: updateMask(changes) })).task,
});

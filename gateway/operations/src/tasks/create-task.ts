import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { Task, taskFields } from '../schemas/task.js';

export const createTask = defineOperation({
  name: 'tasks.create',
  summary: 'Create a task, for yourself or for a teammate',
  description:
    'Returns the task. Use it for work a person must do, with `dealId` or `contactId` when it is about one. To propose a change you would make yourself, use suggestions.create.',
  tier: 1,
  scope: 'svc.write.low_risk',
  core: true,
  holdsForeignText: ['dealName', 'contactName'],
  http: { method: 'POST', path: '/tasks', status: 201, location: '/tasks/:id' },
  input: z.strictObject(taskFields),
  output: Task,
  run: async (input, { clients }) => (await clients.tasks.createTask(input)).task,
});

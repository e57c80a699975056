import { Id } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { Task } from '../schemas/task.js';

export const getTask = defineOperation({
  name: 'tasks.get',
  summary: 'Get one task',
  description:
    'Returns the title, status, priority, due date, assignee, and the deal and contact it is about. Use it when you have the id.',
  tier: 0,
  scope: 'svc.read',
  holdsForeignText: ['dealName', 'contactName'],
  http: { method: 'GET', path: '/tasks/:taskId' },
  input: z.strictObject({ taskId: Id }),
  output: Task,
  run: async (input, { clients }) => (await clients.tasks.getTask(input)).task,
});

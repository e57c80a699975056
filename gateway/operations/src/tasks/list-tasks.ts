import { listOf, page, pageInput, pageRequest } from '@svc/chassis/schemas/paging';
import { CalendarDate, Id, Search } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { Scope } from '../schemas/scalars.js';
import { Task, TaskPriority, TaskStatus } from '../schemas/task.js';

export const listTasks = defineOperation({
  name: 'tasks.list',
  summary: 'List tasks, newest first unless sorted',
  description:
    'Answers a page of tasks with due date, assignee, and `dealName` and `contactName`. Use it to see what is open before you create one, and what is late.',
  tier: 0,
  scope: 'svc.read',
  core: true,
  http: { method: 'GET', path: '/tasks' },
  input: z.strictObject({
    ...pageInput,
    scope: Scope.describe('mine-and-shared also holds what others have assigned to you.'),
    status: TaskStatus.optional(),
    priority: TaskPriority.optional(),
    assigneeId: z.union([z.literal('me'), Id]).optional(),
    dealId: Id.optional(),
    contactId: Id.optional(),
    q: Search.optional().describe('Searches title and description.'),
    dueBefore: CalendarDate.optional().describe('Due before this date.'),
    sort: z.enum(['createdAt', '-createdAt', 'dueDate', '-dueDate']).default('-createdAt'),
  }),
  output: listOf(Task),
  run: async (input, { clients }) => {
    const { tasks, totalSize } = await clients.tasks.listTasks(pageRequest(input));
    return page(tasks, totalSize, input);
  },
});

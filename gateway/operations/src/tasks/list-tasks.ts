import { CalendarDate, Id, Search } from '@svc/chassis/schemas/scalars';
import { sortedListOf, sortedPage, sortedPageInput, sortedPageRequest } from '@svc/chassis/schemas/sorting';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { Scope } from '../schemas/scalars.js';
import { Task, TaskPriority, TaskStatus } from '../schemas/task.js';

export const listTasks = defineOperation({
  name: 'tasks.list',
  summary: 'List tasks, newest first unless sorted',
  description:
    'Returns a page of tasks with due date, assignee, `dealName` and `contactName`. Use it to see what is late, and what is open before creating a task.',
  tier: 0,
  scope: 'svc.read',
  core: true,
  holdsForeignText: ['dealName', 'contactName'],
  http: { method: 'GET', path: '/tasks' },
  input: z.strictObject({
    ...sortedPageInput('-createdAt', ['createdAt', 'title', 'status', 'priority', 'dueDate']),
    scope: Scope.describe('mine-and-shared includes tasks that others have assigned to you.'),
    status: TaskStatus.optional(),
    priority: TaskPriority.optional(),
    assigneeId: z.union([z.literal('me'), Id]).optional(),
    dealId: Id.optional(),
    contactId: Id.optional(),
    q: Search.optional().describe('Searches title and description.'),
    dueBefore: CalendarDate.optional().describe('Due before this date.'),
  }),
  output: sortedListOf(Task),
  run: async (input, { clients }) => {
    const response = await clients.tasks.listTasks(sortedPageRequest(input));
    return sortedPage(response.tasks, response, input);
  },
});

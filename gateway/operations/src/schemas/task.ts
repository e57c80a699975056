import { CalendarDate, clearable, Id, stamps, text } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { Access } from './deal.js';

export const TaskStatus = z.enum(['todo', 'in_progress', 'done', 'cancelled']);

export const TaskPriority = z.enum(['low', 'normal', 'high']);

export const Task = z
  .object({
    id: Id,
    ownerId: Id,
    title: z.string(),
    description: z.string().nullable(),
    status: TaskStatus,
    priority: TaskPriority,
    dueDate: CalendarDate.nullable(),
    dealId: Id.nullable().describe('Null once the deal is deleted.'),
    dealName: z.string().nullable().describe('Also null for a deal you cannot see.'),
    contactId: Id.nullable().describe('Null once the contact is deleted.'),
    contactName: z.string().nullable().describe('Also null for a contact you cannot see.'),
    assigneeId: Id.nullable(),
    canChangeStatus: z.boolean().describe('Whether you may change the status; the owner and the assignee can.'),
    ...stamps,
    access: Access,
  })
  .meta({ id: 'Task' });

/** Input fields of creating and updating a task. */
export const taskFields = {
  title: text(200),
  description: clearable(10_000).optional(),
  status: TaskStatus.optional().describe('Default for a new task: todo.'),
  priority: TaskPriority.optional().describe('Default for a new task: normal.'),
  dueDate: CalendarDate.nullable().optional(),
  dealId: Id.nullable().optional().describe('A deal you own or that is shared with you.'),
  contactId: Id.nullable().optional().describe('One of your contacts.'),
  assigneeId: Id.nullable().optional().describe('You, or a member of one of your teams.'),
};

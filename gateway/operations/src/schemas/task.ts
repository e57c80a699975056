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
    dealId: Id.nullable().describe('Null again once the deal is deleted.'),
    dealName: z.string().nullable().describe('Null also for a deal that you do not see.'),
    contactId: Id.nullable().describe('Null again once the contact is deleted.'),
    contactName: z.string().nullable().describe('Null also for a contact that you do not see.'),
    assigneeId: Id.nullable(),
    canChangeStatus: z.boolean().describe('Owner and assignee may change the status.'),
    ...stamps,
    access: Access,
  })
  .meta({ id: 'Task' });

/** Input fields of creating and updating a task. */
export const taskFields = {
  title: text(200),
  description: clearable(10_000).optional(),
  status: TaskStatus.optional(),
  priority: TaskPriority.optional(),
  dueDate: CalendarDate.nullable().optional(),
  dealId: Id.nullable().optional().describe('A deal that you own or that is shared with you.'),
  contactId: Id.nullable().optional().describe('A contact of yours.'),
  assigneeId: Id.nullable().optional().describe('You, or a member of one of your teams.'),
};

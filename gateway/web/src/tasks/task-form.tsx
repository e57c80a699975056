import type { ReactNode } from 'react';
import type { Edited } from '../api/merge-changes.js';
import { ContactChoice, DealChoice } from '../records/record-choice.js';
import { usePeople, type People } from '../shell/people.js';
import { EditForm, type Started } from '../ui/edit-form.js';
import { ChoiceField, TextArea, TextField } from '../ui/field.js';
import { optionalText, textOf } from '../ui/form-text.js';
import type { Choice } from '../ui/search-choice.js';
import { nameIn, PRIORITIES, STATUSES, type Task, type TaskPriority, type TaskStatus } from './task-groups.js';

const NAMES = {
  title: 'Title',
  description: 'Description',
  dueDate: 'Due',
  assigneeId: 'Assigned to',
  priority: 'Priority',
  status: 'Status',
  dealId: 'Deal',
  contactId: 'Contact',
};

export interface TaskValues extends Pick<
  Task,
  'title' | 'description' | 'dueDate' | 'assigneeId' | 'priority' | 'status'
> {
  readonly dealId: Choice | null;
  readonly contactId: Choice | null;
}

/** What a teammate shares may name what they alone see. */
const UNSEEN = 'not visible to you';

const BLANK: TaskValues = {
  title: '',
  description: null,
  dueDate: null,
  assigneeId: null,
  priority: 'normal',
  status: 'todo',
  dealId: null,
  contactId: null,
};

/** A task as its form has it. */
export function taskValues(task: Task): TaskValues {
  const { title, description, dueDate, assigneeId, priority, status, dealId, dealName, contactId, contactName } = task;
  return {
    title,
    description,
    dueDate,
    assigneeId,
    priority,
    status,
    dealId: dealId === null ? null : { id: dealId, name: dealName ?? UNSEEN },
    contactId: contactId === null ? null : { id: contactId, name: contactName ?? UNSEEN },
  };
}

/** What the form says as the API takes it. */
export function taskInput<Given extends Partial<TaskValues>>({ dealId, contactId, ...fields }: Given) {
  return {
    ...fields,
    ...(dealId !== undefined && { dealId: dealId?.id ?? null }),
    ...(contactId !== undefined && { contactId: contactId?.id ?? null }),
  };
}

function readTask(form: FormData, { dealId, contactId }: TaskValues): TaskValues {
  return {
    title: textOf(form, 'title'),
    description: optionalText(form, 'description'),
    dueDate: optionalText(form, 'dueDate'),
    assigneeId: optionalText(form, 'assigneeId'),
    priority: textOf(form, 'priority') as TaskPriority,
    status: textOf(form, 'status') as TaskStatus,
    dealId,
    contactId,
  };
}

interface TaskFormProps {
  readonly subject: Edited<Task, TaskValues> | Pick<Started<TaskValues>, 'create'>;
  /** Begins at the choice of who does it. */
  readonly isAssigning?: boolean;
  readonly onClose: () => unknown;
  readonly aside?: ReactNode;
}

export function TaskForm({ subject, isAssigning = false, onClose, aside }: TaskFormProps) {
  const people = usePeople();
  return (
    <EditForm
      action={'create' in subject ? 'Create' : 'Save'}
      names={NAMES}
      onCancel={() => void onClose()}
      onSaved={onClose}
      aside={aside}
      read={readTask}
      show={{
        assigneeId: (assigneeId) => (assigneeId === null ? '' : people.nameOf(assigneeId)),
        priority: (priority) => nameIn(PRIORITIES, priority),
        status: (status) => nameIn(STATUSES, status),
        dealId: (deal) => deal?.name ?? '',
        contactId: (contact) => contact?.name ?? '',
      }}
      subject={'create' in subject ? { ...subject, blank: BLANK } : subject}
    >
      {({ errorAt, values, change }) => (
        <>
          <TextField
            label={NAMES.title}
            name="title"
            required
            maxLength={200}
            autoFocus={!isAssigning}
            autoComplete="off"
            defaultValue={values.title}
            error={errorAt('title')}
          />
          <TextArea
            label={NAMES.description}
            name="description"
            rows={3}
            maxLength={10_000}
            defaultValue={values.description ?? ''}
            error={errorAt('description')}
          />
          <div className="grid gap-4 sm:grid-cols-2">
            <DealChoice
              label={NAMES.dealId}
              chosen={values.dealId}
              onChoose={(dealId) => change({ dealId })}
              error={errorAt('dealId')}
            />
            <ContactChoice
              label={NAMES.contactId}
              chosen={values.contactId}
              onChoose={(contactId) => change({ contactId })}
              error={errorAt('contactId')}
            />
            <TextField
              label={NAMES.dueDate}
              name="dueDate"
              type="date"
              defaultValue={values.dueDate ?? ''}
              error={errorAt('dueDate')}
            />
            <ChoiceField
              label={NAMES.assigneeId}
              name="assigneeId"
              defaultValue={values.assigneeId ?? ''}
              choices={assignees(people, values.assigneeId ?? '')}
              autoFocus={isAssigning}
              error={errorAt('assigneeId')}
            />
            <ChoiceField
              label={NAMES.priority}
              name="priority"
              defaultValue={values.priority}
              choices={PRIORITIES}
              error={errorAt('priority')}
            />
            <ChoiceField
              label={NAMES.status}
              name="status"
              defaultValue={values.status}
              choices={STATUSES}
              error={errorAt('status')}
            />
          </div>
        </>
      )}
    </EditForm>
  );
}

/** Everybody who can be asked; who has been, but is no teammate any more, stays. */
function assignees({ all, nameOf }: People, current: string): readonly (readonly [string, string])[] {
  const known = all.map(({ userId, name }) => [userId, name] as const);
  const isKnown = current === '' || known.some(([userId]) => userId === current);
  return [['', 'Unassigned'], ...known, ...(isKnown ? [] : [[current, nameOf(current)] as const])];
}

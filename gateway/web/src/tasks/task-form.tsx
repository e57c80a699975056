import type { ComponentType, ReactNode } from 'react';
import { ContactChoice, DealChoice } from '../records/record-choice.js';
import { type People, usePeople } from '../shell/people.js';
import type { LeaveGuard } from '../ui/dialogs/leave-guard.js';
import { type Changed, EditForm, type Started } from '../ui/fields/edit-form.js';
import { type Field, fieldsOf, type ValuesOf } from '../ui/fields/fields-of.js';
import { area, choice, day, text } from '../ui/fields/form-fields.js';
import type { Choice, ChosenProps } from '../ui/fields/search-choice.js';
import { PRIORITY_NAMES, STATUS_NAMES, type Task } from './task-groups.js';

function taskFields(people: People, assigned: string, isAssigning: boolean) {
  return fieldsOf('tasks.create', {
    title: text('Title', { isWide: true, autoFocus: !isAssigning }),
    description: area('Description', { rows: 3 }),
    dealId: record('Deal', DealChoice),
    contactId: record('Contact', ContactChoice),
    dueDate: day('Due'),
    assigneeId: choice('Assigned to', assignees(people, assigned), { blank: null, autoFocus: isAssigning }),
    priority: choice('Priority', PRIORITY_NAMES, { blank: 'normal' }),
    status: choice('Status', STATUS_NAMES, { blank: 'todo' }),
  });
}

/** Another record, found by name. */
function record(label: string, Picker: ComponentType<ChosenProps>): Field<Choice | null> {
  return {
    label,
    blank: null,
    read: (_form, _name, kept) => kept,
    show: (chosen) => chosen?.name ?? '',
    control: ({ value, change, error }) => <Picker label={label} chosen={value} onChoose={change} error={error} />,
  };
}

/** Everyone who can be assigned, including an assignee who is no longer a teammate. */
function assignees({ all, nameOf }: People, current: string): Readonly<Record<string, string>> {
  const known = Object.fromEntries(all.map(({ userId, name }) => [userId, name]));
  return { '': 'Unassigned', ...known, ...(current !== '' && { [current]: known[current] ?? nameOf(current) }) };
}

export type TaskValues = ValuesOf<ReturnType<typeof taskFields>>;

/** A teammate's task may name records that only they see. */
const UNSEEN = 'not visible to you';

/** A task's related records, in its form. */
export function choicesOf({
  dealId,
  dealName,
  contactId,
  contactName,
}: Task): Pick<TaskValues, 'dealId' | 'contactId'> {
  return {
    dealId: dealId === null ? null : { id: dealId, name: dealName ?? UNSEEN },
    contactId: contactId === null ? null : { id: contactId, name: contactName ?? UNSEEN },
  };
}

/** The form's values in the API's format. */
export function taskInput<Given extends Partial<TaskValues>>({ dealId, contactId, ...fields }: Given) {
  return {
    ...fields,
    ...(dealId !== undefined && { dealId: dealId?.id ?? null }),
    ...(contactId !== undefined && { contactId: contactId?.id ?? null }),
  };
}

interface TaskFormProps {
  readonly subject: Changed<Task, TaskValues> | Started<TaskValues>;
  /** Starts at the assignee. */
  readonly isAssigning?: boolean;
  readonly onClose: () => unknown;
  readonly aside?: (leave: LeaveGuard) => ReactNode;
}

export function TaskForm({ subject, isAssigning = false, onClose, aside }: TaskFormProps) {
  const isNew = 'send' in subject;
  const fields = taskFields(usePeople(), isNew ? '' : (subject.record.assigneeId ?? ''), isAssigning);
  return (
    <EditForm
      action={isNew ? 'Create' : 'Save'}
      fields={fields}
      isInColumns
      onCancel={() => void onClose()}
      onSaved={onClose}
      aside={aside}
      subject={subject}
    />
  );
}

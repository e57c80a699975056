import { useState, type ReactNode } from 'react';
import type { Input } from '../api/operations.js';
import { usePeople, type People } from '../shell/people.js';
import { ChoiceField, TextArea, TextField } from '../ui/field.js';
import { textOf } from '../ui/form-text.js';
import { RecordForm } from '../ui/record-form.js';
import { PRIORITIES, STATUSES, type Task, type TaskPriority, type TaskStatus } from './task-groups.js';

type TaskInput = Pick<
  Required<Input<'tasks.create'>>,
  'title' | 'description' | 'dueDate' | 'assigneeId' | 'priority' | 'status'
>;

interface TaskFormProps {
  /** As it was when the form was opened; absent for a new one. */
  readonly task?: Task;
  readonly isAssigning?: boolean;
  /** Gets what differs from the task. */
  readonly submit: (changes: Partial<TaskInput>, typed: TaskInput) => Promise<unknown>;
  readonly onCancel: () => void;
  readonly aside?: ReactNode;
}

const FIELDS = ['title', 'description', 'dueDate', 'assigneeId', 'priority', 'status'] as const;

export function TaskForm({ task, isAssigning = false, submit, onCancel, aside }: TaskFormProps) {
  const people = usePeople();
  const [assigneeId, setAssignee] = useState(task?.assigneeId ?? '');
  const [priority, setPriority] = useState<string>(task?.priority ?? 'normal');
  const [status, setStatus] = useState<string>(task?.status ?? 'todo');
  const read = (form: FormData): TaskInput => ({
    title: textOf(form, 'title'),
    description: textOf(form, 'description').trim() || null,
    dueDate: textOf(form, 'dueDate') || null,
    assigneeId: assigneeId || null,
    priority: priority as TaskPriority,
    status: status as TaskStatus,
  });
  return (
    <RecordForm
      action={task ? 'Save' : 'Create'}
      fields={FIELDS}
      onCancel={onCancel}
      aside={aside}
      submit={(form) => {
        const typed = read(form);
        return submit(changesOf(task, typed), typed);
      }}
    >
      {(errorAt) => (
        <>
          <TextField
            label="Title"
            name="title"
            required
            maxLength={200}
            autoFocus={!isAssigning}
            autoComplete="off"
            defaultValue={task?.title ?? ''}
            error={errorAt('title')}
          />
          <TextArea
            label="Description"
            name="description"
            rows={3}
            maxLength={10_000}
            defaultValue={task?.description ?? ''}
            error={errorAt('description')}
          />
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              label="Due"
              name="dueDate"
              type="date"
              defaultValue={task?.dueDate ?? ''}
              error={errorAt('dueDate')}
            />
            <ChoiceField
              label="Assigned to"
              value={assigneeId}
              onChange={setAssignee}
              choices={assignees(people, assigneeId)}
              autoFocus={isAssigning}
              error={errorAt('assigneeId')}
            />
            <ChoiceField
              label="Priority"
              value={priority}
              onChange={setPriority}
              choices={PRIORITIES}
              error={errorAt('priority')}
            />
            <ChoiceField
              label="Status"
              value={status}
              onChange={setStatus}
              choices={STATUSES}
              error={errorAt('status')}
            />
          </div>
        </>
      )}
    </RecordForm>
  );
}

/** Everybody who can be asked; who has been, but is no teammate any more, stays. */
function assignees({ all, nameOf }: People, current: string): readonly (readonly [string, string])[] {
  const known = all.map(({ userId, name }) => [userId, name] as const);
  const isKnown = current === '' || known.some(([userId]) => userId === current);
  return [['', 'Nobody'], ...known, ...(isKnown ? [] : [[current, nameOf(current)] as const])];
}

function changesOf(task: Task | undefined, typed: TaskInput): Partial<TaskInput> {
  if (!task) return typed;
  return Object.fromEntries(Object.entries(typed).filter(([field, value]) => value !== task[field as keyof TaskInput]));
}

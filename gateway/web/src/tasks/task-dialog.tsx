import { call } from '../api/call.js';
import { useChange, useOperation } from '../api/queries.js';
import { useFormats } from '../shell/account.js';
import { usePeople } from '../shell/people.js';
import { useUndoableDeletion } from '../shell/undoable-deletion.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialogs/dialog.js';
import { PageError } from '../ui/page-error.js';
import { SkeletonRows } from '../ui/skeleton.js';
import { choicesOf, TaskForm, taskInput } from './task-form.js';
import { PRIORITY_NAMES, STATUS_NAMES, type Task } from './task-groups.js';
import { TaskLinks } from './task-links.js';

interface DialogProps {
  readonly onClose: () => unknown;
}

export function NewTaskDialog({ onClose }: DialogProps) {
  const create = useChange('tasks.create');
  return (
    <Dialog title="New task" isOpen onClose={onClose}>
      <TaskForm onClose={onClose} subject={{ send: (typed) => create.mutateAsync({ input: taskInput(typed) }) }} />
    </Dialog>
  );
}

interface TaskDialogProps extends DialogProps {
  readonly taskId: string;
  readonly isAssigning: boolean;
}

/** One task: editable for its owner, readable for others. */
export function TaskDialog({ taskId, isAssigning, onClose }: TaskDialogProps) {
  const { data: task, error, isPending } = useOperation('tasks.get', { taskId });
  const canEdit = task?.access.canEdit === true;
  return (
    <Dialog title={task && !canEdit ? task.title : 'Task'} isOpen onClose={onClose}>
      {!task && error !== null && <PageError error={error} />}
      {isPending && <SkeletonRows rows={4} rowClass="flex h-8 items-center" />}
      {task && canEdit && <EditTask task={task} isAssigning={isAssigning} onClose={onClose} />}
      {task && !canEdit && <TaskFacts task={task} />}
    </Dialog>
  );
}

interface EditTaskProps extends DialogProps {
  readonly task: Task;
  readonly isAssigning: boolean;
}

function EditTask({ task, isAssigning, onClose }: EditTaskProps) {
  const update = useChange('tasks.update');
  const deleteTask = useUndoableDeletion('tasks.delete');
  const remove = (): void => {
    deleteTask({ id: task.id, what: `“${task.title}”`, input: { taskId: task.id }, version: task.version });
    onClose();
  };
  return (
    <>
      {(task.dealName ?? task.contactName) !== null && (
        <p className="-mt-3 mb-4 flex flex-wrap gap-x-3">
          <TaskLinks task={task} />
        </p>
      )}
      <TaskForm
        isAssigning={isAssigning}
        onClose={onClose}
        aside={(leave) => (
          <Button kind="danger" onClick={() => leave(remove)}>
            Delete
          </Button>
        )}
        subject={{
          record: task,
          valuesOf: choicesOf,
          refetch: () => call('tasks.get', { taskId: task.id }),
          update: (changes, version) =>
            update.mutateAsync({ input: { taskId: task.id, ...taskInput(changes) }, version }),
        }}
      />
    </>
  );
}

function TaskFacts({ task }: { readonly task: Task }) {
  const formats = useFormats();
  const { nameOf } = usePeople();
  const { description, dueDate, assigneeId, priority, status, dealName, contactName, ownerId } = task;
  const facts = [
    ['Due', dueDate === null ? 'No date' : formats.day(dueDate)],
    ['Assigned to', assigneeId === null ? 'Unassigned' : nameOf(assigneeId)],
    ['Priority', PRIORITY_NAMES[priority]],
    ['Status', STATUS_NAMES[status]],
    ['Owner', nameOf(ownerId)],
  ] as const;
  return (
    <>
      {description !== null && <p className="mb-4 whitespace-pre-wrap [overflow-wrap:anywhere]">{description}</p>}
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1.5">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-soft">{name}</dt>
            <dd className="[overflow-wrap:anywhere]">
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
        {(dealName ?? contactName) !== null && (
          <div className="contents">
            <dt className="text-soft">About</dt>
            <dd className="flex flex-wrap gap-x-3">
              <TaskLinks task={task} />
            </dd>
          </div>
        )}
      </dl>
    </>
  );
}
